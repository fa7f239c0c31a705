import { type TierMigrationLimits, tierMigrationLimits, type Weekday } from '@frostline/domain'

/** What stands in the fields. An empty text does not limit. */
export interface PaceDraft {
  concurrency: string
  mebibytesPerSecond: string
  windowed: boolean
  timeZone: string
  days: readonly Weekday[]
  from: string
  to: string
  foregroundP95Ms: string
  mergePoolPercent: string
  storeErrorPercent: string
}

const MEBIBYTE = 1024 * 1024

/** The window form has one span; further spans of a window made elsewhere are kept only while it is not edited here. */
export function draftOf(limits: TierMigrationLimits, ownTimeZone: string): PaceDraft {
  const span = limits.window?.spans[0]
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    concurrency: String(limits.concurrencyPerReplica ?? 1),
    mebibytesPerSecond: limits.bandwidthBytesPerSecond
      ? String(Math.round((Number(limits.bandwidthBytesPerSecond) / MEBIBYTE) * 100) / 100)
      : '',
    windowed: limits.window !== undefined,
    timeZone: limits.window?.timeZone ?? ownTimeZone,
    days: span?.days ?? [0, 1, 2, 3, 4, 5, 6],
    from: span?.from ?? '22:00',
    to: span?.to ?? '06:00',
    foregroundP95Ms: text(limits.pacing?.foregroundP95Ms),
    mergePoolPercent: text(limits.pacing?.mergePoolPercent),
    storeErrorPercent: text(limits.pacing?.storeErrorPercent),
  }
}

export type PaceField = Exclude<keyof PaceDraft, 'windowed'>

/** The limits of a draft, or what is wrong with it by field. */
export function readPaceDraft(
  draft: PaceDraft,
): { limits: TierMigrationLimits } | { faults: Partial<Record<PaceField, string>> } {
  const faults: Partial<Record<PaceField, string>> = {}
  const number = (
    field: PaceField & ('mebibytesPerSecond' | 'foregroundP95Ms' | 'mergePoolPercent' | 'storeErrorPercent'),
    least: number,
    most: number,
    whole: boolean,
  ) => {
    const text = draft[field].trim()
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value
    faults[field] =
      `Enter ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}, or leave it empty.`
    return undefined
  }
  const mebibytes = number('mebibytesPerSecond', 0.0625, 1_000_000, false)
  const pacing = {
    foregroundP95Ms: number('foregroundP95Ms', 1, 3_600_000, true),
    mergePoolPercent: number('mergePoolPercent', 1, 100, true),
    storeErrorPercent: number('storeErrorPercent', 0, 100, false),
  }
  const paced = Object.values(pacing).some((value) => value !== undefined)
  const parsed = tierMigrationLimits.safeParse({
    concurrencyPerReplica: Number(draft.concurrency) === 1 ? undefined : Number(draft.concurrency),
    bandwidthBytesPerSecond: mebibytes === undefined ? undefined : String(Math.round(mebibytes * MEBIBYTE)),
    window: draft.windowed
      ? { timeZone: draft.timeZone, spans: [{ days: [...draft.days], from: draft.from, to: draft.to }] }
      : undefined,
    pacing: paced ? pacing : undefined,
  })
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) faults[fieldOf(path.at(-1))] ??= message
  if (Object.keys(faults).length > 0 || !parsed.success) return { faults }
  return { limits: withoutUndefined(parsed.data) }
}

function fieldOf(key: PropertyKey | undefined): PaceField {
  if (key === 'timeZone' || key === 'days' || key === 'from' || key === 'to') return key
  return key === 'bandwidthBytesPerSecond' ? 'mebibytesPerSecond' : 'concurrency'
}

/** JSON has no undefined: what is sent and what is read back are the same. */
function withoutUndefined(limits: TierMigrationLimits): TierMigrationLimits {
  return tierMigrationLimits.parse(JSON.parse(JSON.stringify(limits)))
}

import { isTimeZone, type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import {
  type DraftSpan,
  draftSpans,
  findSpanFaults,
  readSpans,
  type SpanFaults,
} from '../../time-window/draft-span.ts'

/** What stands in the fields. An empty text does not limit. */
export interface PaceDraft {
  concurrency: string
  mebibytesPerSecond: string
  timeZone: string
  /** None: at any time. */
  spans: DraftSpan[]
  foregroundP95Ms: string
  mergePoolPercent: string
  storeErrorPercent: string
  /** Of replicated tables. */
  behind: 'wait' | 'leave'
  away: 'refuse' | 'leave'
}

const MEBIBYTE = 1024 * 1024

export function draftOf(limits: TierMigrationLimits, ownTimeZone: string): PaceDraft {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    concurrency: String(limits.concurrencyPerReplica ?? 1),
    mebibytesPerSecond: limits.bandwidthBytesPerSecond
      ? // Six digits hold every byte of the limits that are allowed: looking at a pace does not change it.
        String(Number((Number(limits.bandwidthBytesPerSecond) / MEBIBYTE).toFixed(6)))
      : '',
    timeZone: limits.window?.timeZone ?? ownTimeZone,
    spans: draftSpans(limits.window?.spans ?? []),
    foregroundP95Ms: text(limits.pacing?.foregroundP95Ms),
    mergePoolPercent: text(limits.pacing?.mergePoolPercent),
    storeErrorPercent: text(limits.pacing?.storeErrorPercent),
    behind: limits.replicas?.behind ?? 'wait',
    away: limits.replicas?.away ?? 'refuse',
  }
}

type NumberField = 'mebibytesPerSecond' | 'foregroundP95Ms' | 'mergePoolPercent' | 'storeErrorPercent'

export type PaceFaults = Partial<Record<NumberField | 'timeZone', string>> & { spans: SpanFaults }

/** The limits of a draft, or what is wrong with it by field. */
export function readPaceDraft(draft: PaceDraft): { limits: TierMigrationLimits } | { faults: PaceFaults } {
  const faults: PaceFaults = { spans: findSpanFaults(draft.timeZone, draft.spans) }
  const windowed = draft.spans.length > 0
  if (windowed && !isTimeZone(draft.timeZone))
    faults.timeZone = 'No such time zone is known here. Write a name such as Europe/Berlin.'
  const number = (field: NumberField, least: number, most: number, whole: boolean) => {
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
  const { spans, ...texts } = faults
  if (spans.size > 0 || Object.keys(texts).length > 0) return { faults }
  const limits = {
    concurrencyPerReplica: Number(draft.concurrency) === 1 ? undefined : Number(draft.concurrency),
    bandwidthBytesPerSecond: mebibytes === undefined ? undefined : String(Math.round(mebibytes * MEBIBYTE)),
    window: windowed ? { timeZone: draft.timeZone, spans: readSpans(draft.spans) } : undefined,
    pacing: paced ? pacing : undefined,
    replicas: readReplicas(draft),
  }
  // JSON has no undefined: what is sent and what is read back are the same.
  return { limits: tierMigrationLimits.parse(JSON.parse(JSON.stringify(limits))) }
}

/** What is not the default. */
function readReplicas({ behind, away }: PaceDraft): TierMigrationLimits['replicas'] {
  if (behind === 'wait' && away === 'refuse') return undefined
  return {
    ...(behind === 'wait' ? {} : { behind }),
    ...(away === 'refuse' ? {} : { away }),
  }
}

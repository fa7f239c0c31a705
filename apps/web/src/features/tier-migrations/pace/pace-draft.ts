import { isTimeZone, type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import {
  draftReplicas,
  findWaitFault,
  type ReplicaDraft,
  readReplicas,
} from '../../replica-choices/replica-draft.ts'
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
  replicas: ReplicaDraft
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
    replicas: draftReplicas(limits.replicas),
  }
}

type NumberField = 'mebibytesPerSecond' | 'foregroundP95Ms' | 'mergePoolPercent' | 'storeErrorPercent'

export type PaceFaults = Partial<Record<NumberField | 'timeZone' | 'wait', string>> & { spans: SpanFaults }

/** The limits of a draft, or what is wrong with it by field. */
export function readPaceDraft(draft: PaceDraft): { limits: TierMigrationLimits } | { faults: PaceFaults } {
  const faults: PaceFaults = { spans: findSpanFaults(draft.timeZone, draft.spans) }
  const windowed = draft.spans.length > 0
  if (windowed && !isTimeZone(draft.timeZone))
    faults.timeZone = 'Unknown time zone. Enter a name such as Europe/Berlin.'
  const waitFault = findWaitFault(draft.replicas)
  if (waitFault !== undefined) faults.wait = waitFault
  const number = (field: NumberField, least: number, most: number, whole: boolean) => {
    const text = draft[field].trim()
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value
    faults[field] = `Enter ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}, or leave empty.`
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
  const replicas = readReplicas(draft.replicas)
  const limits = {
    concurrencyPerReplica: Number(draft.concurrency) === 1 ? undefined : Number(draft.concurrency),
    bandwidthBytesPerSecond: mebibytes === undefined ? undefined : String(Math.round(mebibytes * MEBIBYTE)),
    window: windowed ? { timeZone: draft.timeZone, spans: readSpans(draft.spans) } : undefined,
    pacing: paced ? pacing : undefined,
    replicas: Object.keys(replicas).length > 0 ? replicas : undefined,
  }
  // JSON has no undefined: what is sent and what is read back are the same.
  return { limits: tierMigrationLimits.parse(JSON.parse(JSON.stringify(limits))) }
}

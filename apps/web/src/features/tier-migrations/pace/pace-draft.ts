import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import { choice, decimalNumber, emptyOr, fault, timeZoneName, wholeNumber } from '@/form/field-schemas.ts'
import { draftReplicas, replicaChoices } from '../../replica-choices/replica-draft.ts'
import { type DraftSpan, draftSpans, judgeSpans, readSpans } from '../../time-window/draft-span.ts'

const mebibyte = 1024 * 1024

const wholeOrEmpty = (min: number, max: number) =>
  emptyOr(wholeNumber(min, max, `Enter a whole number from ${min} to ${max}, or leave empty.`), undefined)
const numberOrEmpty = (min: number, max: number) =>
  emptyOr(decimalNumber(min, max, `Enter a number from ${min} to ${max}, or leave empty.`), undefined)

/** The pace of a migration. An empty text does not limit. */
export const paceForm = z
  .object({
    concurrency: z.string(),
    mebibytesPerSecond: numberOrEmpty(0.0625, 1_000_000),
    timeZone: z.string(),
    /** None: at any time. */
    spans: choice<DraftSpan[]>(),
    foregroundP95Ms: wholeOrEmpty(1, 3_600_000),
    mergePoolPercent: wholeOrEmpty(1, 100),
    storeErrorPercent: numberOrEmpty(0, 100),
    replicas: replicaChoices,
  })
  .superRefine((draft, context) => {
    judgeSpans(draft, context)
    const zone = draft.spans.length > 0 ? timeZoneName.safeParse(draft.timeZone) : undefined
    for (const { message } of zone?.error?.issues ?? []) fault(context, ['timeZone'], message)
  })
  .transform(({ concurrency, mebibytesPerSecond, timeZone, spans, replicas, ...pacing }) => {
    const limits = {
      concurrencyPerReplica: concurrency === '1' ? undefined : Number(concurrency),
      bandwidthBytesPerSecond:
        mebibytesPerSecond === undefined ? undefined : String(Math.round(mebibytesPerSecond * mebibyte)),
      window: spans.length > 0 ? { timeZone, spans: readSpans(spans) } : undefined,
      pacing: Object.values(pacing).some((value) => value !== undefined) ? pacing : undefined,
      replicas: Object.keys(replicas).length > 0 ? replicas : undefined,
    }
    // JSON has no undefined: what is sent and what is read back are the same.
    return tierMigrationLimits.parse(JSON.parse(JSON.stringify(limits)))
  })

export function draftOf(limits: TierMigrationLimits, ownTimeZone: string): z.input<typeof paceForm> {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    concurrency: String(limits.concurrencyPerReplica ?? 1),
    mebibytesPerSecond: limits.bandwidthBytesPerSecond
      ? // Six digits represent every allowed limit to the byte: viewing a pace does not change it.
        String(Number((Number(limits.bandwidthBytesPerSecond) / mebibyte).toFixed(6)))
      : '',
    timeZone: limits.window?.timeZone ?? ownTimeZone,
    spans: draftSpans(limits.window?.spans ?? []),
    foregroundP95Ms: text(limits.pacing?.foregroundP95Ms),
    mergePoolPercent: text(limits.pacing?.mergePoolPercent),
    storeErrorPercent: text(limits.pacing?.storeErrorPercent),
    replicas: draftReplicas(limits.replicas),
  }
}

import { z } from 'zod'
import { timeWindowInput } from '../time-window/time-window-input.ts'
import { pacingLimits } from './pacing.ts'
import { replicaChoices } from './replica-choices.ts'

/** Bytes a second as a decimal string, since JSON has no 64-bit integers. At least 64 KiB/s: less never ends. */
const bytesPerSecond = z
  .string()
  .regex(/^\d{1,15}$/)
  .refine((text) => Number(text) >= 65_536, 'The bandwidth must be at least 64 KiB/s.')

/**
 * How gently a tier migration goes. All of it may be changed while it runs; what is left out does not limit.
 *
 * - `concurrencyPerReplica`: statements at a time on one replica. Each moves one part after the other.
 * - `bandwidthBytesPerSecond`: bytes of one replica to or from the target, over all its statements.
 * - `window`: when statements may be sent. One that is under way at the end of the window is let end.
 * - `pacing`: what of each node's life must not be disturbed.
 * - `replicas`: what is waited for on replicated tables.
 */
export const tierMigrationLimits = z.object({
  concurrencyPerReplica: z.number().int().min(1).max(8).optional(),
  bandwidthBytesPerSecond: bytesPerSecond.optional(),
  window: timeWindowInput.optional(),
  pacing: pacingLimits.optional(),
  replicas: replicaChoices.optional(),
})
export type TierMigrationLimits = z.infer<typeof tierMigrationLimits>

/**
 * The throttle of a statement is settled when it is sent. One of very many bytes that begins while the pace is slow is
 * not to keep to it for hours: at the latest it ends after this long, as far as the pace goes.
 */
const LONGEST_PACED_SECONDS = 600n

/** The rate at which a statement over so many bytes may go under this pace. */
export function paceOfStatement(bytes: bigint, pace: bigint): bigint {
  const slowest = bytes / LONGEST_PACED_SECONDS
  return pace > slowest ? pace : slowest
}

/**
 * The throttle of one statement over so many bytes, so that all that run at a time keep to the limit and to the pace
 * of their replica (bytes a second; undefined when it is not paced) together. Undefined: none.
 */
export function bandwidthOfStatement(
  limits: TierMigrationLimits,
  bytes: bigint,
  pace: bigint | undefined,
): bigint | undefined {
  const sharers = BigInt(limits.concurrencyPerReplica ?? 1)
  const limited =
    limits.bandwidthBytesPerSecond === undefined
      ? undefined
      : BigInt(limits.bandwidthBytesPerSecond) / sharers
  if (pace === undefined) return limited
  const paced = paceOfStatement(bytes, pace / sharers)
  return limited === undefined || paced < limited ? paced : limited
}

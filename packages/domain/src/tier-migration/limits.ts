import { z } from 'zod'

/** Bytes a second as a decimal string, since JSON has no 64-bit integers. At least 64 KiB/s: less never ends. */
const bytesPerSecond = z
  .string()
  .regex(/^\d{1,15}$/)
  .refine((text) => Number(text) >= 65_536, 'A bandwidth below 64 KiB/s is not a limit but a stop.')

/**
 * How gently a tier migration goes. All of it may be changed while it runs; what is left out does not limit.
 *
 * - `concurrencyPerReplica`: statements at a time on one replica. Each moves one part after the other.
 * - `bandwidthBytesPerSecond`: bytes of one replica to or from the target, over all its statements.
 */
export const tierMigrationLimits = z.object({
  concurrencyPerReplica: z.number().int().min(1).max(8).optional(),
  bandwidthBytesPerSecond: bytesPerSecond.optional(),
})
export type TierMigrationLimits = z.infer<typeof tierMigrationLimits>

/** The throttle of one statement, so that all that run at a time keep to the limit together. Undefined: none. */
export function bandwidthOfStatement(limits: TierMigrationLimits): bigint | undefined {
  if (limits.bandwidthBytesPerSecond === undefined) return undefined
  return BigInt(limits.bandwidthBytesPerSecond) / BigInt(limits.concurrencyPerReplica ?? 1)
}

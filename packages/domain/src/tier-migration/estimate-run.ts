import { z } from 'zod'
import { quantile } from '../quantile.ts'
import type { TierMigrationLimits } from './limits.ts'

/** A statement that has moved something. */
export interface MeasuredMove {
  bytes: bigint
  elapsedMs: number
}

/** Rates of single statements, in bytes a second. Of ten, eight were within this range. */
export interface RateRange {
  slow: number
  fast: number
  measured: number
}

/** Fewer measured statements tell no range. */
export const fewestMeasured = 5

/** Null: too few have been measured. */
export function measureRates(moves: readonly MeasuredMove[]): RateRange | null {
  const rates = moves
    .filter(({ bytes, elapsedMs }) => bytes > 0n && elapsedMs > 0)
    .map(({ bytes, elapsedMs }) => (Number(bytes) * 1000) / elapsedMs)
    .sort((a, b) => a - b)
  if (rates.length < fewestMeasured) return null
  return { slow: quantile(rates, 0.1) ?? 0, fast: quantile(rates, 0.9) ?? 0, measured: rates.length }
}

/** What one replica copies itself. */
export interface ReplicaWork {
  bytes: bigint
  steps: number
}

/**
 * How long the replicas need, side by side, for what each copies. Slow: statements at a time share one rate. Fast: each
 * has its own. Never faster than the bandwidth that the limits allow.
 */
export function estimateDuration(
  replicas: readonly ReplicaWork[],
  rates: RateRange,
  limits: Pick<TierMigrationLimits, 'concurrencyPerReplica' | 'bandwidthBytesPerSecond'>,
): { fastMs: number; slowMs: number } {
  const { concurrencyPerReplica = 1, bandwidthBytesPerSecond } = limits
  const limit =
    bandwidthBytesPerSecond === undefined ? Number.POSITIVE_INFINITY : Number(bandwidthBytesPerSecond)
  const longest = (rateOf: (replica: ReplicaWork) => number) =>
    replicas.reduce(
      (most, replica) =>
        replica.bytes === 0n
          ? most
          : Math.max(most, (Number(replica.bytes) * 1000) / Math.min(limit, rateOf(replica))),
      0,
    )
  return {
    fastMs: longest(({ steps }) => rates.fast * Math.max(1, Math.min(concurrencyPerReplica, steps))),
    slowMs: longest(() => rates.slow),
  }
}

/** What a plan was estimated to need. Stored with it, to compare at the end. */
export const runEstimate = z.object({
  duration: z
    .object({
      fastMs: z.number(),
      slowMs: z.number(),
      measuredMoves: z.number().int().describe('Statements of this cluster that the rates come from.'),
    })
    .nullable()
    .describe(
      'While it may work, from the rates of finished moves (p10 to p90). Null: too few were measured.',
    ),
  requests: z
    .object({ writes: z.number(), reads: z.number() })
    .nullable()
    .describe('To object storage: PUTs with the parts of multipart uploads, and GETs. Null: not known.'),
  cost: z
    .object({ amount: z.number(), currency: z.string() })
    .nullable()
    .describe('Of the requests, by the price book.'),
})
export type RunEstimate = z.infer<typeof runEstimate>

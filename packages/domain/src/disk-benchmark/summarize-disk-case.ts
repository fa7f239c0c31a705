import { z } from 'zod'
import { quantile } from '../quantile.ts'
import type { DiskBenchmarkSpec, DiskStep } from './disk-benchmark-spec.ts'

const count = z.string().regex(/^\d+$/).transform(BigInt)

/** What the server counted for an insert, and what it left on the disk. */
export const insertFigures = z.object({
  rows: count,
  bytes: count,
  files: count,
  storeBytes: count.nullable(),
  storeRequests: count.nullable(),
})

/** What the server counted for a read. */
export const readFigures = z.object({
  readRows: count,
  storeBytes: count,
  missedBytes: count,
  cacheBytes: count,
  storeRequests: count,
})
export type ReadFigures = z.infer<typeof readFigures>

/**
 * Why a read did not come from the expected disk, by its counters. Null: it did, or the disk is local and nothing
 * tells.
 */
export function judgeDiskRead(
  step: Exclude<DiskStep, 'insert'>,
  kind: DiskBenchmarkSpec['kind'],
  { storeBytes, missedBytes, cacheBytes }: ReadFigures,
): string | null {
  const fromStore = storeBytes > 0n || missedBytes > 0n
  if (kind === 'local') return fromStore ? 'It read from object storage.' : null
  if (step === 'read-cold' || kind === 'object')
    return cacheBytes > 0n
      ? 'A part came from a cache.'
      : fromStore
        ? null
        : 'It read nothing from object storage.'
  if (fromStore) return 'A part came from object storage.'
  return cacheBytes > 0n ? null : 'It read nothing from a cache.'
}

export interface DiskRun {
  elapsedMs: number
  /** Size of the table on the disk. */
  bytes: bigint
  rows: bigint
  requests: bigint | null
}

export interface DiskSummary {
  runs: number
  medianMs: number | null
  lowerQuartileMs: number | null
  upperQuartileMs: number | null
  fastestMs: number | null
  slowestMs: number | null
  /** Of the median run. */
  rowsPerSecond: number | null
  bytesPerSecond: number | null
  /** PUTs of an insert or GETs of a read in the median run. Null: not logged. */
  requests: bigint | null
}

export function summarizeDiskRuns(runs: readonly DiskRun[]): DiskSummary {
  const sorted = runs.toSorted((a, b) => a.elapsedMs - b.elapsedMs)
  const times = sorted.map(({ elapsedMs }) => elapsedMs)
  const medianMs = quantile(times, 0.5)
  const typical = sorted[Math.floor((sorted.length - 1) / 2)]
  const perSecond = (amount: bigint | undefined) =>
    amount === undefined || medianMs === null || medianMs <= 0 ? null : (Number(amount) * 1_000) / medianMs
  return {
    runs: runs.length,
    medianMs,
    lowerQuartileMs: quantile(times, 0.25),
    upperQuartileMs: quantile(times, 0.75),
    fastestMs: times[0] ?? null,
    slowestMs: times.at(-1) ?? null,
    rowsPerSecond: perSecond(typical?.rows),
    bytesPerSecond: perSecond(typical?.bytes),
    requests: typical?.requests ?? null,
  }
}

import { type MeasuredMove, measureRates } from '../tier-migration/estimate-run.ts'

/** Loads of a tenth to ten times the size tell the rate of a load. Others are mostly their fixed cost, or have none. */
const similar = 10n

/** Sizes of loads that tell how long one of `sizeBytes` takes. */
export function similarSizes(sizeBytes: bigint): { least: bigint; most: bigint } {
  return { least: sizeBytes / similar, most: sizeBytes * similar }
}

/** How long a load takes by finished loads of a similar size. Null: there are too few. */
export function estimateLoadTime(
  sizeBytes: bigint,
  finished: readonly MeasuredMove[],
): { fastMs: number; slowMs: number; measuredLoads: number } | null {
  const { least, most } = similarSizes(sizeBytes)
  const rates = measureRates(finished.filter(({ bytes }) => bytes >= least && bytes <= most))
  if (sizeBytes === 0n || rates === null) return null
  const at = (bytesPerSecond: number) => (Number(sizeBytes) * 1_000) / bytesPerSecond
  return { fastMs: at(rates.fast), slowMs: at(rates.slow), measuredLoads: rates.measured }
}

import type { LoadSummary } from './load.ts'

export interface RunFigures {
  /** From its start to its end; null before. */
  elapsedMs: number | null
  rowsPerSecond: number | null
  bytesPerSecond: number | null
}

/** The rate of a load, from what is in the table; null while it is running. */
export function figuresOf(
  load: Pick<LoadSummary, 'startedAt' | 'finishedAt' | 'loadedRows' | 'loadedBytes'>,
): RunFigures {
  const { startedAt, finishedAt, loadedRows, loadedBytes } = load
  if (!startedAt || !finishedAt) return { elapsedMs: null, rowsPerSecond: null, bytesPerSecond: null }
  const elapsedMs = Math.max(0, finishedAt.getTime() - startedAt.getTime())
  const rate = (amount: bigint) => (elapsedMs === 0 ? null : (Number(amount) / elapsedMs) * 1_000)
  return { elapsedMs, rowsPerSecond: rate(loadedRows), bytesPerSecond: rate(loadedBytes) }
}

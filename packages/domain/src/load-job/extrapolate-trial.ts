/** What one node did in a trial. */
export interface TrialRun {
  node: string
  /** Of the objects that it was given, in the bucket. */
  givenBytes: bigint
  /** Of them, read from the store before the time was up. */
  readBytes: bigint
  rows: bigint
  elapsedMs: number
  /** The time was up before its objects were read. */
  cutOff: boolean
}

export interface TrialLoad extends TrialRun {
  /** Of what it wrote. */
  diskBytes: bigint
}

interface TrialRate {
  /** Of the bucket, by all nodes together. */
  bytesPerSecond: number
  rowsPerSecond: number
}

export interface TrialEstimate {
  reading: TrialRate
  loading: TrialRate
  /** Of the time of the load, what reading and converting alone takes, from 0 to 1. */
  readShare: number
  elapsedMs: number
  rows: bigint
  diskBytes: bigint
}

/**
 * The whole load by what a part of it took, with all nodes at work as in the trial. Null where nothing was read. Nodes
 * that were given nothing count for nothing.
 */
export function extrapolateTrial(
  totalBytes: bigint,
  reads: readonly TrialRun[],
  loads: readonly TrialLoad[],
): TrialEstimate | null {
  const reading = sumRates(reads)
  const loading = sumRates(loads)
  const consumed = loads.reduce((sum, run) => sum + consumedBytes(run), 0n)
  if (reading.bytesPerSecond === 0 || loading.bytesPerSecond === 0 || consumed === 0n) return null
  const rows = loads.reduce((sum, run) => sum + run.rows, 0n)
  const diskBytes = loads.reduce((sum, run) => sum + run.diskBytes, 0n)
  return {
    reading,
    loading,
    readShare: Math.min(1, loading.bytesPerSecond / reading.bytesPerSecond),
    elapsedMs: (Number(totalBytes) / loading.bytesPerSecond) * 1_000,
    rows: (totalBytes * rows) / consumed,
    diskBytes: (totalBytes * diskBytes) / consumed,
  }
}

/** Formats of columns read less than the objects have; objects that were read to their end count as they are. */
function consumedBytes({ cutOff, givenBytes, readBytes }: TrialRun): bigint {
  return cutOff ? readBytes : givenBytes
}

function sumRates(runs: readonly TrialRun[]): TrialRate {
  const seconds = ({ elapsedMs }: TrialRun) => Math.max(1, elapsedMs) / 1_000
  return {
    bytesPerSecond: runs.reduce((sum, run) => sum + Number(consumedBytes(run)) / seconds(run), 0),
    rowsPerSecond: runs.reduce((sum, run) => sum + Number(run.rows) / seconds(run), 0),
  }
}

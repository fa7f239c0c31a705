export const migrationPhases = ['copy', 'compare', 'deep-check'] as const
type MigrationPhase = (typeof migrationPhases)[number]

export interface StepWork {
  status: 'planned' | 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped'
  plannedBytes: bigint
  /** Of parts whose objects another replica has uploaded: not copied, but compared and read back. */
  sharedBytes: bigint
  /** Of parts that are on the target. */
  movedBytes: bigint
  /** Sent of parts that are being copied and have not arrived. */
  sentBytes: bigint
  /** Of each read of the deep check, whole parts. */
  readBytes: { sumBefore: bigint; check: bigint; sumAfter: bigint }
  /** Of the part that is being read. */
  readingBytes: bigint
}

export interface PhaseProgress {
  phase: MigrationPhase
  doneBytes: bigint
  /** Under way and not done: it counts again from nothing when it is stopped. */
  inFlightBytes: bigint
  totalBytes: bigint
}

/**
 * How far a tier migration is, phase by phase. The phases of its steps overlap in time: one partition is read back
 * while the next is copied. The deep check reads each byte three times, or twice when it is a run of its own that
 * copies nothing. `leftBytes` is all that is still to be copied and read of the steps that are not at their end.
 */
export function measurePhases(
  steps: readonly StepWork[],
  { copies, deepCheck }: { copies: boolean; deepCheck: boolean },
): { phases: PhaseProgress[]; leftBytes: bigint } {
  const [copy, compare, deep] = [emptyPhase('copy'), emptyPhase('compare'), emptyPhase('deep-check')]
  let leftBytes = 0n
  for (const step of steps) {
    const { plannedBytes, movedBytes, readBytes } = step
    const whole = plannedBytes + step.sharedBytes
    const done = step.status === 'completed'
    const reads = copies
      ? [readBytes.sumBefore, readBytes.check, readBytes.sumAfter]
      : [readBytes.check, readBytes.sumAfter]
    const maxRead = whole * BigInt(reads.length)
    const read = done ? maxRead : reads.reduce((sum, bytes) => sum + least(bytes, whole), 0n)
    // Where the planned uploader was away or skipped, another replica has uploaded its bytes.
    add(copy, { done: movedBytes, inFlight: step.sentBytes, most: whole, total: plannedBytes })
    add(compare, { done: done ? whole : 0n, inFlight: 0n, most: whole, total: whole })
    add(deep, { done: read, inFlight: step.readingBytes, most: maxRead, total: maxRead })
    if (step.status !== 'planned' && step.status !== 'running') continue
    if (copies) leftBytes += most(0n, plannedBytes - movedBytes - step.sentBytes)
    if (deepCheck) leftBytes += most(0n, maxRead - read - step.readingBytes)
  }
  copy.doneBytes = least(copy.doneBytes, copy.totalBytes)
  copy.inFlightBytes = least(copy.inFlightBytes, copy.totalBytes - copy.doneBytes)
  return { phases: [...(copies ? [copy, compare] : []), ...(deepCheck ? [deep] : [])], leftBytes }
}

function emptyPhase(phase: MigrationPhase): PhaseProgress {
  return { phase, doneBytes: 0n, inFlightBytes: 0n, totalBytes: 0n }
}

function add(
  phase: PhaseProgress,
  work: { done: bigint; inFlight: bigint; most: bigint; total: bigint },
): void {
  const done = least(work.done, work.most)
  phase.doneBytes += done
  phase.inFlightBytes += least(work.inFlight, work.most - done)
  phase.totalBytes += work.total
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)

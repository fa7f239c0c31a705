import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk, type StoragePolicy } from '../policy/storage-policy.ts'
import { covers, type PartWitness } from './proof.ts'

/** What a progress display saw at a moment: bytes of work that were done by then. */
export interface ProgressSample {
  atMs: number
  doneBytes: bigint
}

/** Over less, one part that arrives or one wait between two parts makes the rate. */
const LEAST_WINDOW_MS = 30_000
/** Older ones tell of a speed that is over, however large the parts are. */
const KEPT_MS = 15 * 60_000
/** With less than this between first and last sample any rate would be chance. */
const MIN_SPAN_MS = 2000

/** One that goes back (a retry, a part that was stopped) starts the measurement over. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1)
  if (last && sample.doneBytes < last.doneBytes) return [sample]
  return [...samples.filter((kept) => sample.atMs - kept.atMs <= KEPT_MS), sample]
}

/**
 * The rate that was kept up, in bytes a second: over the last half minute, or over so much more that something was done
 * in it. Never above `maxBytesPerSecond`, the limits that are set: a burst before a wait is not a rate. Null while it
 * cannot be told. The time left at that rate is null too when nothing is left to copy or to read: what remains then
 * (the comparison) has no bytes.
 */
export function estimateProgress(
  samples: readonly ProgressSample[],
  { leftBytes, maxBytesPerSecond }: { leftBytes: bigint; maxBytesPerSecond: bigint | null },
): { bytesPerSecond: number | null; leftMs: number | null } {
  const unknown = { bytesPerSecond: null, leftMs: null }
  const last = samples.at(-1)
  if (!last) return unknown
  const from =
    samples.findLast(
      (sample) => last.atMs - sample.atMs >= LEAST_WINDOW_MS && sample.doneBytes < last.doneBytes,
    ) ?? samples[0]
  if (!from || last.atMs - from.atMs < MIN_SPAN_MS || from.doneBytes === last.doneBytes) return unknown
  const measured = (Number(last.doneBytes - from.doneBytes) * 1000) / (last.atMs - from.atMs)
  const bytesPerSecond = maxBytesPerSecond === null ? measured : Math.min(measured, Number(maxBytesPerSecond))
  const leftMs = leftBytes > 0n ? (Number(leftBytes) / bytesPerSecond) * 1000 : null
  return { bytesPerSecond, leftMs }
}

/** What all replicas together may do a second under the limit of each; null without a limit. */
export function maxRateOf(bandwidthBytesPerSecond: string | undefined, replicas: number): bigint | null {
  return bandwidthBytesPerSecond === undefined || replicas === 0
    ? null
    : BigInt(bandwidthBytesPerSecond) * BigInt(replicas)
}

/**
 * How much of what was off the target at the first look is on it now, in parts and bytes of the first look, so that
 * progress never exceeds the plan when the server merges meanwhile. Parts whose objects another replica has put there bring no
 * bytes.
 */
export function measureStepProgress(
  before: readonly PartWitness[],
  now: readonly Part[],
  policy: StoragePolicy,
  targetVolume: string,
): { movedParts: number; movedBytes: bigint } {
  const onTarget = (disk: string) => findVolumeOfDisk(policy, disk)?.name === targetVolume
  const arrived = now.filter((part) => onTarget(part.disk))
  const moved = before.filter((seen) => !onTarget(seen.disk) && arrived.some((part) => covers(part, seen)))
  return {
    movedParts: moved.length,
    movedBytes: moved.reduce((sum, part) => (part.shared ? sum : sum + part.bytesOnDisk), 0n),
  }
}

export const stepActivities = ['copying', 'reading', 'comparing', 'held', 'ready'] as const

/**
 * What a running step does. A step counts as running from when it gets ready, so several of a replica do at a time;
 * only as many as the limits allow are `copying` or `reading`. `held`: something keeps it, as its note says. `ready`:
 * its turn at the replica has not come.
 */
export type StepActivity = (typeof stepActivities)[number]

/** The note of a step whose turn at its replica has not come. */
export const waitsForTurn = 'Ready. The previous statement is running.'

export function activityOf(step: {
  /** The deep check has a statement under way. */
  reading: boolean
  /** The server moves parts of it, or the statement under way has sent bytes. */
  copying: boolean
  /** Nothing of it is off the target any more. */
  arrived: boolean
  waitReason: string | null
}): StepActivity {
  if (step.reading) return 'reading'
  if (step.waitReason === waitsForTurn) return 'ready'
  if (step.arrived && step.waitReason === null) return 'comparing'
  if (step.copying) return 'copying'
  return step.waitReason === null ? 'ready' : 'held'
}

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

import type { RunStatus } from './run-status.ts'

export interface RunTransition {
  /** The worker that has the run, or a person with the role that its kind requires. */
  by: 'person' | 'worker'
  /** Target state for each state that allows the order. */
  to: Readonly<Partial<Record<RunStatus, RunStatus>>>
  /** It starts a new generation: writes of an older one are rejected. */
  newGeneration?: true
  /** As in "cannot be paused". */
  participle: string
  /** Hint for a person when the state does not allow the order. */
  hint: string
}

const none = 'Refresh the page: its state has changed.'

/**
 * Which order is allowed in which state, and the resulting state. This is the only place that defines it.
 *
 * A worker that dies leaves the state as it is: the dispatcher finds a run in `drivenRunStatuses` without a live
 * workflow and either resumes it (`recover`) or, after too many attempts, fails it (`give-up`).
 */
export const runTransitions = {
  pause: {
    by: 'person',
    to: { queued: 'paused', running: 'pausing' },
    participle: 'paused',
    hint: 'Only a queued or running one can be paused.',
  },
  resume: {
    by: 'person',
    to: { paused: 'queued' },
    newGeneration: true,
    participle: 'resumed',
    hint: 'Only a paused one can be resumed.',
  },
  cancel: {
    by: 'person',
    to: { queued: 'cancelled', paused: 'cancelled', running: 'cancelling', pausing: 'cancelling' },
    participle: 'cancelled',
    hint: 'Nothing is running.',
  },
  retry: {
    by: 'person',
    to: { failed: 'queued', cancelled: 'queued' },
    newGeneration: true,
    participle: 'retried',
    hint: 'Only a failed or cancelled one can be retried.',
  },
  /** A kind that can undo its work goes back as the same run. */
  revert: {
    by: 'person',
    to: { paused: 'queued', completed: 'queued', failed: 'queued', cancelled: 'queued' },
    newGeneration: true,
    participle: 'reverted',
    hint: 'Only a paused one or one that has ended can be reverted.',
  },
  /** One of its steps is retried alone. The others stay as they are. */
  'retry-step': {
    by: 'person',
    to: { completed: 'queued', failed: 'queued', cancelled: 'queued' },
    newGeneration: true,
    participle: 'retried step by step',
    hint: 'Wait until it has stopped. Resume it if it is paused.',
  },
  /** All that was left is skipped. */
  finish: {
    by: 'person',
    to: { paused: 'completed', failed: 'completed', cancelled: 'completed' },
    participle: 'finished',
    hint: 'Wait until it has stopped.',
  },
  /** A second person approves the deletion of what is in quarantine. */
  approve: {
    by: 'person',
    to: { waiting: 'queued' },
    newGeneration: true,
    participle: 'approved',
    hint: 'Only objects in quarantine can be approved for deletion.',
  },
  /** What it took away is restored in a new generation. One that a worker has is cancelled instead. */
  restore: {
    by: 'person',
    to: { queued: 'queued', paused: 'queued', waiting: 'queued', failed: 'queued' },
    newGeneration: true,
    participle: 'restored',
    hint: 'No objects are left to restore.',
  },
  begin: { by: 'worker', to: { queued: 'running' }, participle: 'begun', hint: none },
  complete: {
    by: 'worker',
    to: { running: 'completed', pausing: 'completed', cancelling: 'completed' },
    participle: 'completed',
    hint: none,
  },
  /** A requested pause or cancellation takes effect. */
  stop: {
    by: 'worker',
    to: { pausing: 'paused', cancelling: 'cancelled' },
    participle: 'stopped',
    hint: none,
  },
  /** All its work is done, and the rest was cancelled before. */
  'cancel-rest': {
    by: 'worker',
    to: { running: 'cancelled', pausing: 'cancelled' },
    participle: 'cancelled',
    hint: none,
  },
  /** It waits until a second person approves its next stage, or until a date. */
  hold: {
    by: 'worker',
    to: { running: 'waiting', pausing: 'waiting' },
    participle: 'held',
    hint: none,
  },
  /** Its date has come. */
  release: {
    by: 'worker',
    to: { waiting: 'queued' },
    newGeneration: true,
    participle: 'released',
    hint: none,
  },
  /** Cancelled while a worker had it: what it took away is restored in a new generation. */
  'bring-back': {
    by: 'worker',
    to: { cancelling: 'queued' },
    newGeneration: true,
    participle: 'restored',
    hint: none,
  },
  fail: {
    by: 'worker',
    to: { running: 'failed', pausing: 'failed', cancelling: 'failed' },
    participle: 'failed',
    hint: none,
  },
  recover: {
    by: 'worker',
    to: { queued: 'queued', running: 'running', pausing: 'pausing', cancelling: 'cancelling' },
    newGeneration: true,
    participle: 'recovered',
    hint: none,
  },
  'give-up': {
    by: 'worker',
    to: { queued: 'failed', running: 'failed', pausing: 'failed', cancelling: 'failed' },
    participle: 'given up',
    hint: none,
  },
} as const satisfies Record<string, RunTransition>

export type RunOrder = keyof typeof runTransitions

/** The state after the order; null: the current state does not allow it. */
export function nextRunStatus(order: RunOrder, from: RunStatus): RunStatus | null {
  const { to }: RunTransition = runTransitions[order]
  return to[from] ?? null
}

/** What a person has requested of a running run, from its state. */
export function readRunWish(status: RunStatus): 'go-on' | 'pause' | 'cancel' {
  return status === 'cancelling' ? 'cancel' : status === 'pausing' ? 'pause' : 'go-on'
}

/** How a worker that can do no more ends a run: completed, or as requested, unless there is a fault. */
export function endOrderOf(
  status: RunStatus,
  {
    isDone,
    isFaulty,
    isRestCancelled = false,
  }: { isDone: boolean; isFaulty: boolean; isRestCancelled?: boolean },
): 'complete' | 'stop' | 'cancel-rest' | 'fail' {
  if (isFaulty) return 'fail'
  if (isDone) return 'complete'
  if (nextRunStatus('stop', status) !== null) return 'stop'
  return isRestCancelled ? 'cancel-rest' : 'fail'
}

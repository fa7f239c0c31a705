import type { RunStatus } from '@frostline/domain'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type Entry = Pick<RouterOutputs['runs']['history'][number], 'order' | 'to'>

const asked: Partial<Record<Entry['order'], string>> = {
  start: 'Started',
  note: 'Note',
  resume: 'Resumed',
  retry: 'Retried',
  revert: 'Revert started',
  'retry-step': 'Step retried',
  finish: 'Remaining steps skipped',
  approve: 'Approved',
  restore: 'Restore requested',
  release: 'Waiting period is over',
  'bring-back': 'Restore started',
  begin: 'Picked up',
  recover: 'Recovered after its worker ended',
  'give-up': 'Failed after too many recoveries',
}

const states: Record<RunStatus, string> = {
  queued: 'Queued',
  running: 'Running',
  pausing: 'Pause requested',
  paused: 'Paused',
  waiting: 'Waiting for approval',
  cancelling: 'Cancellation requested',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** One line of the history of a run. */
export function describeTransition({ order, to }: Entry): string {
  return asked[order] ?? (to === null ? order : states[to])
}

import { type RunKind, type RunKindFacts, runKinds } from './run-kinds.ts'

/** Every state of a run of any kind. */
export const runStatuses = [
  'queued',
  'running',
  'pausing',
  'paused',
  'waiting',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const
export type RunStatus = (typeof runStatuses)[number]

/** A worker has it. */
export const liveRunStatuses = ['running', 'pausing', 'cancelling'] as const
/** A worker has it or will take it. */
export const drivenRunStatuses = ['queued', ...liveRunStatuses] as const
/** It may continue by itself, at a date or on request, so what it works on is still needed. */
export const openRunStatuses = [...drivenRunStatuses, 'paused', 'waiting'] as const
/** It has ended, and only a person can reopen it. */
export const endedRunStatuses = ['completed', 'failed', 'cancelled'] as const

/** Every state of a run of the kind. */
export function statusesOf(kind: RunKind): RunStatus[] {
  const { neverPauses, waits }: RunKindFacts = runKinds[kind]
  return runStatuses.filter((status) =>
    status === 'waiting' ? waits === true : !neverPauses || (status !== 'pausing' && status !== 'paused'),
  )
}

/** What a run of the kind works on is still needed in these. */
export function openStatusesOf(kind: RunKind): readonly RunStatus[] {
  const { failedHolds }: RunKindFacts = runKinds[kind]
  return failedHolds ? [...openRunStatuses, 'failed'] : openRunStatuses
}

/** While a run is in one of these, no other run may hold its claim. */
export function claimingStatuses(kind: RunKind): readonly RunStatus[] {
  const { pauseFreesClaim }: RunKindFacts = runKinds[kind]
  return pauseFreesClaim ? drivenRunStatuses : openStatusesOf(kind)
}

export function isDrivenRun(status: string): boolean {
  return drivenRunStatuses.some((driven) => driven === status)
}

export function isOpenRun(status: string): boolean {
  return openRunStatuses.some((open) => open === status)
}

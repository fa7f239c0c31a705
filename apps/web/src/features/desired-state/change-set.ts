import { isDrivenRun, type RunStatus } from '@frostline/domain'
import type { Tone } from '@frostline/ui'
import { runLooks } from '@/features/run/run-looks.ts'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type ChangeSetSummary = RouterOutputs['changeSets']['list']['changeSets'][number]
export type ChangeSetDetail = RouterOutputs['changeSets']['get']
export type ChangeOfSet = ChangeSetDetail['changes'][number]
export type ManagedObject = RouterOutputs['desiredState']['managed']['objects'][number]

export const changeSetLooks: Record<RunStatus, Look> = {
  ...runLooks({
    running: 'A worker makes the changes, one after the other.',
    cancelling: 'Stopping after the current change.',
    completed: 'Everything is as the file says.',
    failed: 'A change could not be made. The changes before it are made.',
    cancelled: 'What was changed stays.',
  }),
  waiting: look('warn', 'needs approval', 'Waiting for the approval of a second person.'),
}

export const stepLooks: Record<ChangeOfSet['state'], Look> = {
  planned: look('neutral', 'planned', 'Not started.'),
  done: look('ok', 'done', 'Changed as the file says.'),
  unchanged: look('ok', 'as wanted', 'It was as the file says already.'),
  failed: look('danger', 'failed', 'It could not be changed.'),
}

export const actionLooks: Record<ChangeOfSet['action'], { word: string; tone: Tone }> = {
  create: { word: 'Create', tone: 'ok' },
  update: { word: 'Update', tone: 'accent' },
  replace: { word: 'Replace', tone: 'warn' },
  remove: { word: 'Remove', tone: 'danger' },
}

export function isActive({ status }: Pick<ChangeSetSummary, 'status'>): boolean {
  return isDrivenRun(status)
}

export function totalOf({ steps }: Pick<ChangeSetSummary, 'steps'>): number {
  return steps.planned + steps.done + steps.unchanged + steps.failed
}

/** Of its changes that are made, from 0 to 1. */
export function shareOf(of: Pick<ChangeSetSummary, 'steps'>): number {
  const total = totalOf(of)
  return total === 0 ? 1 : (of.steps.done + of.steps.unchanged) / total
}

import { type Look, look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type ArchiveSchedule = RouterOutputs['archiveSchedules']['list']['schedules'][number]

export const runLooks: Record<NonNullable<ArchiveSchedule['lastRun']>['status'], Look> = {
  due: look('accent', 'due', 'Waiting for a worker, or for its hours.', true),
  running: look('accent', 'archiving', 'Files are written and proved.', true),
  completed: look('ok', 'proved', 'The files are proved. The archive needs its approval.'),
  failed: look('danger', 'failed', 'No archive was proved.'),
  nothing: look('neutral', 'nothing due', 'No partition was old enough, or none fits the budget.'),
  skipped: look('neutral', 'skipped', 'Skipped.'),
}

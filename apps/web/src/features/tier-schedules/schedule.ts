import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { type Look, look } from '../status/look.ts'

export type Schedule = RouterOutputs['tierSchedules']['get']
export type ScheduleRun = RouterOutputs['tierSchedules']['runs']['runs'][number]
export type DryRun = RouterOutputs['tierSchedules']['preview']
export type DryRunRequest = RouterInputs['tierSchedules']['preview']

export const runLooks: Record<ScheduleRun['status'], Look> = {
  due: look('accent', 'due', 'Waiting for its window, or planning.', true),
  running: look('accent', 'moving', 'Tier migrations are running.', true),
  completed: look('ok', 'completed', 'Everything planned was moved.'),
  failed: look('danger', 'failed', 'Partly moved. See the reason.'),
  nothing: look('neutral', 'nothing to do', 'Nothing was moved. See the reason.'),
  skipped: look('warn', 'skipped', 'Not started. See the reason.'),
}

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

export function stateLook(schedule: Pick<Schedule, 'enabled' | 'stoppedReason' | 'ownerFault'>): Look {
  if (schedule.stoppedReason !== null) return look('danger', 'stopped', schedule.stoppedReason)
  if (!schedule.enabled) return look('neutral', 'disabled', 'Disabled by a user. No runs start.')
  if (schedule.ownerFault !== null) return look('warn', 'stops at its next run', schedule.ownerFault)
  return look('ok', 'enabled', 'Enabled.')
}

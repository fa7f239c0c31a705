import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import type { Look } from '../status/look.ts'

export type Schedule = RouterOutputs['tierSchedules']['get']
export type ScheduleRun = RouterOutputs['tierSchedules']['runs']['runs'][number]
export type DryRun = RouterOutputs['tierSchedules']['preview']
export type DryRunRequest = RouterInputs['tierSchedules']['preview']

export const runLooks: Record<ScheduleRun['status'], Look> = {
  due: { tone: 'accent', word: 'due', live: true, meaning: 'Waiting for its window, or planning.' },
  running: { tone: 'accent', word: 'moving', live: true, meaning: 'Tier migrations are running.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Everything planned was moved.' },
  failed: {
    tone: 'danger',
    word: 'failed',
    live: false,
    meaning: 'Partly moved. See the reason.',
  },
  nothing: {
    tone: 'neutral',
    word: 'nothing to do',
    live: false,
    meaning: 'Nothing was moved. See the reason.',
  },
  skipped: { tone: 'warn', word: 'skipped', live: false, meaning: 'Not started. See the reason.' },
}

export function stateLook(schedule: Pick<Schedule, 'enabled' | 'stoppedReason' | 'ownerFault'>): Look {
  if (schedule.stoppedReason !== null)
    return { tone: 'danger', word: 'stopped', live: false, meaning: schedule.stoppedReason }
  if (!schedule.enabled)
    return { tone: 'neutral', word: 'disabled', live: false, meaning: 'Disabled by a user. No runs start.' }
  if (schedule.ownerFault !== null)
    return { tone: 'warn', word: 'stops at its next run', live: false, meaning: schedule.ownerFault }
  return { tone: 'ok', word: 'enabled', live: false, meaning: 'Enabled.' }
}

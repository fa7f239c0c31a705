import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import type { Look } from '../status/look.ts'

export type Schedule = RouterOutputs['tierSchedules']['get']
export type ScheduleRun = RouterOutputs['tierSchedules']['runs']['runs'][number]
export type DryRun = RouterOutputs['tierSchedules']['preview']
export type DryRunRequest = RouterInputs['tierSchedules']['preview']

export const runLooks: Record<ScheduleRun['status'], Look> = {
  due: { tone: 'accent', word: 'due', live: true, meaning: 'Waits for its window, or is being planned.' },
  running: { tone: 'accent', word: 'moving', live: true, meaning: 'Its tier migrations are under way.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'All that was planned has been moved.' },
  failed: {
    tone: 'danger',
    word: 'failed',
    live: false,
    meaning: 'Not all was moved; the reason is beside it.',
  },
  nothing: {
    tone: 'neutral',
    word: 'nothing to do',
    live: false,
    meaning: 'Nothing was moved; see the reason.',
  },
  skipped: { tone: 'warn', word: 'left out', live: false, meaning: 'It never began; see the reason.' },
}

export function stateLook(schedule: Pick<Schedule, 'enabled' | 'stoppedReason' | 'ownerFault'>): Look {
  if (schedule.stoppedReason !== null)
    return { tone: 'danger', word: 'stopped', live: false, meaning: schedule.stoppedReason }
  if (!schedule.enabled)
    return { tone: 'neutral', word: 'disabled', live: false, meaning: 'A person disabled it: no run begins.' }
  if (schedule.ownerFault !== null)
    return { tone: 'warn', word: 'stops at its next run', live: false, meaning: schedule.ownerFault }
  return { tone: 'ok', word: 'enabled', live: false, meaning: 'Its next runs are listed.' }
}

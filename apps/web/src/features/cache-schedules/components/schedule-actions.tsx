'use client'
import { Button } from '@frostline/ui'
import { Pencil } from 'lucide-react'
import { RunNow, ScheduleActions } from '@/features/schedules/schedule-actions.tsx'
import { type CacheSchedule, describeTask } from '../cache-schedule.ts'
import { useCacheScheduleActions } from '../hooks/use-cache-schedules.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

interface CacheScheduleActionsProps {
  cluster: string
  schedule: CacheSchedule
  onGone: () => void
}

/** Actions for its owner and admins. */
export function CacheScheduleActions({ cluster, schedule, onGone }: CacheScheduleActionsProps) {
  const { task } = schedule
  const send = useCacheScheduleActions()
  return (
    <ScheduleActions
      schedule={schedule}
      send={send}
      runNow={
        <RunNow
          schedule={schedule}
          send={send.runNow}
          description={`${describeTask(task)}, as ${schedule.owner}. The next scheduled runs do not change.`}
        />
      }
      removing="The schedule and its run history are deleted. Running warm-ups continue. Audit entries are kept."
      onRemoved={onGone}
    >
      <ScheduleDialog
        cluster={cluster}
        task={task}
        schedule={schedule}
        trigger={<Button icon={<Pencil aria-hidden />}>Edit</Button>}
      />
    </ScheduleActions>
  )
}

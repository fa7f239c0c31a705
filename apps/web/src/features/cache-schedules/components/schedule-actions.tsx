'use client'
import { Button, ConfirmDialog } from '@frostline/ui'
import { FastForward, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { type CacheSchedule, describeTask } from '../cache-schedule.ts'
import { useCacheScheduleActions } from '../hooks/use-cache-schedules.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

interface ScheduleActionsProps {
  cluster: string
  schedule: CacheSchedule
  onGone: () => void
}

/** Actions for its owner and admins. */
export function ScheduleActions({ cluster, schedule, onGone }: ScheduleActionsProps) {
  const { id, name, enabled, task } = schedule
  const { enable, disable, runNow, remove } = useCacheScheduleActions()
  return (
    <>
      {enabled ? (
        <>
          <ConfirmDialog
            title={`Run ${name} now?`}
            description={`${describeTask(task)}, as ${schedule.owner}. The next scheduled runs do not change.`}
            confirmLabel="Run now"
            cancelLabel="Cancel"
            onConfirm={async () => void (await runNow.mutateAsync({ id }))}
            trigger={<Button icon={<FastForward aria-hidden />}>Run now</Button>}
          />
          <Button
            icon={<Pause aria-hidden />}
            busy={disable.isPending}
            onClick={() => disable.mutate({ id })}
          >
            Disable
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          busy={enable.isPending}
          onClick={() => enable.mutate({ id })}
        >
          Enable
        </Button>
      )}
      <ScheduleDialog
        cluster={cluster}
        task={task}
        schedule={schedule}
        trigger={<Button icon={<Pencil aria-hidden />}>Change</Button>}
      />
      <ConfirmDialog
        danger
        title={`Delete ${name}?`}
        description="The schedule and its run history are deleted. Running warm-ups continue. Audit entries are kept."
        confirmLabel="Delete schedule"
        cancelLabel="Cancel"
        onConfirm={async () => {
          await remove.mutateAsync({ id })
          onGone()
        }}
        trigger={<Button icon={<Trash2 aria-hidden />}>Delete</Button>}
      />
    </>
  )
}

'use client'
import type { CacheTask } from '@frostline/domain'
import { Button, Dialog, Field, Input, RadioGroup, showToast } from '@frostline/ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { CronFields } from '@/features/cron/cron-fields.tsx'
import { NextDueTimes } from '@/features/cron/next-due-times.tsx'
import { viewerZone } from '@/features/cron/zoned-time.ts'
import { type CacheSchedule, describeTask } from '../cache-schedule.ts'
import { useCacheScheduleActions } from '../hooks/use-cache-schedules.ts'
import { findTimingFaults, type TimingDraft, type TimingFaults } from '../timing-draft.ts'

interface ScheduleDialogProps {
  cluster: string
  /** What it does; null while that is not complete. */
  task: CacheTask | null
  /** To be changed. Without it a new one is made. */
  schedule?: CacheSchedule
  /** Fields of the task. */
  children?: ReactNode
  trigger: ReactElement
}

/** When a warm-up or a drop comes again: name, cron, zone, missed runs. */
export function ScheduleDialog({ cluster, task, schedule, children, trigger }: ScheduleDialogProps) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<TimingDraft>(() => draftOf(schedule))
  const [tried, setTried] = useState(false)
  const { create, update } = useCacheScheduleActions()
  const found = findTimingFaults(draft)
  const { name: _name, ...typed } = found
  // A name that nobody has come to yet is no fault.
  const faults: TimingFaults = tried ? found : typed
  const change = (patch: Partial<TimingDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const show = (next: boolean) => {
    if (next) setDraft(draftOf(schedule))
    setTried(false)
    setOpen(next)
  }
  const saved = () => {
    setOpen(false)
    showToast({ tone: 'success', title: `${schedule ? 'Saved' : 'Created'} ${draft.name.trim()}` })
  }
  const save = () => {
    setTried(true)
    if (Object.keys(found).length > 0 || task === null) return
    if (schedule) update.mutate({ id: schedule.id, ...draft }, { onSuccess: saved })
    else create.mutate({ cluster, task, ...draft }, { onSuccess: saved })
  }
  return (
    <Dialog
      title={schedule ? `Change ${schedule.name}` : 'Create schedule'}
      description={
        task ? `${describeTask(task)}. Runs as you, with your role, at each due time.` : 'Choose an action.'
      }
      size="lg"
      open={open}
      onOpenChange={show}
      trigger={trigger}
      footer={
        <>
          <Button onClick={() => show(false)}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending || update.isPending}
            disabled={task === null}
            onClick={save}
          >
            {schedule ? 'Save changes' : 'Create schedule'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        <Field label="Name" hint="For example “before the morning”." error={faults.name}>
          <Input
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onValueChange={(name) => change({ name })}
          />
        </Field>
        <CronFields
          cron={draft.cron}
          timeZone={draft.timeZone}
          faults={faults}
          zoneHint="Of the cron."
          onChange={change}
        />
        <NextDueTimes cron={draft.cron} timeZone={draft.timeZone} />
        <RadioGroup
          label="If no worker was running at the due time"
          value={draft.missedRuns}
          onValueChange={(missedRuns) => change({ missedRuns })}
          options={[
            { value: 'skip', label: 'Skip the run', description: 'The next run is at the next due time.' },
            {
              value: 'catch_up',
              label: 'Catch up once',
              description: 'One run as soon as a worker is back, even if several were missed.',
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

function draftOf(schedule: CacheSchedule | undefined): TimingDraft {
  if (!schedule) return { name: '', cron: '0 6 * * 1-5', timeZone: viewerZone(), missedRuns: 'skip' }
  const { name, cron, timeZone, missedRuns } = schedule
  return { name, cron, timeZone, missedRuns }
}

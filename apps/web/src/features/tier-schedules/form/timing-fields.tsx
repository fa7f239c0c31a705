'use client'
import { Panel, RadioGroup } from '@frostline/ui'
import { CronFields } from '@/features/cron/cron-fields.tsx'
import { NextDueTimes } from '@/features/cron/next-due-times.tsx'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import type { ScheduleFormState } from '../hooks/use-schedule-form.ts'

/** When it is moved: cron in words, the next five runs as one types, the window, and missed runs. */
export function TimingFields({ form }: { form: ScheduleFormState }) {
  const { draft, change, faults } = form
  const { cron, timeZone, spans } = draft
  return (
    <Panel title="When">
      <div className="flex flex-col gap-5">
        <CronFields
          cron={cron}
          timeZone={timeZone}
          faults={faults}
          zoneHint="For the cron expression and the window."
          onChange={change}
        />
        <NextDueTimes cron={cron} timeZone={timeZone} windowSpans={faults.spans.size === 0 ? spans : []} />
        <WindowFields spans={spans} faults={faults.spans} onChange={(next) => change({ spans: next })} />
        <RadioGroup
          label="If no worker was running at the due time"
          value={draft.missedRuns}
          onValueChange={(missedRuns) => change({ missedRuns })}
          options={[
            {
              value: 'catch_up',
              label: 'Catch up once',
              description:
                'One run as soon as a worker is back and the window is open, even if several were missed.',
            },
            { value: 'skip', label: 'Skip the run', description: 'The next run is at the next due time.' },
          ]}
        />
      </div>
    </Panel>
  )
}

'use client'
import { explainCron, nextDueTimes } from '@frostline/domain'
import { Field, Input, Panel, RadioGroup, useNow } from '@frostline/ui'
import { useId } from 'react'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import { ZonedTimes } from '../components/zoned-times.tsx'
import type { ScheduleFormState } from '../hooks/use-schedule-form.ts'
import { listZones } from '../zoned-time.ts'

/** When it is moved: cron in words, the next five runs as one types, the window, and missed runs. */
export function TimingFields({ form }: { form: ScheduleFormState }) {
  const { draft, change, faults } = form
  const zones = useId()
  return (
    <Panel title="When">
      <div className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Cron"
            hint={explainCron(draft.cron) || 'Minute, hour, day of the month, month, day of the week.'}
            error={faults.cron}
          >
            <Input
              mono
              autoComplete="off"
              spellCheck={false}
              value={draft.cron}
              onValueChange={(cron) => change({ cron })}
            />
          </Field>
          <Field label="Time zone" hint="Of the cron and of the window." error={faults.timeZone}>
            <Input
              list={zones}
              autoComplete="off"
              spellCheck={false}
              value={draft.timeZone}
              onValueChange={(timeZone) => change({ timeZone })}
            />
          </Field>
          <datalist id={zones}>
            {listZones().map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <NextRuns form={form} />
        <WindowFields
          spans={form.draft.spans}
          faults={form.faults.spans}
          onChange={(spans) => form.change({ spans })}
        />
        <RadioGroup
          label="When no worker was there in time"
          value={draft.missedRuns}
          onValueChange={(missedRuns) => change({ missedRuns })}
          options={[
            {
              value: 'catch_up',
              label: 'Catch up once',
              description:
                'One run as soon as a worker is back and the window is open, however many were missed.',
            },
            { value: 'skip', label: 'Leave it out', description: 'The next run is the next due time.' },
          ]}
        />
      </div>
    </Panel>
  )
}

function NextRuns({ form: { draft, faults } }: { form: ScheduleFormState }) {
  const now = useNow()
  if (now === null) return null
  // The same for a whole minute, since cron knows no seconds.
  const minuteMs = Math.floor(now.getTime() / 60_000) * 60_000
  const times = nextDueTimes(draft.cron, draft.timeZone, minuteMs, 5)
  if (times.length === 0) return null
  return (
    <div className="rounded-md border bg-sunken p-3">
      <p className="mb-2 font-medium text-xs">Next five runs</p>
      <ZonedTimes
        label="Next five runs"
        times={times.map((time) => new Date(time))}
        timeZone={draft.timeZone}
        windowSpans={faults.spans.size === 0 ? draft.spans : []}
      />
    </div>
  )
}

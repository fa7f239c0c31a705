'use client'
import { Field, Input, Select, Switch } from '@frostline/ui'
import { dayNames, weekdays } from '../../time-window/describe-window.ts'
import type { PaceDraft, PaceField } from './pace-draft.ts'

interface Props {
  draft: PaceDraft
  faults: Partial<Record<PaceField, string>>
  onChange: (change: Partial<PaceDraft>) => void
}

const counts = ['1', '2', '3', '4', '6', '8'].map((value) => ({ value, label: value }))

export function PaceFields({ draft, faults, onChange }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Statements at a time on each replica"
          hint="More is faster, and heavier for its disks and network."
          error={faults.concurrency}
        >
          <Select
            value={draft.concurrency}
            options={counts}
            onValueChange={(concurrency) => onChange({ concurrency })}
          />
        </Field>
        <Field
          label="Bandwidth of each replica, MiB/s"
          optional
          hint="To and from the target. Empty: as fast as it goes."
          error={faults.mebibytesPerSecond}
        >
          <Input
            inputMode="decimal"
            value={draft.mebibytesPerSecond}
            onValueChange={(mebibytesPerSecond) => onChange({ mebibytesPerSecond })}
          />
        </Field>
      </div>
      <WindowFields draft={draft} faults={faults} onChange={onChange} />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">Let others go first</legend>
        <p className="text-ink-3 text-xs">
          Each node is looked at every two seconds. While a limit is passed nothing new is sent there; then it
          goes on at half its pace and gains speed again.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field
            label="p95 of queries, ms"
            optional
            error={faults.foregroundP95Ms}
            hint="SELECTs of others, last 10 s."
          >
            <Input
              inputMode="numeric"
              value={draft.foregroundP95Ms}
              onValueChange={(foregroundP95Ms) => onChange({ foregroundP95Ms })}
            />
          </Field>
          <Field
            label="Busy merge threads, %"
            optional
            error={faults.mergePoolPercent}
            hint="Of the pool for merges."
          >
            <Input
              inputMode="numeric"
              value={draft.mergePoolPercent}
              onValueChange={(mergePoolPercent) => onChange({ mergePoolPercent })}
            />
          </Field>
          <Field
            label="Failing store requests, %"
            optional
            error={faults.storeErrorPercent}
            hint="Since the look before."
          >
            <Input
              inputMode="decimal"
              value={draft.storeErrorPercent}
              onValueChange={(storeErrorPercent) => onChange({ storeErrorPercent })}
            />
          </Field>
        </div>
      </fieldset>
    </div>
  )
}

function WindowFields({ draft, faults, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">When</legend>
      <Switch checked={draft.windowed} onCheckedChange={(windowed) => onChange({ windowed })}>
        Only within a window
      </Switch>
      {draft.windowed ? (
        <>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_1fr_2fr]">
            <Field label="From" error={faults.from}>
              <Input type="time" value={draft.from} onValueChange={(from) => onChange({ from })} />
            </Field>
            <Field label="To" error={faults.to}>
              <Input type="time" value={draft.to} onValueChange={(to) => onChange({ to })} />
            </Field>
            <Field label="Time zone" error={faults.timeZone} className="col-span-2 sm:col-span-1">
              <Input
                value={draft.timeZone}
                onValueChange={(timeZone) => onChange({ timeZone })}
                spellCheck={false}
              />
            </Field>
          </div>
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">Days on which it opens</legend>
            {weekdays.map((day) => {
              const chosen = draft.days.includes(day)
              return (
                <button
                  key={day}
                  type="button"
                  aria-pressed={chosen}
                  className={`h-8 min-w-11 rounded-md border px-2 text-xs ${chosen ? 'border-accent bg-accent-soft text-accent-ink' : 'border-control text-ink-2 hover:bg-hover'}`}
                  onClick={() =>
                    onChange({
                      days: chosen ? draft.days.filter((other) => other !== day) : [...draft.days, day],
                    })
                  }
                >
                  {dayNames[day]}
                </button>
              )
            })}
          </fieldset>
          {faults.days ? <p className="text-danger-ink text-xs">{faults.days}</p> : null}
          <p className="text-ink-3 text-xs">
            An end before the start is a time of the next day. A statement under way at the end of the window
            is let end.
          </p>
        </>
      ) : null}
    </fieldset>
  )
}

'use client'
import { Field, Input, Select } from '@frostline/ui'
import { ReplicaFields } from '@/features/replica-choices/replica-fields.tsx'
import { WindowFields } from '@/features/time-window/window-fields.tsx'
import type { PaceDraft, PaceFaults } from './pace-draft.ts'

interface Props {
  draft: PaceDraft
  faults: PaceFaults
  onChange: (change: Partial<PaceDraft>) => void
}

const counts = ['1', '2', '3', '4', '5', '6', '7', '8'].map((value) => ({ value, label: value }))

export function PaceFields({ draft, faults, onChange }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Statements at a time on each replica"
          hint="More is faster, and heavier for its disks and network."
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
      <WindowFields spans={draft.spans} faults={faults.spans} onChange={(spans) => onChange({ spans })} />
      {draft.spans.length > 0 ? (
        <Field
          label="Time zone of the window"
          error={faults.timeZone}
          hint="A statement under way at the end of the window is let end."
        >
          <Input
            value={draft.timeZone}
            onValueChange={(timeZone) => onChange({ timeZone })}
            spellCheck={false}
          />
        </Field>
      ) : null}
      <ReplicaFields
        draft={draft.replicas}
        waitFault={faults.wait}
        onChange={(change) => onChange({ replicas: { ...draft.replicas, ...change } })}
      />
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
            label="Busy merges, %"
            optional
            error={faults.mergePoolPercent}
            hint="Of the threads for merges."
          >
            <Input
              inputMode="numeric"
              value={draft.mergePoolPercent}
              onValueChange={(mergePoolPercent) => onChange({ mergePoolPercent })}
            />
          </Field>
          <Field
            label="Store errors, %"
            optional
            error={faults.storeErrorPercent}
            hint="Of requests since the last look."
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

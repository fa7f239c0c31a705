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
          label="Concurrent statements per replica"
          hint="More is faster, with more load on disks and network."
        >
          <Select
            value={draft.concurrency}
            options={counts}
            onValueChange={(concurrency) => onChange({ concurrency })}
          />
        </Field>
        <Field
          label="Bandwidth per replica, MiB/s"
          optional
          hint="To and from the target. Leave empty for no limit."
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
          hint="A statement that is running at the end of the window is allowed to finish."
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
        <legend className="mb-2 font-medium text-sm">Yield to other workloads</legend>
        <p className="text-ink-3 text-xs">
          Each node is checked every two seconds. While a limit is exceeded, nothing new is sent. Afterwards
          the migration continues at half the rate and speeds up again.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field
            label="p95 of queries, ms"
            optional
            error={faults.foregroundP95Ms}
            hint="Other SELECT queries, last 10 s."
          >
            <Input
              inputMode="numeric"
              value={draft.foregroundP95Ms}
              onValueChange={(foregroundP95Ms) => onChange({ foregroundP95Ms })}
            />
          </Field>
          <Field label="Busy merges, %" optional error={faults.mergePoolPercent} hint="Of the merge threads.">
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
            hint="Of requests since the last check."
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

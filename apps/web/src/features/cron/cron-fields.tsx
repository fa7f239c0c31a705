'use client'
import { explainCron } from '@frostline/domain'
import { Field, Input } from '@frostline/ui'
import { useId } from 'react'
import { listZones } from './zoned-time.ts'

interface CronFieldsProps {
  cron: string
  timeZone: string
  faults: { cron?: string | undefined; timeZone?: string | undefined }
  zoneHint: string
  onChange: (patch: { cron?: string; timeZone?: string }) => void
}

/** A cron expression, in words as one types, and its zone. */
export function CronFields({ cron, timeZone, faults, zoneHint, onChange }: CronFieldsProps) {
  const zones = useId()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Cron"
        hint={explainCron(cron) || 'Minute, hour, day of the month, month, day of the week.'}
        error={faults.cron}
      >
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          value={cron}
          onValueChange={(next) => onChange({ cron: next })}
        />
      </Field>
      <Field label="Time zone" hint={zoneHint} error={faults.timeZone}>
        <Input
          list={zones}
          autoComplete="off"
          spellCheck={false}
          value={timeZone}
          onValueChange={(next) => onChange({ timeZone: next })}
        />
      </Field>
      <datalist id={zones}>
        {listZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}

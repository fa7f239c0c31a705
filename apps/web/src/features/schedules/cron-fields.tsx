'use client'
import { explainCron } from '@frostline/domain'
import { TextField } from '@frostline/ui'
import { useId } from 'react'
import type { Fields } from '@/form/use-form.ts'
import { listZones } from './zoned-time.ts'

interface CronFieldsProps {
  form: Fields<{ cron: string; timeZone: string }>
  zoneHint: string
}

/** A cron expression with a live description, and its zone. */
export function CronFields({ form, zoneHint }: CronFieldsProps) {
  const zones = useId()
  const words = explainCron(form.draft.cron) || 'Minute, hour, day of the month, month, day of the week.'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...form.field('cron')} mono label="Cron" hint={words} />
      <TextField {...form.field('timeZone')} label="Time zone" hint={zoneHint} list={zones} />
      <datalist id={zones}>
        {listZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}

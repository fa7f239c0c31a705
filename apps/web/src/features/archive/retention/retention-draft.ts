import { type ArchiveRetention, maxRetention, type retentionUnits } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { choice, fault } from '@/form/field-schemas.ts'

type Unit = (typeof retentionUnits)[number]

/** Forever, or a number of days or months. */
export const retentionForm = z
  .object({ way: choice<'for-ever' | 'limited'>(), count: z.string(), unit: choice<Unit>() })
  .transform(({ way, count: text, unit }, context): { retention: ArchiveRetention | null } => {
    if (way === 'for-ever') return { retention: null }
    const count = readCount(text)
    if (!(count >= 1 && count <= maxRetention[unit]))
      fault(context, ['count'], `Enter 1 to ${maxRetention[unit]} ${unit}.`)
    return { retention: { count, unit } }
  })

export function draftOfRetention(retention: ArchiveRetention | null): z.input<typeof retentionForm> {
  return retention === null
    ? { way: 'for-ever', count: '12', unit: 'months' }
    : { way: 'limited', count: String(retention.count), unit: retention.unit }
}

/** Offered where an archive or a schedule begins. Its page has all others. */
export const keeps = [
  { value: 'for-ever', label: 'Never', retention: null },
  { value: '90-days', label: 'After 90 days', retention: { count: 90, unit: 'days' } },
  { value: '1-year', label: 'After 1 year', retention: { count: 12, unit: 'months' } },
  { value: '3-years', label: 'After 3 years', retention: { count: 36, unit: 'months' } },
  { value: '7-years', label: 'After 7 years', retention: { count: 84, unit: 'months' } },
  { value: '10-years', label: 'After 10 years', retention: { count: 120, unit: 'months' } },
] as const satisfies readonly { value: string; label: string; retention: ArchiveRetention | null }[]
export type Keep = (typeof keeps)[number]['value']

export function retentionOfKeep(keep: Keep): ArchiveRetention | null {
  return keeps.find(({ value }) => value === keep)?.retention ?? null
}

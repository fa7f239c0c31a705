import { storageClasses, storageClassFacts } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { choice, fault } from '@/form/field-schemas.ts'
import type { Form } from '@/form/use-form.ts'

/** Which partitions, and where their files go. `partitions` are those that were selected on the page of the table. */
export const archiveForm = z
  .object({
    way: choice<'partitions' | 'older-than'>(),
    partitions: choice<readonly string[]>(),
    ...{ days: z.string(), source: z.string(), bucket: z.string(), prefix: z.string() },
  })
  .transform((draft, context) => {
    const { way, partitions, source, bucket } = draft
    const days = readCount(draft.days)
    const prefix = draft.prefix.trim()
    if (source === '' || bucket === '') fault(context, ['source'], 'Choose a source and a bucket.')
    if (way === 'older-than' && !(days >= 0 && days <= 36_500))
      fault(context, ['days'], 'Enter 0 to 36500 days.')
    if (!/^(?:[A-Za-z0-9._-]+\/)*$/.test(prefix))
      fault(
        context,
        ['prefix'],
        'Use letters, digits, dots, hyphens and underscores, with a slash at the end.',
      )
    return {
      source: { id: source, bucket },
      prefix,
      choice:
        way === 'partitions'
          ? { kind: 'partitions' as const, partitionIds: [...partitions] }
          : { kind: 'older-than' as const, days },
    }
  })

export type ArchiveForm = Form<typeof archiveForm>

/** Of the files. */
export const classOptions = storageClasses.map((value) => {
  const { label, retrievalHours } = storageClassFacts[value]
  return { value, label: retrievalHours ? `${label} (${retrievalHours.standard} h to read)` : label }
})

/** Hours in quarantine. */
export const graces = [
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const
export type Grace = (typeof graces)[number]['value']

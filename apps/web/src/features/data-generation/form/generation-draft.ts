import {
  type DataTemplateName,
  generationSpec,
  type ObjectCompression,
  type ObjectFormat,
  takesCompression,
} from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { adopt, choice, fault } from '@/form/field-schemas.ts'
import type { Form } from '@/form/use-form.ts'

/** The form's input, and the generation spec that it gives. */
export const generationForm = z
  .object({
    ...{ source: z.string(), bucket: z.string(), prefix: z.string(), query: z.string() },
    kind: choice<'template' | 'query'>(),
    template: choice<DataTemplateName>(),
    format: choice<ObjectFormat>(),
    compression: choice<ObjectCompression>(),
    ...{ rows: z.string(), rowsPerFile: z.string(), statementsPerNode: z.string() },
  })
  .transform((draft, context) => {
    const { source, bucket, prefix, kind, template, query, format, compression } = draft
    if (source === '' || bucket === '') fault(context, ['source'], 'Choose a source and a bucket.')
    if (kind === 'query' && query.trim() === '') fault(context, ['query'], 'Enter a SELECT.')
    const given = {
      ...{ source: { id: source, bucket }, prefix: prefix.trim(), format },
      compression: takesCompression(format) ? compression : 'none',
      content: kind === 'template' ? { kind, template } : { kind, query },
      rows: readGroupedCount(draft.rows),
      rowsPerFile: readGroupedCount(draft.rowsPerFile),
      statementsPerNode: readGroupedCount(draft.statementsPerNode),
    }
    return adopt(
      generationSpec,
      given,
      context,
      ([part = '']) => (part === 'content' ? 'query' : part),
      (field, { code, message }) => (code === 'custom' ? message : (wordsOf[field] ?? message)),
    )
  })

export const emptyGeneration: z.input<typeof generationForm> = {
  ...{ source: '', bucket: '', prefix: '', query: '', kind: 'template', template: 'taxi-trips' },
  ...{ format: 'CSVWithNames', compression: 'gzip' },
  ...{ rows: '10,000,000', rowsPerFile: '1,000,000', statementsPerNode: '1' },
}

export type GenerationForm = Form<typeof generationForm>

const wordsOf: Record<string, string> = {
  source: 'Choose a source and a bucket.',
  prefix: 'A folder has at most 800 characters.',
  query: 'A query has at most 50,000 characters.',
  rows: 'From 1 to 10,000,000,000,000.',
  rowsPerFile: 'From 1 to 1,000,000,000.',
  statementsPerNode: 'From 1 to 16.',
}

/** Digits may be grouped with commas, spaces or underscores. */
function readGroupedCount(text: string): number {
  return readCount(text.replace(/[\s,_]/g, ''))
}

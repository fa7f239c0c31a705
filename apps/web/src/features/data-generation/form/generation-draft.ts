import {
  type DataTemplateName,
  type GenerationSpec,
  generationSpec,
  type ObjectCompression,
  type ObjectFormat,
  takesCompression,
} from '@frostline/domain'
import { readCount } from '@frostline/ui'

/** What a person has typed so far. */
export interface GenerationDraft {
  source: string
  bucket: string
  prefix: string
  kind: 'template' | 'query'
  template: DataTemplateName
  query: string
  format: ObjectFormat
  compression: ObjectCompression
  rows: string
  rowsPerFile: string
  statementsPerNode: string
}

export const emptyGenerationDraft: GenerationDraft = {
  source: '',
  bucket: '',
  prefix: '',
  kind: 'template',
  template: 'taxi-trips',
  query: '',
  format: 'CSVWithNames',
  compression: 'gzip',
  rows: '10,000,000',
  rowsPerFile: '1,000,000',
  statementsPerNode: '1',
}

export type GenerationFaults = Partial<
  Record<'source' | 'prefix' | 'query' | 'rows' | 'rowsPerFile' | 'statementsPerNode', string>
>

export type ReadDraft =
  | { kind: 'complete'; spec: GenerationSpec }
  | { kind: 'faulty'; faults: GenerationFaults }

/** The generation that was typed, by the rules of the domain; else what is wrong, by field. */
export function readGenerationDraft(draft: GenerationDraft): ReadDraft {
  const { source, bucket, prefix, kind, template, query, format } = draft
  const faults: GenerationFaults = {}
  if (source === '' || bucket === '') faults.source = 'Choose a source and a bucket.'
  if (kind === 'query' && query.trim() === '') faults.query = 'Enter a SELECT.'
  const parsed = generationSpec.safeParse({
    source: { id: source, bucket },
    prefix: prefix.trim(),
    format,
    compression: takesCompression(format) ? draft.compression : 'none',
    content: kind === 'template' ? { kind, template } : { kind, query },
    rows: readGroupedCount(draft.rows),
    rowsPerFile: readGroupedCount(draft.rowsPerFile),
    statementsPerNode: readGroupedCount(draft.statementsPerNode),
  })
  for (const { path, message, code } of parsed.error?.issues ?? []) {
    const field = fieldOf(path[0])
    if (field) faults[field] ??= code === 'custom' ? message : wordsOf[field]
  }
  return parsed.success && Object.keys(faults).length === 0
    ? { kind: 'complete', spec: parsed.data }
    : { kind: 'faulty', faults }
}

const wordsOf: Required<GenerationFaults> = {
  source: 'Choose a source and a bucket.',
  prefix: 'A folder has at most 800 characters.',
  query: 'A query has at most 50,000 characters.',
  rows: 'From 1 to 10,000,000,000,000.',
  rowsPerFile: 'From 1 to 1,000,000,000.',
  statementsPerNode: 'From 1 to 16.',
}

function fieldOf(path: PropertyKey | undefined): keyof GenerationFaults | undefined {
  if (path === 'content') return 'query'
  return Object.keys(wordsOf).find((field): field is keyof GenerationFaults => field === path)
}

/** Commas, spaces or underscores may stand between the digits. */
function readGroupedCount(text: string): number {
  return readCount(text.replace(/[\s,_]/g, ''))
}

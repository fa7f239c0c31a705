import {
  type GenerationChunk,
  type GenerationSpec,
  planChunks,
  renderRows,
  writeFileKey,
  writeObjectPath,
} from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import type { OpenSource } from '../source/open-source.ts'
import { renderGeneration } from './render-generation.ts'

export interface GenerationPlan {
  chunks: [GenerationChunk, ...GenerationChunk[]]
  /** The SELECT of the first one. */
  rows: string
  /** The statement of a chunk, for people. */
  show(chunk: GenerationChunk): string
}

/** Asks nobody. @throws ServiceError `invalid` where ClickHouse could not name the files. */
export function planGeneration(spec: GenerationSpec, source: OpenSource): GenerationPlan {
  const path = writeObjectPath(writeFileKey(spec, 0))
  if (path.kind !== 'exact')
    throw new ServiceError(
      'invalid',
      `ClickHouse cannot write to ${JSON.stringify(spec.prefix)}${path.kind === 'unreadable' ? `: ${path.reason}` : '.'}`,
      { hint: 'Choose another folder.' },
    )
  const [first, ...others] = planChunks(spec)
  if (!first) throw new Error('Enter at least one row.')
  // The same for all: only the rows differ.
  const { shownHead } = renderGeneration(spec, source, first)
  return {
    chunks: [first, ...others],
    rows: renderRows(spec, first),
    show: (chunk) => `${shownHead}\n${renderRows(spec, chunk)}`,
  }
}

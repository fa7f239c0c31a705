import { generateDataStatement } from '@frostline/clickhouse'
import {
  type GenerationChunk,
  type GenerationSpec,
  renderPartition,
  renderRows,
  writePartitionKey,
} from '@frostline/domain'
import type { OpenSource } from '../source/open-source.ts'

/** The statement of a chunk, with what it begins with for people. */
export function renderGeneration(
  spec: GenerationSpec,
  source: OpenSource,
  chunk: Pick<GenerationChunk, 'firstRow' | 'rows'>,
) {
  return generateDataStatement({
    target: source.arguments(spec.source.bucket, {
      glob: writePartitionKey(spec),
      format: spec.format,
      compression: spec.compression,
    }),
    partition: renderPartition(spec),
    rows: renderRows(spec, chunk),
  })
}

import type { Transaction } from '@frostline/db'
import { generationSpec } from '@frostline/domain'
import { viewRun } from '../run/stored-run.ts'
import type { StoredGeneration } from './generation-run.ts'
import type { GenerationDetail, GenerationSummary } from './schema.ts'

export interface ChunkSums {
  chunks: GenerationDetail['chunks']
  writtenFiles: number
  writtenRows: bigint
  writtenBytes: bigint
}

function noChunks(): ChunkSums {
  return {
    chunks: { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
    writtenFiles: 0,
    writtenRows: 0n,
    writtenBytes: 0n,
  }
}

/** One grouped read for many generations. */
export async function sumChunks(tx: Transaction, ids: string[]): Promise<(id: string) => ChunkSums> {
  const groups = await tx.dataGenerationChunk.groupBy({
    by: ['generationId', 'status'],
    where: { generationId: { in: ids } },
    _count: true,
    _sum: { writtenFiles: true, writtenRows: true, writtenBytes: true },
  })
  const sums = new Map<string, ChunkSums>()
  for (const { generationId, status, _count, _sum } of groups) {
    const sum = sums.get(generationId) ?? noChunks()
    sum.chunks[status] = _count
    sum.writtenFiles += _sum.writtenFiles ?? 0
    sum.writtenRows += _sum.writtenRows ?? 0n
    sum.writtenBytes += _sum.writtenBytes ?? 0n
    sums.set(generationId, sum)
  }
  return (id) => sums.get(id) ?? noChunks()
}

export function toGenerationSummary(
  { run, spec, statementHead: _head, ...own }: StoredGeneration,
  { writtenFiles, writtenRows, writtenBytes }: ChunkSums,
): GenerationSummary {
  const { content } = generationSpec.parse(spec)
  return {
    ...own,
    ...viewRun(run),
    kind: content.kind,
    template: content.kind === 'template' ? content.template : null,
    writtenFiles,
    writtenRows,
    writtenBytes,
  }
}

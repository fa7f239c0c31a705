import { checkPart, contentSums, copyableSql } from '@frostline/clickhouse'
import type { PartRead } from '@frostline/db'
import type { z } from 'zod'
import type { readStatementView } from './schema.ts'

/** Parts that were summed up together bear the id of one query. */
export function renderReads(
  { database, table, partitionId }: { database: string; table: string; partitionId: string },
  reads: readonly Pick<PartRead, 'kind' | 'part' | 'queryId' | 'readAt'>[],
): z.infer<typeof readStatementView>[] {
  const together = new Map<string, { kind: PartRead['kind']; parts: [string, ...string[]]; readAt: Date }>()
  for (const { kind, part, queryId, readAt } of reads) {
    const known = together.get(queryId)
    if (known) known.parts.push(part)
    else together.set(queryId, { kind, parts: [part], readAt })
  }
  return [...together].map(([queryId, { kind, parts, readAt }]) => ({
    ...{ queryId, readAt },
    statement: kind === 'check' ? checkOf(parts[0]) : sumOf(parts),
  }))

  function checkOf(part: string): string {
    const params = { database, table, part }
    return copyableSql(checkPart.render(params), params)
  }

  function sumOf(parts: readonly string[]): string {
    const params = { database, table, partition_id: partitionId, part_names: parts.toSorted() }
    return copyableSql(contentSums.render(params), params)
  }
}

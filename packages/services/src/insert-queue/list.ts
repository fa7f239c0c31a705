import { flushDistributedStatement, listDistributionQueues } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { compareValues } from '../reading/compare.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { type InsertQueue, type InsertQueueList, listInsertQueuesInput } from './schema.ts'

/** What INSERTs into Distributed tables have left on the nodes that took them, of every node. */
export async function listInsertQueues(
  ctx: ServiceContext,
  given: z.input<typeof listInsertQueuesInput>,
): Promise<InsertQueueList> {
  await authorize(ctx, 'viewer')
  const input = parseInput(listInsertQueuesInput, given)
  const reading = await readCluster(ctx, input, (reader) =>
    reader.ask(listDistributionQueues, {}, { ttlMs: 1_000 }),
  )
  const queues: InsertQueue[] = reading.readings.flatMap(({ node, value }) =>
    value.map((row) => ({
      node: node.name,
      database: row.database,
      table: row.table,
      files: row.files,
      bytes: row.bytes,
      brokenFiles: row.broken_files,
      brokenBytes: row.broken_bytes,
      errors: row.errors,
      lastError: row.last_error === '' ? null : row.last_error,
      lastErrorAt: row.last_error_at,
      flushSql: flushDistributedStatement(row).sql,
      blocked: row.blocked,
    })),
  )
  const sum = (pick: (queue: InsertQueue) => bigint) => queues.reduce((all, queue) => all + pick(queue), 0n)
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      totals: {
        files: sum(({ files }) => files),
        bytes: sum(({ bytes }) => bytes),
        brokenFiles: sum(({ brokenFiles }) => brokenFiles),
      },
      queues: queues.toSorted(
        (a, b) =>
          compareValues(b.bytes, a.bytes) ||
          compareValues(`${a.database}.${a.table}`, `${b.database}.${b.table}`) ||
          compareValues(a.node, b.node),
      ),
    },
  }
}

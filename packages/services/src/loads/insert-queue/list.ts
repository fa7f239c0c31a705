import { flushDistributedStatement, listDistributionQueues } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { type InsertQueue, type InsertQueueList, listInsertQueuesInput } from './schema.ts'

/** What INSERTs into Distributed tables have queued on each node. */
export async function listInsertQueues(
  ctx: ServiceContext,
  given: z.input<typeof listInsertQueuesInput>,
): Promise<InsertQueueList> {
  const input = await authorizeInput(ctx, 'viewer', listInsertQueuesInput, given)
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

import { statementProgress } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { findRun } from '../run/run-of-kind.ts'
import { runRef } from '../run/run-schema.ts'
import type { WarmupProgressView } from './schema.ts'
import { warmups } from './warmup-run.ts'

/** What the readings under way have fetched so far. Nothing under way: no node is asked. */
export async function getWarmupProgress(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<WarmupProgressView> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const { clusterId } = (await findRun(ctx.db, warmups, id)).run
  const running = await ctx.db.cacheWarmupStep.findMany({
    where: { warmupId: id, status: 'running', queryId: { not: null } },
    select: { queryId: true, ordinal: true },
  })
  const ordinals = new Map(running.map(({ queryId, ordinal }) => [queryId, ordinal]))
  const query_ids = running.flatMap(({ queryId }) => queryId ?? [])
  if (query_ids.length === 0) return { observedAt: ctx.now(), nodes: [], queries: [], data: { readings: [] } }
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: false }, (reader) =>
    reader.ask(statementProgress, { query_ids }, { ttlMs: 1_000 }),
  )
  return {
    ...reading.envelope,
    data: {
      readings: reading.readings.flatMap(({ node, value }) =>
        value.map((row) => ({
          node: node.name,
          queryId: row.query_id,
          ordinal: ordinals.get(row.query_id) ?? 0,
          elapsedMs: (row.elapsed ?? 0) * 1_000,
          fetchedBytes: row.s3_read_bytes + row.azure_read_bytes,
        })),
      ),
    },
  }
}

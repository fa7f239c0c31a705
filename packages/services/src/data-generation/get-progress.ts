import { statementProgress } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { findRun } from '../run/run-of-kind.ts'
import { runRef } from '../run/run-schema.ts'
import { generations } from './generation-run.ts'
import type { GenerationProgressView } from './schema.ts'

/** What the statements under way have done so far. Nothing under way: no node is asked. */
export async function getGenerationProgress(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<GenerationProgressView> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const { clusterId } = (await findRun(ctx.db, generations, id)).run
  const running = await ctx.db.dataGenerationChunk.findMany({
    where: { generationId: id, status: 'running' },
    select: { queryId: true },
  })
  const query_ids = running.flatMap(({ queryId }) => queryId ?? [])
  if (query_ids.length === 0)
    return { observedAt: ctx.now(), nodes: [], queries: [], data: { statements: [] } }
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: false }, (reader) =>
    reader.ask(statementProgress, { query_ids }, { ttlMs: 1_000 }),
  )
  return {
    ...reading.envelope,
    data: {
      statements: reading.readings.flatMap(({ node, value }) =>
        value.map((row) => ({
          node: node.name,
          queryId: row.query_id,
          elapsedMs: (row.elapsed ?? 0) * 1_000,
          rows: row.read_rows,
          sentBytes: row.s3_written_bytes,
          memoryBytes: row.memory_usage,
        })),
      ),
    },
  }
}

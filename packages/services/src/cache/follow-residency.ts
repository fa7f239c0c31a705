import { randomUUID } from 'node:crypto'
import { explain, killQueryStatement, statementProgress } from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { residencyQueryId } from './residency.ts'
import { type ResidencyProgress, residencyLook, type StoppedResidency } from './schema.ts'

/** Progress of a cache inspection on each node where it runs. */
export async function getResidencyProgress(
  ctx: ServiceContext,
  given: z.input<typeof residencyLook>,
): Promise<ResidencyProgress> {
  const { cluster, look } = await authorizeInput(ctx, 'viewer', residencyLook, given)
  const { readings } = await readCluster(
    ctx,
    { cluster, fresh: true, budgetMs: 2_000 },
    async (reader, node) =>
      reader.ask(statementProgress, { query_ids: [residencyQueryId(look, node.name)] }, { ttlMs: 0 }),
  )
  return {
    nodes: readings.flatMap(({ node, value: [row] }) =>
      row
        ? [{ node: node.name, elapsedMs: Math.round((row.elapsed ?? 0) * 1000), files: row.read_rows }]
        : [],
    ),
  }
}

/** Stops the inspection on every node. It only reads, so nothing is left half done. */
export async function stopResidency(
  ctx: ServiceContext,
  given: z.input<typeof residencyLook>,
): Promise<StoppedResidency> {
  const { cluster: key, look } = await authorizeInput(ctx, 'viewer', residencyLook, given)
  const cluster = await ctx.clusters.get(key)
  const nodes = await Promise.all(
    cluster.nodes.map(async ({ name, client }) => {
      const outcome = await client.command({
        ...killQueryStatement(residencyQueryId(look, name)),
        queryId: randomUUID(),
        timeoutMs: 5_000,
        purpose: 'stop_residency',
      })
      return { node: name, fault: outcome.kind === 'ok' ? null : explain(outcome) }
    }),
  )
  return { nodes }
}

import { loadProgress, stagedParts, stagingPrefix } from '@frostline/clickhouse'
import { loadSpec } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { type RunRefInput, runRef } from '../run/run-schema.ts'
import type { LoadProgressView } from './job-schema.ts'
import { findLoad } from './load-run.ts'

/** What each node does now for the statements of a load that are under way. Nothing under way: no node is asked. */
export async function getLoadProgress(ctx: ServiceContext, given: RunRefInput): Promise<LoadProgressView> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const job = await findLoad(ctx.db, id)
  const statements = await ctx.db.loadStatement.findMany({
    where: { status: 'sent', batch: { jobId: id } },
    select: { queryId: true },
    take: 1_000,
  })
  const queryIds = statements.map(({ queryId }) => queryId)
  if (queryIds.length === 0)
    return { observedAt: ctx.now(), nodes: [], queries: [], data: { nodes: [], readBytes: 0n } }
  const { database } = loadSpec.parse(job.spec).landing
  const reading = await readCluster(ctx, { cluster: job.run.clusterId, fresh: false }, async (reader) => {
    const [[doing], [staged]] = await Promise.all([
      reader.ask(loadProgress, { query_ids: queryIds }, { ttlMs: 1_000 }),
      reader.ask(stagedParts, { database, prefix: stagingPrefix(id) }, { ttlMs: 1_000 }),
    ])
    return doing && staged && { ...doing, staged }
  })
  const nodes = reading.readings.flatMap(({ node, value }) =>
    value === undefined
      ? []
      : [
          {
            node: node.name,
            statements: Number(value.statements),
            readBytes: value.s3_read_bytes,
            readRows: value.read_rows,
            writtenRows: value.written_rows,
            stagedParts: value.staged.parts,
            stagedBytes: value.staged.bytes,
            memoryBytes: value.memory_bytes,
            requests: value.s3_requests,
            elapsedMs: (value.elapsed ?? 0) * 1_000,
          },
        ],
  )
  return {
    ...reading.envelope,
    data: { nodes, readBytes: nodes.reduce((sum, { readBytes }) => sum + readBytes, 0n) },
  }
}

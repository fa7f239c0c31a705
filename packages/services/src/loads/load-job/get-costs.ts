import { distributionQueue, statementCosts } from '@frostline/clickhouse'
import { sumArrivals } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import type { LoadCosts } from './job-schema.ts'
import { findLoad } from './load-run.ts'

/** A load of more statements than this is told by its newest. */
const maxStatements = 10_000

/**
 * How the rows of a load lie on the nodes, from its ledger, and what reading them took, from their query_log. The log is
 * written some seconds late and kept as long as the server is told to: what it does not have is null, not zero.
 */
export async function getLoadCosts(ctx: ServiceContext, given: RunRefInput): Promise<LoadCosts> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const job = await findLoad(ctx.db, id)
  const [arrivals, statements] = await Promise.all([
    sumArrivals(ctx.db, id),
    ctx.db.loadStatement.findMany({
      where: { batch: { jobId: id }, status: 'succeeded' },
      select: { queryId: true, sentAt: true },
      orderBy: { sentAt: 'desc' },
      take: maxStatements,
    }),
  ])
  const since = statements.at(-1)?.sentAt ?? job.run.createdAt
  const query_ids = statements.map(({ queryId }) => queryId)
  const { target, landing } = loadSpec.parse(job.spec)
  const queues = target.database !== landing.database || target.table !== landing.table
  const reading = await readCluster(ctx, { cluster: job.run.clusterId, fresh: false }, async (reader) => {
    const [logged, [queue]] = await Promise.all([
      query_ids.length === 0
        ? []
        : reader.askIfOffered(statementCosts, { query_ids, since }, { ttlMs: 5_000 }),
      queues ? reader.ask(distributionQueue, target, { ttlMs: 1_000 }) : [],
    ])
    return { logged: logged ?? [], queue: queue ?? null }
  })
  const byNode = new Map(arrivals.map((row) => [row.nodeName, row]))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      nodes: reading.cluster.nodes
        .filter(
          ({ name }) =>
            landing.nodes.includes(name) ||
            reading.readings.some(({ node, value }) => node.name === name && value.logged.length > 0),
        )
        .map(({ name, shard, replica }) => {
          const read = reading.readings.find(({ node }) => node.name === name)?.value
          const rows = read?.logged ?? []
          const sum = (pick: (row: (typeof rows)[number]) => bigint) =>
            rows.length === 0 ? null : rows.reduce((all, row) => all + pick(row), 0n)
          const own = byNode.get(name)
          return {
            node: name,
            shard,
            replica,
            rows: own?.rows ?? 0n,
            partitions: own?.partitions ?? 0,
            parts: own?.parts ?? 0,
            queue: read?.queue ?? null,
            readBytes: sum((row) => row.s3_bytes),
            requests: sum((row) => row.s3_requests),
            storeErrors: sum((row) => row.s3_errors),
            cpuMs: rows.length === 0 ? null : Number(sum((row) => row.cpu_us)) / 1_000,
            peakMemoryBytes:
              rows.length === 0
                ? null
                : rows.reduce(
                    (most, row) => (row.peak_memory_bytes > most ? row.peak_memory_bytes : most),
                    0n,
                  ),
          }
        }),
    },
  }
}

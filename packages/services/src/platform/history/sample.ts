import { listDisks, nodeCounters, replicaSums, runningMoves } from '@frostline/clickhouse'
import { forgetSamples, sampleKinds, takeSampleTurn } from '@frostline/db'
import { floorToGrain } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { askTableSizes } from '../reading/table-sizes.ts'
import { storeNodeSample } from './store-node-sample.ts'
import { storeTierSamples } from './store-tier-samples.ts'

/**
 * Stores what the nodes, disks, tiers and tables of a cluster hold, and what nodes counted since the previous sample, once
 * a minute over all workers. A node that does not answer gets no row, so its history has a gap.
 */
export async function sampleCluster(ctx: ServiceContext, clusterId: string): Promise<void> {
  const now = ctx.now()
  if (!(await takeSampleTurn(ctx.db, clusterId, floorToGrain(now, 'minute')))) return
  const cluster = { cluster: clusterId, fresh: true }
  // Sizes are read on their own: a node with very many parts that is too slow for them still has its other samples.
  const [facts, sizes] = await Promise.all([
    readCluster(ctx, cluster, readNodeFacts),
    readCluster(ctx, cluster, (reader) => askTableSizes(reader)),
  ])
  for (const { node, value } of facts.readings) {
    const rows = sizes.readings.find((each) => each.node.name === node.name)?.value.rows ?? null
    await storeNodeSample(ctx.db, { clusterId, nodeName: node.name }, { ...value, rows }, now)
  }
  if (sizes.coverage.complete) await storeTierSamples(ctx.db, clusterId, sizes, now)
  for (const kind of sampleKinds) await forgetSamples(ctx.db, kind, clusterId, now)
}

async function readNodeFacts(reader: NodeReader) {
  const [counters, disks, moves, replication] = await Promise.all([
    reader.ask(nodeCounters, {}),
    reader.ask(listDisks, {}),
    reader.ask(runningMoves, {}),
    reader.ask(replicaSums, {}),
  ])
  return {
    counters: firstRow(counters, nodeCounters.name),
    disks,
    runningMoves: BigInt(moves.length),
    replication: firstRow(replication, replicaSums.name),
  }
}

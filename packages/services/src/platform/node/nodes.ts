import {
  type FilesystemCacheRow,
  listDisks,
  listFilesystemCaches,
  listPartMoves,
  nodeIdentity,
} from '@frostline/clickhouse'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { firstRow } from '../reading/first-row.ts'
import { hoursBefore, toFinishedMove } from '../reading/move-views.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { toPlacedDisks } from '../reading/to-disk.ts'
import { readNode } from './read-node.ts'
import {
  type GetNodeInput,
  getNodeInput,
  type ListNodesInput,
  listNodesInput,
  type NodeDetail,
  type NodeList,
} from './schema.ts'

/**
 * One node. An unreachable node is no error: its figures are null and its state says why.
 * @throws ServiceError `not_found` when the cluster has no node of that name.
 */
export async function getNode(ctx: ServiceContext, given: GetNodeInput): Promise<NodeDetail> {
  const input = await authorizeInput(ctx, 'viewer', getNodeInput, given)
  const since = hoursBefore(ctx.now(), 24)
  const reading = await readCluster(ctx, { ...input, nodes: [input.node] }, async (reader, node) => {
    const [figures, identities, disks, caches, moved] = await Promise.all([
      readNode(reader, node.name),
      reader.ask(nodeIdentity, {}),
      reader.ask(listDisks, {}),
      reader.askIfOffered(listFilesystemCaches, {}),
      reader.askIfOffered(listPartMoves, { since, limit: 100 }, { ttlMs: 5_000 }),
    ])
    const placed = toPlacedDisks(disks)
    const { macros } = firstRow(identities, nodeIdentity.name)
    const recentMoves = moved?.map((row) => toFinishedMove(node.name, row, placed)) ?? null
    return { figures, more: { macros, caches: caches?.map(toCache) ?? null, recentMoves } }
  })
  const node = firstRow(
    reading.cluster.nodes.filter(({ name }) => name === input.node),
    'the list of nodes',
  )
  const seen = firstRow(reading.envelope.nodes, 'the list of nodes')
  const value = reading.readings[0]?.value
  return {
    ...reading.envelope,
    data: {
      name: seen.name,
      shard: seen.shard,
      replica: seen.replica,
      state: seen.state,
      message: seen.message,
      url: node.url,
      figures: value?.figures ?? null,
      more: value?.more ?? null,
    },
  }
}

function toCache(row: FilesystemCacheRow) {
  return {
    name: row.cache_name,
    path: row.path,
    maxBytes: row.max_size,
    maxSegments: row.max_elements,
    currentBytes: row.current_size,
    currentSegments: row.current_elements_num,
    policy: row.cache_policy,
    maxSegmentBytes: row.max_file_segment_size,
    fillsOnWrite: row.cache_on_write_operations,
  }
}

/** Every node of the cluster, including unreachable ones. */
export async function listNodes(ctx: ServiceContext, given: ListNodesInput): Promise<NodeList> {
  const input = await authorizeInput(ctx, 'viewer', listNodesInput, given)
  const reading = await readCluster(ctx, input, (reader, node) => readNode(reader, node.name))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      byNode: reading.cluster.nodes.map(({ name, shard, replica, url }) => {
        const seen = reading.envelope.nodes.find((node) => node.name === name)
        return {
          name,
          shard,
          replica,
          url,
          state: seen?.state ?? 'failed',
          message: seen?.message ?? null,
          figures: reading.readings.find(({ node }) => node.name === name)?.value ?? null,
        }
      }),
    },
  }
}

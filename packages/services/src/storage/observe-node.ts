import { listDisks, listStoragePolicies } from '@frostline/clickhouse'
import { type NodeStorageFacts, toStorageFacts } from '@frostline/domain'
import type { ConnectedNode } from '../platform/cluster/cluster-connection.ts'
import { toDiskView } from '../platform/reading/to-disk.ts'
import { toPolicyViews } from './describe-node.ts'

/**
 * What one node runs now, without the tables that use it. An existing disk may be broken: the server starts even when
 * its folder cannot be created (26.7). Throws QueryFailedError.
 */
export async function observeNodeStorage(
  node: ConnectedNode,
): Promise<{ facts: NodeStorageFacts; brokenDisks: string[] }> {
  const [disks, policies] = await Promise.all([
    node.client.query(listDisks, {}),
    node.client.query(listStoragePolicies, {}),
  ])
  const { name, shard, replica } = node
  const storage = {
    disks: disks.rows.map((row) => toDiskView(row, disks.rows)),
    policies: toPolicyViews(policies.rows, disks.rows),
  }
  const [facts] = toStorageFacts({ byNode: [{ name, shard, replica, storage }], policies: [] })
  if (!facts) throw new Error(`${name} returned no storage configuration.`)
  return { facts, brokenDisks: storage.disks.filter(({ broken }) => broken).map((disk) => disk.name) }
}

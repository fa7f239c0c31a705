import type { NodeClient } from '@frostline/clickhouse'
import type { ClusterDirectory } from '@frostline/services'

/** The same clusters, with something before or instead of the nodes' queries. */
export function wrapClients(
  real: ClusterDirectory,
  wrap: (client: NodeClient) => Partial<NodeClient>,
): ClusterDirectory {
  return {
    ...real,
    get: async (id) => {
      const cluster = await real.get(id)
      const nodes = cluster.nodes.map((node) => ({
        ...node,
        client: { ...node.client, ...wrap(node.client) },
      }))
      return { ...cluster, nodes }
    },
  }
}

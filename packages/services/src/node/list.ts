import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { readNode } from './read-node.ts'
import { type ListNodesInput, listNodesInput, type NodeList } from './schema.ts'

/** Every node of the cluster, those that do not answer too. */
export async function listNodes(ctx: ServiceContext, given: ListNodesInput): Promise<NodeList> {
  await authorize(ctx, 'viewer')
  const input = parseInput(listNodesInput, given)
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

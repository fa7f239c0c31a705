import { z } from 'zod'
import { nodeOrder } from './node-order.ts'

/** A registered cluster, without its password. */
export const clusterView = z.object({
  id: z.string(),
  slug: z.string().describe('The name of the cluster in URLs.'),
  name: z.string(),
  clusterName: z.string().nullable().describe('Its name in system.clusters, if any.'),
  username: z.string(),
  tlsVerify: z.boolean(),
  tlsCaPem: z.string().nullable(),
  approvalRequired: z
    .boolean()
    .describe('A tier migration or a rollout can start only after another person has approved it.'),
  createdAt: z.date(),
  updatedAt: z.date(),
  nodes: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      shard: z.int(),
      replica: z.int(),
    }),
  ),
})
export type ClusterView = z.infer<typeof clusterView>

export const clusterSelection = {
  id: true,
  slug: true,
  name: true,
  clusterName: true,
  username: true,
  tlsVerify: true,
  tlsCaPem: true,
  approvalRequired: true,
  createdAt: true,
  updatedAt: true,
  nodes: { select: { name: true, url: true, shard: true, replica: true }, orderBy: [...nodeOrder] },
}

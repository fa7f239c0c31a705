import {
  createNodeClient,
  discoverClusters,
  QueryFailedError,
  UnexpectedRowsError,
} from '@frostline/clickhouse'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { connectionInput } from './cluster-input.ts'
import { explainThrown } from './connection/attempt-check.ts'
import { probeAddress } from './connection/probe-address.ts'
import { exemptOf, gateOf, requireAllowedNodes } from './node-address.ts'
import { nodeUrlSchema } from './node-url.ts'

const probeTimeoutMs = 2_000

export const discoverNodesInput = connectionInput
  .pick({ username: true, password: true, tlsVerify: true, tlsCaPem: true })
  .extend({ url: nodeUrlSchema })

export const discoveredNodes = z.object({
  clusters: z.array(
    z.object({
      clusterName: z.string(),
      nodes: z.array(
        z.object({
          shard: z.int(),
          replica: z.int(),
          host: z.string(),
          tcpPort: z.int(),
          /** The node that was queried. */
          isLocal: z.boolean(),
          /** A guess, since system.clusters has only native ports. */
          url: z.string(),
          /** Why the guess is wrong. Null: something listens there and no other member has the same guess. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type DiscoveredNodes = z.infer<typeof discoveredNodes>

/**
 * What one node knows of its clusters, with a suggested address for each member. Nothing is stored; test the result.
 * @throws ServiceError `refused` where the address does not answer, or not as a ClickHouse node
 */
export async function discoverNodes(
  ctx: ServiceContext,
  input: z.input<typeof discoverNodesInput>,
): Promise<DiscoveredNodes> {
  await authorize(ctx, 'admin', {
    action: 'cluster.discover-nodes',
    objectType: 'cluster',
    objectName: input.url,
  })
  const { url, username, password, tlsVerify, tlsCaPem } = parseInput(discoverNodesInput, input)
  const exempt = exemptOf(ctx)
  requireAllowedNodes([{ url }], exempt)
  const client = createNodeClient({
    url,
    username,
    password,
    requestTimeoutMs: 5_000,
    tls: { rejectUnauthorized: tlsVerify, caPem: tlsCaPem ?? undefined },
    lookup: gateOf(url, exempt).lookup,
  })
  try {
    const clusters = await discoverClusters(client)
    const urls = new Set(clusters.flatMap(({ members }) => members.map((member) => member.candidateUrl)))
    const probes = await Promise.all(
      [...urls].map(async (candidate) => {
        const { fault, lookup } = gateOf(candidate, exempt)
        if (fault !== null) return [candidate, fault] as const
        const options = { tlsVerify, tlsCaPem, timeoutMs: probeTimeoutMs, lookup }
        const probe = await probeAddress(candidate, options)
        return [candidate, probe.state === 'open' ? null : probe.reason] as const
      }),
    )
    const reasons = new Map(probes)
    return {
      clusters: clusters.map(({ cluster, members }) => ({
        clusterName: cluster,
        nodes: members.map((member) => ({
          shard: member.shardNum,
          replica: member.replicaNum,
          host: member.host,
          tcpPort: member.tcpPort,
          isLocal: member.isLocal,
          url: member.candidateUrl,
          problem: members.some((other) => other !== member && other.candidateUrl === member.candidateUrl)
            ? 'Another member has the same guessed address. Correct the port.'
            : (reasons.get(member.candidateUrl) ?? null),
        })),
      })),
    }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError || thrown instanceof UnexpectedRowsError)) throw thrown
    // Also where nothing answers: the address is the caller's.
    throw new ServiceError('refused', `The clusters of ${url} could not be read: ${explainThrown(thrown)}.`, {
      hint: 'Test the connection to this node first.',
      cause: thrown,
    })
  } finally {
    await client.close()
  }
}

import { SecretOpenError } from '@frostline/db'
import { z } from 'zod'
import { ensureConfigFolders } from '../../storage/config-target/config-targets.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { clusterNameInput, connectionInput, nodeName } from '../cluster/cluster-input.ts'
import { nodeOrder } from '../cluster/node-order.ts'
import { insertCluster, lockRegistrations, replaceCluster } from '../cluster/store-cluster.ts'

export const embeddedClusterInput = connectionInput.extend({
  name: clusterNameInput,
  /** The configuration folder of each node, by name, that the worker may write into. */
  configFolders: z.record(z.string(), z.string()).optional(),
})
export type EmbeddedClusterInput = z.input<typeof embeddedClusterInput>

/**
 * Registers the embedded cluster, or updates its addresses and password: ports may differ at each start. It is found by
 * name. Nothing is tested, since its nodes may still be starting.
 */
export async function ensureEmbeddedCluster(
  ctx: ServiceContext,
  input: EmbeddedClusterInput,
): Promise<'created' | 'updated' | 'unchanged'> {
  const wanted = parseInput(embeddedClusterInput, input)
  return ctx.db.$transaction(async (tx) => {
    await lockRegistrations(tx)
    const present = await tx.cluster.findUnique({
      where: { name: wanted.name },
      include: { nodes: { orderBy: [...nodeOrder] } },
    })
    if (present) {
      const stored = { ...present, password: openOrEmpty(ctx, present) }
      if (describe(stored) === describe(wanted)) {
        const changed = await ensureConfigFolders(tx, ctx, present, wanted.configFolders ?? {})
        return changed ? 'updated' : 'unchanged'
      }
    }
    const cluster = present
      ? await replaceCluster(tx, ctx, present.id, wanted)
      : await insertCluster(tx, ctx, wanted)
    await recordAudit(tx, ctx, {
      action: present ? 'cluster.update' : 'cluster.register',
      objectType: 'cluster',
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: { nodes: cluster.nodes.map((node) => node.url), username: cluster.username },
    })
    await ensureConfigFolders(tx, ctx, cluster, wanted.configFolders ?? {})
    return present ? 'updated' : 'created'
  })
}

/** A password sealed under a lost key does not matter: the right one is known and is sealed again. */
function openOrEmpty(ctx: ServiceContext, cluster: { id: string; sealedPassword: Uint8Array }): string {
  try {
    return ctx.clusters.openPassword(cluster)
  } catch (error) {
    if (error instanceof SecretOpenError) return ''
    throw error
  }
}

/** Equal when nothing has to be stored. */
function describe(connection: z.output<typeof connectionInput>): string {
  const nodes = connection.nodes
    .map((node) => [node.shard, node.replica, nodeName(node), node.url] as const)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const { username, password, clusterName, tlsVerify, tlsCaPem } = connection
  return JSON.stringify([username, password, clusterName, tlsVerify, tlsCaPem, nodes])
}

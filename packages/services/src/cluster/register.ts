import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { flagInput } from '../base/flag-input.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { clusterNameInput, connectionInput } from './cluster-input.ts'
import { type ClusterView, clusterView } from './cluster-view.ts'
import { type ConnectionReport, connectionReport } from './connection/connection-report.ts'
import { inspectConnection } from './connection/inspect-connection.ts'
import { exemptOf, gateOf, requireAllowedNodes } from './node-address.ts'
import { requireUsable } from './require-usable.ts'
import { explainTakenName, insertCluster } from './store-cluster.ts'

export const registerClusterInput = connectionInput.extend({
  name: clusterNameInput,
  /** Register it although a node is down or lacks what is needed. */
  acceptUnusable: flagInput.default(false),
  /** A plan of a tier migration starts only after somebody else has approved it. */
  approvalRequired: flagInput.default(false),
})

export const registeredCluster = z.object({ cluster: clusterView, report: connectionReport })

/** Tests the connection, then stores cluster, nodes, sealed password and audit entry together, or nothing at all. */
export async function registerCluster(
  ctx: ServiceContext,
  input: z.input<typeof registerClusterInput>,
): Promise<{ cluster: ClusterView; report: ConnectionReport }> {
  const about = { action: 'cluster.register', objectType: 'cluster', objectName: input.name }
  await authorize(ctx, 'admin', about)
  const wanted = parseInput(registerClusterInput, input)
  requireAllowedNodes(wanted.nodes, exemptOf(ctx))
  const report = await inspectConnection(wanted, ctx.now(), (url) => gateOf(url, exemptOf(ctx)))
  requireUsable(report, wanted.acceptUnusable)
  try {
    const cluster = await ctx.db.$transaction(async (tx) => {
      const stored = await insertCluster(tx, ctx, wanted)
      await recordAudit(tx, ctx, {
        ...about,
        objectId: stored.id,
        objectName: stored.name,
        clusterId: stored.id,
        clusterName: stored.name,
        outcome: 'succeeded',
        details: {
          nodes: stored.nodes.map((node) => node.url),
          username: stored.username,
          usable: report.usable,
          approvalRequired: stored.approvalRequired,
        },
      })
      return stored
    })
    return { cluster, report }
  } catch (error) {
    throw explainTakenName(error, wanted.name)
  }
}

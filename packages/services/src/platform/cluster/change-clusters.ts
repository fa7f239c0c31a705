import { notifyChange } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { flagInput } from '../base/flag-input.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { forgetRuns, holdingRuns, refuseOpenRuns } from '../open-run/refuse-open-runs.ts'
import { clusterNameInput, connectionInput, nodeName } from './cluster-input.ts'
import { type ClusterView, clusterView } from './cluster-view.ts'
import { type ConnectionReport, connectionReport } from './connection/connection-report.ts'
import { inspectConnection } from './connection/inspect-connection.ts'
import { findCluster } from './find-cluster.ts'
import { exemptOf, gateOf, gateOfRegistered, requireAllowedNodes } from './node-address.ts'
import { readPassword } from './read-password.ts'
import { refuseOwedStatements, stoppedMovesInput } from './refuse-owed-statements.ts'
import { explainTakenName, insertCluster, replaceCluster } from './store-cluster.ts'

export const registerClusterInput = connectionInput.extend({
  name: clusterNameInput,
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug has lower-case letters, digits and single dashes.')
    .max(60)
    .optional()
    .describe('Its name in addresses. Default: made of the name.'),
  /** Register it although a node is down or lacks what is needed. */
  acceptUnusable: flagInput.default(false),
  /** A tier migration's plan starts only after someone else has approved it. */
  approvalRequired: flagInput.default(false),
})

export const registeredCluster = z.object({ cluster: clusterView, report: connectionReport })

/** Tests the connection, then stores cluster, nodes, sealed password and audit entry together, or nothing. */
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
    throw explainTakenName(error, wanted.name, wanted.slug)
  }
}

export const updateClusterInput = connectionInput.omit({ password: true }).extend({
  cluster: z.string().max(200).describe('Id or slug.'),
  name: clusterNameInput,
  /** Absent: the stored one is kept. Required when an address is new or other certificates are to be trusted. */
  password: z.string().max(1_000).optional(),
  acceptUnusable: flagInput.default(false),
  /** Absent: it stays as it is. */
  approvalRequired: flagInput.optional(),
  stoppedMoves: stoppedMovesInput,
})

/**
 * Replaces the whole registration after testing it. The stored password is only sent to the addresses and over the
 * connection it was given for: otherwise an admin could have it sent to a host of their own.
 */
export async function updateCluster(
  ctx: ServiceContext,
  input: z.input<typeof updateClusterInput>,
): Promise<{ cluster: ClusterView; report: ConnectionReport }> {
  const about = { action: 'cluster.update', objectType: 'cluster', objectName: input.cluster }
  await authorize(ctx, 'admin', about)
  const parsed = parseInput(updateClusterInput, input)
  const before = await findCluster(ctx.db, parsed.cluster)
  if (parsed.password === undefined) refuseNewDestinations(before, parsed)
  const password = parsed.password ?? (await readPassword(ctx, before.id))
  const wanted = { ...parsed, password }
  const known = new Set(before.nodes.map(({ url }) => url))
  const exempt = exemptOf(ctx)
  requireAllowedNodes(
    wanted.nodes.filter(({ url }) => !known.has(url)),
    exempt,
  )
  const report = await inspectConnection(wanted, ctx.now(), (url) =>
    known.has(url) ? gateOfRegistered(url, exempt) : gateOf(url, exempt),
  )
  requireUsable(report, wanted.acceptUnusable)
  try {
    const cluster = await ctx.db.$transaction(async (tx) => {
      const remaining = wanted.nodes.map(nodeName)
      const present = await findCluster(tx, before.id)
      const { approvalRequired = present.approvalRequired } = parsed
      if (approvalRequired !== present.approvalRequired)
        await refuseManaged(tx, ctx, { kind: 'settings', clusterId: before.id })
      await refuseManaged(tx, ctx, { kind: 'connection', clusterId: before.id })
      const known = present.nodes.map(({ name }) => name)
      const goes = known.filter((name) => !remaining.includes(name))
      await refuseOpenRuns(tx, { clusterId: before.id }, { goes })
      const movesLeftStopped = await refuseOwedStatements(tx, before.id, goes, parsed.stoppedMoves)
      // Its files were planned for the nodes at that time.
      if (goes.length > 0 || remaining.some((name) => !known.includes(name)))
        await tx.storageRollout.updateMany({
          where: {
            ...{ runId: null, proposal: { clusterId: before.id } },
            status: { in: ['preparing', 'planned'] },
          },
          data: {
            status: 'refused',
            error: 'The nodes of the cluster have changed. Prepare it again.',
          },
        })
      const stored = await replaceCluster(tx, ctx, before.id, wanted)
      await recordAudit(tx, ctx, {
        ...about,
        objectId: stored.id,
        objectName: stored.name,
        clusterId: stored.id,
        clusterName: stored.name,
        outcome: 'succeeded',
        details: {
          formerName: before.name,
          formerNodes: before.nodes.map((node) => node.url),
          nodes: stored.nodes.map((node) => node.url),
          username: stored.username,
          passwordChanged: parsed.password !== undefined,
          usable: report.usable,
          movesLeftStopped,
          approvalRequired: stored.approvalRequired,
        },
      })
      return stored
    }, holdingRuns)
    return { cluster, report }
  } catch (error) {
    throw explainTakenName(error, wanted.name)
  }
}

function refuseNewDestinations(
  before: ClusterView,
  wanted: { nodes: { url: string }[]; tlsVerify: boolean; tlsCaPem: string | null },
): void {
  const known = new Set(before.nodes.map((node) => node.url))
  const added = wanted.nodes.map((node) => node.url).filter((url) => !known.has(url))
  const weakened = wanted.tlsVerify !== before.tlsVerify || wanted.tlsCaPem !== before.tlsCaPem
  if (added.length === 0 && !weakened) return
  const reason = added.length > 0 ? `New addresses: ${added.join(', ')}.` : 'The trusted certificates differ.'
  throw new ServiceError('invalid', `${reason} The stored password is not sent there automatically.`, {
    hint: 'Enter the password again.',
  })
}

export const removeClusterInput = z.object({
  cluster: z.string().max(200).describe('Id or slug.'),
  stoppedMoves: stoppedMovesInput,
})

/**
 * Deletes a cluster, its credentials and the ledger of its runs, including the file backups of ended storage rollouts;
 * the audit stays. Nothing is sent to the cluster itself.
 * @throws ServiceError `conflict` while a run that needs it is open.
 */
export async function removeCluster(
  ctx: ServiceContext,
  input: z.input<typeof removeClusterInput>,
): Promise<void> {
  const about = { action: 'cluster.remove', objectType: 'cluster', objectName: input.cluster }
  await authorize(ctx, 'admin', about)
  const { cluster: slugOrId, stoppedMoves } = parseInput(removeClusterInput, input)
  await ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, slugOrId)
    await refuseManaged(tx, ctx, { kind: 'connection', clusterId: cluster.id })
    await refuseOpenRuns(tx, { clusterId: cluster.id })
    const movesLeftStopped = await refuseOwedStatements(
      tx,
      cluster.id,
      cluster.nodes.map(({ name }) => name),
      stoppedMoves,
    )
    const left = await tx.scratchTable.findMany({ where: { clusterId: cluster.id, droppedAt: null } })
    const forgotten = await forgetRuns(tx, cluster.id)
    await tx.cluster.delete({ where: { id: cluster.id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: {
        nodes: cluster.nodes.map((node) => node.url),
        tierMigrations: forgotten['tier-migration'],
        loads: forgotten['load-job'],
        runs: Object.values(forgotten).reduce((sum, count) => sum + count, 0),
        movesLeftStopped,
        scratchTablesLeft: left.map((each) => `${each.nodeName}: ${each.database}.${each.name}`),
      },
    })
    await notifyChange(tx, 'cluster', cluster.id)
  }, holdingRuns)
}

/**
 * Rejects what cannot work. A node that is down may be accepted explicitly (`acceptUnusable`), since a cluster must be
 * registrable while one replica is down; two addresses of one server never are. An address that does not answer is a
 * fault of the input, not of the console: `refused`, never `unreachable`.
 * @throws ServiceError `conflict` or `refused`; the message names each node and its reason.
 */
function requireUsable(report: ConnectionReport, acceptUnusable: boolean): void {
  const duplicates = report.comparison.find(
    (check) => check.id === 'distinct_servers' && check.status === 'failed',
  )
  if (duplicates)
    throw new ServiceError('conflict', duplicates.message, { hint: 'Keep one address of each server.' })
  if (acceptUnusable || report.usable) return
  const failed = report.nodes.flatMap((node) =>
    node.checks.filter((check) => check.status === 'failed').map((check) => `${node.name}: ${check.message}`),
  )
  throw new ServiceError('refused', failed.join(' '), {
    hint: 'Nothing was saved. Correct the connection, or register the cluster although some nodes cannot be used.',
  })
}

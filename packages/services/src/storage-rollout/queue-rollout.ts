import { notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import type { FoundRollout } from './find-rollout.ts'
import { toRolloutView } from './to-view.ts'

type Status = FoundRollout['status']

/**
 * Hands a rollout to the workers: a new generation of it, with its audit entry. Only one is under way on a cluster.
 * @param from the states it may be in.
 */
export async function queueRollout(
  tx: Transaction,
  ctx: ServiceContext,
  rollout: FoundRollout,
  change: { action: string; from: readonly Status[]; data?: Prisma.StorageRolloutUpdateManyMutationInput },
): Promise<void> {
  try {
    const { count } = await tx.storageRollout.updateMany({
      where: { id: rollout.id, status: { in: [...change.from] }, generation: rollout.generation },
      data: {
        ...change.data,
        status: 'queued',
        activeKey: rollout.clusterId,
        generation: { increment: 1 },
        recoveries: 0,
        startedBy: ctx.actor.name,
        cancelledBy: null,
        error: null,
      },
    })
    if (count !== 1)
      throw new ServiceError('conflict', 'The rollout has changed.', { hint: 'Refresh and review it again.' })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', 'Another rollout is running on this cluster.', {
      hint: 'Wait until it ends, then prepare a new plan.',
      cause: error,
    })
  }
  const { steps } = toRolloutView(rollout)
  await recordAudit(tx, ctx, {
    action: change.action,
    objectType: 'storage-proposal',
    objectId: rollout.proposalId,
    objectName: rollout.proposal.title,
    clusterId: rollout.clusterId,
    clusterName: rollout.cluster.name,
    outcome: 'requested',
    details: {
      rollout: rollout.id,
      planDigest: rollout.planDigest ?? '',
      files: steps.map(({ node, path }) => `${node}: ${path}`),
    },
  })
  await notifyChange(tx, 'storage-rollout', rollout.proposalId)
}

/** A restart interrupts the moves of its node. They are taken up again, but nobody wants that unasked. */
export async function refuseDuringMigrations(
  tx: Transaction,
  clusterId: string,
  loads: readonly { load: string }[],
): Promise<void> {
  if (loads.every(({ load }) => load !== 'restart')) return
  const running = await tx.tierMigration.findMany({
    where: { clusterId, status: { in: [...activeMigrationStatuses] } },
    select: { database: true, table: true },
    take: 5,
  })
  if (running.length === 0) return
  const tables = running.map(({ database, table }) => `${database}.${table}`).join(', ')
  throw new ServiceError(
    'conflict',
    `The rollout restarts nodes, and tier migrations are running: ${tables}.`,
    {
      hint: 'Pause or cancel them first. A restart would interrupt their moves.',
    },
  )
}

import {
  lockRow,
  notifyChange,
  type OrphanRemoval,
  type Prisma,
  sumRemovals,
  type Transaction,
} from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { listGoneReplicas, tellGone } from '../cluster/gone-replicas.ts'
import { findRemoval, withCluster } from './find-removal.ts'

export type RemovalChanged = { id: string; status: OrphanRemoval['status'] }

/** A new start, which an older run may not write beside. */
export const anew = { status: 'queued', starts: { increment: 1 }, recoveries: 0, waitReason: null } as const

/** One admin's decision on a removal: authorized, checked against its state under a row lock, audited, announced. */
export async function changeRemovalStatus(
  ctx: ServiceContext,
  id: string,
  action: string,
  decide: (removal: OrphanRemoval, tx: Transaction) => Promise<Prisma.OrphanRemovalUpdateInput>,
): Promise<RemovalChanged> {
  const known = await ctx.db.orphanRemoval.findUnique({ where: { id }, include: withCluster })
  const about = {
    ...{ action, objectType: 'orphan-removal', objectId: id, objectName: known?.bucket ?? id },
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
  await authorize(ctx, 'admin', about)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'orphan_removal', id)
    const removal = await findRemoval(tx, id)
    const { status } = await tx.orphanRemoval.update({ where: { id }, data: await decide(removal, tx) })
    const held = await sumHeld(tx, id)
    await recordAudit(tx, ctx, {
      ...about,
      outcome: 'requested',
      details: { stage: removal.stage, objects: String(held.objects), bytes: String(held.bytes) },
    })
    await notifyChange(tx, 'orphan-removal', id)
    return { id, status }
  })
}

const replicaList = z.array(
  z.object({ clusterId: z.string(), clusterName: z.string(), nodeName: z.string() }),
)

/**
 * What was found to be no one's was so by the word of these replicas: the worker asks each of them again before anything goes.
 * @throws ServiceError `conflict` where one of them is not registered any more.
 */
export async function requireReplicas(tx: Transaction, { replicas }: OrphanRemoval): Promise<void> {
  const gone = await listGoneReplicas(tx, replicaList.parse(replicas))
  if (gone.length === 0) return
  throw new ServiceError('conflict', tellGone(gone), {
    hint: 'Register it again, or restore all objects and audit without it.',
  })
}

/** What may still be brought back or deleted. */
export async function sumHeld(tx: Transaction, id: string): Promise<{ objects: bigint; bytes: bigint }> {
  const held = (await sumRemovals(tx, [id])).filter(
    ({ kind, state }) =>
      ['quarantined', 'quarantining', 'deleting', 'restoring'].includes(state) ||
      (kind === 'upload' && state === 'found'),
  )
  return {
    objects: held.reduce((sum, { objects }) => sum + objects, 0n),
    bytes: held.reduce((sum, { bytes }) => sum + bytes, 0n),
  }
}

export function refuseRemovalState({ bucket, status }: OrphanRemoval, verb: string, hint: string): never {
  throw new ServiceError('conflict', `The removal from ${bucket} is ${status}, so it cannot be ${verb}.`, {
    hint,
  })
}

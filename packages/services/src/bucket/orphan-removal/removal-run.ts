import { claimKeyOf, type Prisma, sumRemovals, type Transaction } from '@frostline/db'
import { z } from 'zod'
import type { Actor } from '../../platform/base/actor.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { describeGoneReplicas, listGoneReplicas } from '../../platform/cluster/gone-replicas.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import { withRun } from '../../platform/run/stored-run.ts'

export type StoredRemoval = Prisma.OrphanRemovalGetPayload<{ include: typeof withRun }>

export const removals: RunOfKind<StoredRemoval> = {
  kind: 'orphan-removal',
  find: (tx, id) => tx.orphanRemoval.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ bucket }) => bucket,
  async detailsOf({ id, stage }, tx) {
    const { objects, bytes } = await sumHeld(tx, id)
    return { stage, objects: String(objects), bytes: String(bytes) }
  },
}

/** One removal at a time per bucket, whichever cluster or source it belongs to. */
export const claimOfRemoval = (bucket: string) => claimKeyOf('orphan-removal', '*', bucket)

/** @throws ServiceError `not_found` */
export const findRemoval = (tx: Transaction, id: string) => findRun(tx, removals, id)

/** A signed-in person who is not the one that started it, directly or by a token. */
export function isSecondPerson({ run }: StoredRemoval, { type, id }: Actor): boolean {
  return type === 'user' && run.requestedById !== null && run.requestedById !== id
}

const replicaList = z.array(
  z.object({ clusterId: z.string(), clusterName: z.string(), nodeName: z.string() }),
)

/**
 * The objects were orphans according to these replicas: the worker checks with each of them again before anything is
 * deleted.
 * @throws ServiceError `conflict` where one of them is no longer registered.
 */
export async function requireReplicas(tx: Transaction, { replicas }: StoredRemoval): Promise<void> {
  const gone = await listGoneReplicas(tx, replicaList.parse(replicas))
  if (gone.length === 0) return
  throw new ServiceError('conflict', describeGoneReplicas(gone), {
    hint: 'Register it again, or restore all objects and audit without it.',
  })
}

/** What may still be restored or deleted. */
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

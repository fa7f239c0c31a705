import { randomUUID } from 'node:crypto'
import { notifyChange, storeRemovalObjects, storeRun, type Transaction } from '@frostline/db'
import { holdSource } from '../../loads/source/source-record.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { findConcludedAudit } from './find-concluded-audit.ts'
import { planRemoval } from './plan-removal.ts'
import { claimOfRemoval, removals } from './removal-run.ts'
import { type StartRemovalInput, startRemovalInput } from './schema.ts'

/** Location of copies, at the root of the bucket: outside of every disk. */
const quarantineRoot = 'frostline-quarantine/'

/**
 * Stores a removal of an audit's findings, queued: a worker takes it from the ledger and moves the objects to
 * quarantine. Nothing is deleted before a second person approves it, or the wait is over.
 * @throws ServiceError `conflict` where something else would be taken than was shown, or something blocks it.
 */
export async function startOrphanRemoval(
  ctx: ServiceContext,
  given: StartRemovalInput,
): Promise<{ id: string }> {
  const id = randomUUID()
  const attempt = { action: 'orphan-removal.start', objectType: 'orphan-removal', objectName: given.auditId }
  await authorize(ctx, 'admin', attempt)
  const { auditId, choice, way, waitHours, ...wanted } = parseInput(startRemovalInput, given)
  const audit = await findConcludedAudit(ctx.db, auditId)
  const { sourceId, sourceName, bucket, clockOffsetMs } = audit
  const { clusterId, cluster } = audit.run
  const { preview, refused } = await planRemoval(ctx, audit, choice)
  const { objects, bytes, obstacles, noTags } = preview
  const requestedById = await findPerson(ctx.db, ctx.actor)
  if (obstacles.length > 0)
    throw new ServiceError('conflict', `Orphans of ${bucket} cannot be removed: ${obstacles.join(' ')}`, {
      hint: 'Fix these problems, then start again.',
    })
  if (way === 'tag' && noTags !== null)
    throw new ServiceError('conflict', `Objects of ${bucket} cannot be tagged: ${noTags}`, {
      hint: 'Choose copy, or grant GetObjectTagging and PutObjectTagging to the key.',
    })
  if (objects !== BigInt(wanted.expectedObjects) || bytes !== BigInt(wanted.expectedBytes))
    throw new ServiceError(
      'conflict',
      `${objects} objects of ${bytes} bytes would be removed now, not ${wanted.expectedObjects} of ${wanted.expectedBytes}.`,
      { hint: 'Review them again, then start.' },
    )
  const replicas = await ctx.db.bucketAuditNode.findMany({
    where: { auditId },
    select: { clusterId: true, clusterName: true, nodeName: true },
    orderBy: { ordinal: 'asc' },
  })
  const claimKey = claimOfRemoval(bucket)
  const store = async (tx: Transaction) => {
    await holdSource(tx, sourceId)
    await refuseHolder(tx, removals, { claimKey, name: bucket })
    await storeRun(tx, {
      ...{ id, kind: 'orphan-removal', clusterId, of: null, claimKey },
      ...{ requestedById, requestedBy: ctx.actor.name, now: ctx.now() },
    })
    await tx.orphanRemoval.create({
      data: {
        ...{ id, auditId, sourceId, sourceName, bucket, choice, way, waitHours, clockOffsetMs, replicas },
        quarantinePrefix: `${quarantineRoot}${id}/`,
      },
    })
    await storeRemovalObjects(tx, id, auditId, choice, refused)
    await recordAudit(tx, ctx, {
      ...attempt,
      ...{ objectId: id, objectName: bucket, clusterId, clusterName: cluster.name },
      outcome: 'requested',
      details: {
        ...{ auditId, way, waitHours, kinds: choice.kinds, prefix: choice.prefix },
        ...{ objects: String(objects), bytes: String(bytes) },
      },
    })
    await notifyChange(tx, 'orphan-removal', id)
    return { id }
  }
  return ctx.db.$transaction(store, { timeout: 600_000 }).catch((error: unknown) => {
    throw explainClaim(error, removals, bucket)
  })
}

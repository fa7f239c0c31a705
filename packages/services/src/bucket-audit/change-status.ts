import {
  type BucketAudit,
  dropBucketSpool,
  lockRow,
  notifyChange,
  type Prisma,
  type Transaction,
} from '@frostline/db'
import { drivenAuditStatuses } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { listGoneReplicas, tellGone } from '../cluster/gone-replicas.ts'
import { findBucketAudit } from './find-audit.ts'
import { bucketAuditRef } from './schema.ts'

type Ref = z.input<typeof bucketAuditRef>
type Change = { id: string; status: BucketAudit['status'] }

/** Asks an audit to stop. What it has listed is forgotten. */
export async function cancelBucketAudit(ctx: ServiceContext, given: Ref): Promise<Change> {
  return change(ctx, given, 'bucket-audit.cancel', async (audit) => {
    const cancelledBy = ctx.actor.name
    if (audit.status === 'running') return { status: 'cancelling', cancelledBy }
    if (audit.status !== 'queued')
      throw new ServiceError('conflict', `The audit of ${audit.bucket} is ${audit.status}.`, {
        hint: 'Nothing is running.',
      })
    return { status: 'cancelled', cancelledBy, finishedAt: ctx.now() }
  })
}

/** Begins anew: what a bucket held then tells nothing about now. */
export async function retryBucketAudit(ctx: ServiceContext, given: Ref): Promise<Change> {
  return change(ctx, given, 'bucket-audit.retry', async (audit, tx) => {
    if (audit.status !== 'failed' && audit.status !== 'cancelled')
      throw new ServiceError('conflict', `The audit of ${audit.bucket} is ${audit.status}.`, {
        hint: 'Only a failed or cancelled audit can be retried. Start a new one.',
      })
    const { sourceId, bucket, id } = audit
    const rivals = await tx.bucketAudit.count({
      where: { sourceId, bucket, status: { in: [...drivenAuditStatuses] } },
    })
    if (rivals > 0)
      throw new ServiceError('conflict', `An audit of ${bucket} is already running.`, {
        hint: 'Wait for it.',
      })
    await requireItsReplicas(tx, audit)
    await dropBucketSpool(tx, id)
    await tx.bucketFinding.deleteMany({ where: { auditId: id } })
    await tx.bucketAuditPlace.deleteMany({ where: { auditId: id } })
    await tx.bucketAuditNode.updateMany({
      where: { auditId: id },
      data: {
        status: 'waiting',
        pass: 1,
        files: 0,
        token: null,
        filesRead: false,
        error: null,
        readAt: null,
        oldestWorkAt: null,
      },
    })
    return {
      ...{ status: 'queued', phase: 'listing', starts: { increment: 1 }, recoveries: 0, cancelledBy: null },
      ...{
        startedAt: null,
        finishedAt: null,
        error: null,
        obstacle: null,
        listedPrefixes: 0,
        listedKey: null,
      },
      ...{ listedAt: null, objects: 0, objectBytes: 0, cutoffAt: null, youngObjects: null, youngBytes: null },
      ...{ heldObjects: null, heldBytes: null },
    }
  })
}

/**
 * The replicas that an audit asks are those of its start. One that was removed since could only fail again, and one that was
 * added may need any of the objects.
 */
async function requireItsReplicas(tx: Transaction, { id, leftOut }: BucketAudit): Promise<void> {
  const asked = await tx.bucketAuditNode.findMany({ where: { auditId: id }, orderBy: { ordinal: 'asc' } })
  const without = new Set(leftClusters.parse(leftOut).map(({ clusterId }) => clusterId))
  const gone = await listGoneReplicas(tx, asked)
  const present = await tx.clusterNode.findMany({
    select: { clusterId: true, name: true, cluster: { select: { name: true } } },
    orderBy: [{ cluster: { name: 'asc' } }, { name: 'asc' }],
  })
  const unasked = present.filter(
    ({ clusterId, name }) =>
      !without.has(clusterId) &&
      asked.every((node) => node.clusterId !== clusterId || node.nodeName !== name),
  )
  if (gone.length + unasked.length === 0) return
  const added = unasked.slice(0, 8).map(({ name, cluster }) => `${name} of ${cluster.name}`)
  throw new ServiceError(
    'conflict',
    [
      ...(gone.length > 0 ? [tellGone(gone)] : []),
      ...(added.length > 0 ? [`${added.join(', ')}: registered after the audit started.`] : []),
    ].join(' '),
    { hint: 'Start a new audit. It reads the replicas that are registered now.' },
  )
}

const leftClusters = z.array(z.object({ clusterId: z.string() }))

async function change(
  ctx: ServiceContext,
  given: Ref,
  action: string,
  decide: (audit: BucketAudit, tx: Transaction) => Promise<Prisma.BucketAuditUpdateInput>,
): Promise<Change> {
  await authorize(ctx, 'operator', {
    action,
    objectType: 'bucket-audit',
    objectId: given.id,
    objectName: given.id,
  })
  const { id } = parseInput(bucketAuditRef, given)
  return ctx.db.$transaction(
    async (tx) => {
      await lockRow(tx, 'bucket_audit', id)
      const audit = await findBucketAudit(tx, id)
      const { status } = await tx.bucketAudit.update({ where: { id }, data: await decide(audit, tx) })
      await recordAudit(tx, ctx, {
        ...{
          action,
          objectType: 'bucket-audit',
          objectId: id,
          objectName: audit.bucket,
          outcome: 'requested',
        },
        ...{ clusterId: audit.clusterId, clusterName: audit.cluster.name },
      })
      await notifyChange(tx, 'bucket-audit', id)
      return { id, status }
    },
    { timeout: 120_000 },
  )
}

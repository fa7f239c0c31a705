import { claimKeyOf, dropBucketSpool, type Prisma, restartBucketAudit, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { describeGoneReplicas, listGoneReplicas } from '../../platform/cluster/gone-replicas.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { leftOutClusters } from './schema.ts'

export type StoredAudit = Prisma.BucketAuditGetPayload<{ include: typeof withRun }>

export const bucketAudits: RunOfKind<StoredAudit> = {
  kind: 'bucket-audit',
  find: (tx, id) => tx.bucketAudit.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ bucket }) => bucket,
  cancelRest: dropBucketSpool,
}

/** One audit at a time per bucket, whichever cluster it is for. */
export const claimOfAudit = (sourceId: string, bucket: string) => claimKeyOf('bucket-audit', sourceId, bucket)

/** @throws ServiceError `not_found` */
export const findBucketAudit = (tx: Transaction, id: string) => findRun(tx, bucketAudits, id)

/** Deletes its listing. */
export const cancelBucketAudit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, bucketAudits, given, 'cancel')

/** Starts over: an earlier listing says nothing about the bucket now. */
export const retryBucketAudit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, bucketAudits, given, 'retry', async (audit, tx) => {
    requireItsSource(audit)
    await requireItsReplicas(tx, audit)
    await restartBucketAudit(tx, audit.id)
  })

/** @throws ServiceError `conflict` where the source of the audit was removed. */
export function requireItsSource({ sourceId, sourceName }: StoredAudit): string {
  if (sourceId !== null) return sourceId
  throw new ServiceError('conflict', `The source ${sourceName} was removed.`, {
    hint: 'Start a new audit from another source of the bucket.',
  })
}

/**
 * An audit reads the replicas registered at its start. One that was removed since could only fail again, and one that
 * was added may need any of the objects.
 */
async function requireItsReplicas(tx: Transaction, { id, leftOut }: StoredAudit): Promise<void> {
  const asked = await tx.bucketAuditNode.findMany({ where: { auditId: id }, orderBy: { ordinal: 'asc' } })
  const without = new Set(leftOutClusters.parse(leftOut).map(({ clusterId }) => clusterId))
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
      ...(gone.length > 0 ? [describeGoneReplicas(gone)] : []),
      ...(added.length > 0 ? [`${added.join(', ')}: registered after the audit started.`] : []),
    ].join(' '),
    { hint: 'Start a new audit. It reads the replicas that are registered now.' },
  )
}

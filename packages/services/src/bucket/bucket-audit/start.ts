import { notifyChange, storeRun, type Transaction } from '@frostline/db'
import { dropNestedPrefixes } from '@frostline/domain'
import { findSource, holdSource } from '../../loads/source/source-record.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { bucketAudits, claimOfAudit } from './audit-run.ts'
import { excludeClusters } from './exclude-clusters.ts'
import { matchDisks, sampleDisks } from './inspect-disks.ts'
import { type StartBucketAuditInput, startBucketAuditInput } from './schema.ts'

/**
 * Stores an audit of a bucket, queued: a worker takes it from the ledger. It reads every replica of every registered
 * cluster, whatever their disks: an object that one of them needs is no orphan. Whole clusters may be excluded on the
 * user's assertion, unless something known contradicts it.
 * @throws ServiceError `not_found` for an unknown cluster or source, `invalid` for a bucket that the source does not
 * name, `conflict` while another audit of the bucket is running, or where an excluded cluster has objects in it.
 */
export async function startBucketAudit(
  ctx: ServiceContext,
  given: StartBucketAuditInput,
): Promise<{ id: string }> {
  const attempt = { action: 'bucket-audit.start', objectType: 'bucket-audit', objectName: given.bucket }
  await authorize(ctx, 'operator', attempt)
  const { cluster: key, sourceId, bucket, ...wanted } = parseInput(startBucketAuditInput, given)
  const prefixes = dropNestedPrefixes(wanted.prefixes)
  const source = await findSource(ctx.db, sourceId)
  if (!source.buckets.includes(bucket))
    throw new ServiceError('invalid', `The source ${source.name} does not name the bucket ${bucket}.`, {
      hint: 'Add the bucket to the source, or choose another source.',
    })
  const reading = await sampleDisks(ctx, key)
  const { cluster } = reading
  const disks = (await matchDisks(ctx, reading)).filter(
    ({ place }) => place?.sourceId === sourceId && place.bucket === bucket,
  )
  const clusters = await ctx.db.cluster.findMany({
    include: { nodes: { orderBy: [{ shard: 'asc' }, { replica: 'asc' }] } },
    orderBy: { name: 'asc' },
  })
  const leftOut = await excludeClusters(ctx, {
    clusters,
    leaveOut: wanted.leaveOut,
    own: cluster.id,
    bucket,
  })
  const asked = clusters.filter(({ id }) => leftOut.every(({ clusterId }) => clusterId !== id))
  const nodes = asked.flatMap(({ id, name, nodes: replicas }) =>
    replicas.map((node) => ({
      ...{ clusterId: id, clusterName: name, nodeName: node.name },
      disks: id === cluster.id ? disks.filter((each) => each.node === node.name).map(({ disk }) => disk) : [],
    })),
  )
  const claimKey = claimOfAudit(sourceId, bucket)
  const store = async (tx: Transaction) => {
    await holdSource(tx, sourceId)
    await refuseHolder(tx, bucketAudits, { claimKey, name: bucket })
    const { id } = await storeRun(tx, {
      ...{ kind: 'bucket-audit', clusterId: cluster.id, of: null, claimKey },
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name, now: ctx.now() },
    })
    await tx.bucketAudit.create({
      data: {
        ...{ id, sourceId, sourceName: source.name, bucket, prefixes },
        ...{ graceMinutes: wanted.graceMinutes, timeLimitMinutes: wanted.timeLimitMinutes },
        leftOut: leftOut.map((each) => ({ ...each })),
        nodes: { create: nodes.map((node, ordinal) => ({ ordinal, ...node })) },
      },
    })
    await recordAudit(tx, ctx, {
      ...attempt,
      objectId: id,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'requested',
      details: {
        ...{ source: source.name, prefixes, graceMinutes: wanted.graceMinutes, nodes: nodes.length },
        ...(leftOut.length > 0
          ? {
              leftOut: leftOut.map(({ clusterName }) => clusterName),
              assumed: 'none of their disks uses the bucket',
            }
          : {}),
      },
    })
    await notifyChange(tx, 'bucket-audit', id)
    return { id }
  }
  return ctx.db.$transaction(store).catch((error: unknown) => {
    throw explainClaim(error, bucketAudits, bucket)
  })
}

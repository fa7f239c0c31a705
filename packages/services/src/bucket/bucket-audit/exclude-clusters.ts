import type { Cluster } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { matchDisks, sampleDisks } from './inspect-disks.ts'
import type { LeftOutCluster } from './schema.ts'

interface Wanted {
  clusters: readonly Pick<Cluster, 'id' | 'slug' | 'name'>[]
  /** By id or slug. */
  leaveOut: readonly string[]
  /** The cluster whose bucket is audited. */
  own: string
  bucket: string
}

/**
 * The clusters that an audit does not read. The user asserts that none of their disks is in the bucket; rejected if
 * something known contradicts it: an object of theirs that a saved source finds there now, or an audit of the same
 * bucket that was started from them.
 * @throws ServiceError `not_found`, `invalid`, `conflict` with the contradiction.
 */
export async function excludeClusters(ctx: ServiceContext, wanted: Wanted): Promise<LeftOutCluster[]> {
  const { clusters, leaveOut, own, bucket } = wanted
  const chosen = new Map<string, LeftOutCluster>()
  for (const key of leaveOut) {
    const cluster = clusters.find(({ id, slug }) => id === key || slug === key)
    if (!cluster)
      throw new ServiceError('not_found', `There is no cluster ${key}.`, {
        hint: 'Exclude only clusters from the list of clusters to read.',
      })
    if (cluster.id === own)
      throw new ServiceError('invalid', `${cluster.name} is the cluster whose bucket is audited.`, {
        hint: 'Only other clusters can be excluded.',
      })
    chosen.set(cluster.id, { clusterId: cluster.id, clusterName: cluster.name })
  }
  const leftOut = [...chosen.values()]
  const reasons = await Promise.all(leftOut.map((each) => findShare(ctx, each, bucket)))
  const known = reasons.filter((reason) => reason !== null)
  if (known.length > 0)
    throw new ServiceError('conflict', known.join(' '), {
      hint: 'Its objects would be reported as orphans. Bring its replicas back and include it in the audit.',
    })
  return leftOut
}

/** What is known of the cluster's disks in the bucket. Null: nothing, also where none of its nodes answers. */
async function findShare(
  ctx: ServiceContext,
  { clusterId, clusterName }: LeftOutCluster,
  bucket: string,
): Promise<string | null> {
  const before = await ctx.db.bucketAuditNode.findFirst({
    where: { clusterId, disks: { isEmpty: false }, audit: { bucket } },
    select: { nodeName: true, disks: true },
  })
  if (before)
    return `An audit has found the disk ${before.disks.join(', ')} of ${before.nodeName} of ${clusterName} in ${bucket}.`
  const disks = await matchDisks(ctx, await sampleDisks(ctx, clusterId))
  const own = disks.find(({ place }) => place?.bucket === bucket)
  return own ? `The disk ${own.disk} of ${own.node} of ${clusterName} has objects in ${bucket}.` : null
}

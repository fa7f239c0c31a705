import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { matchDisks, sampleDisks } from './look-at-disks.ts'
import { type BucketLook, bucketLookInput } from './schema.ts'

/** Which bucket each S3 disk of the cluster lies in: a few of its objects are looked for in the saved sources. */
export async function lookAtBuckets(
  ctx: ServiceContext,
  given: z.input<typeof bucketLookInput>,
): Promise<BucketLook> {
  await authorize(ctx, 'operator')
  const { cluster } = parseInput(bucketLookInput, given)
  const reading = await sampleDisks(ctx, cluster)
  const others = await ctx.db.cluster.findMany({
    where: { id: { not: reading.cluster.id } },
    select: { id: true, name: true, _count: { select: { nodes: true } } },
    orderBy: { name: 'asc' },
  })
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      disks: await matchDisks(ctx, reading),
      others: others.map(({ id, name, _count }) => ({ id, cluster: name, nodes: _count.nodes })),
    },
  }
}

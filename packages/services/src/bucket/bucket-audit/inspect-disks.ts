import { listDisks, type RemoteFileRow, sampleRemoteFiles } from '@frostline/clickhouse'
import { prefixOfKey } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { BucketFinder } from './bucket-finder.ts'
import { chooseS3Disks } from './s3-disks.ts'
import { type BucketDisks, bucketDisksInput, type DiskInBucket } from './schema.ts'

interface SampledDisk {
  disk: string
  samples: RemoteFileRow[]
}

const lookBudgetMs = 25_000

/** The S3 disks of each node with a few of their files. */
export async function sampleDisks(
  ctx: ServiceContext,
  cluster: string,
): Promise<ClusterReading<SampledDisk[]>> {
  return readCluster(ctx, { cluster, fresh: true, budgetMs: lookBudgetMs }, async (reader) => {
    const disks = chooseS3Disks(await reader.ask(listDisks, {}))
    return Promise.all(
      disks.map(async ({ name }) => ({
        disk: name,
        samples: await reader.ask(sampleRemoteFiles, { disk: name }),
      })),
    )
  })
}

/** Finds for each disk the saved source and bucket with its objects, of the sizes that the node shows. */
export async function matchDisks(
  ctx: ServiceContext,
  { readings }: ClusterReading<SampledDisk[]>,
): Promise<DiskInBucket[]> {
  const finder = await BucketFinder.open(ctx)
  try {
    const found: DiskInBucket[] = []
    for (const { node, value } of readings)
      for (const { disk, samples } of value) {
        const place = await finder.find(samples)
        const prefixes = [...new Set(samples.flatMap((row) => prefixOfKey(row.remote_path) ?? []))]
        found.push({
          ...{ node: node.name, disk, prefixes, place },
          sample: samples[0]?.remote_path ?? null,
        })
      }
    return found
  } finally {
    finder.close()
  }
}

/** Which bucket each S3 disk of the cluster uses: looks up a few of its objects in the saved sources. */
export async function inspectBuckets(
  ctx: ServiceContext,
  given: z.input<typeof bucketDisksInput>,
): Promise<BucketDisks> {
  const { cluster } = await authorizeInput(ctx, 'operator', bucketDisksInput, given)
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

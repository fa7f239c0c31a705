import { listStoragePolicies } from '@frostline/clickhouse'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import type { StoredArchive } from './archive-run.ts'

/** Those that each node that answers has in the policy. */
export async function listVolumes(ctx: ServiceContext, cluster: string, policy: string): Promise<string[]> {
  const reading = await readCluster(ctx, { cluster, fresh: true }, async (reader) =>
    (await reader.ask(listStoragePolicies, {})).filter(({ policy_name }) => policy_name === policy),
  )
  const [first = [], ...others] = reading.readings.map(({ value }) =>
    value.map(({ volume_name }) => volume_name),
  )
  return first.filter((name) => others.every((each) => each.includes(name)))
}

/** What keeps restored partitions from being moved to a volume. */
export async function refuseVolume(
  ctx: ServiceContext,
  { run }: StoredArchive,
  volume: string | null,
  volumes: readonly string[],
): Promise<string[]> {
  if (volume === null) return []
  if (!volumes.includes(volume))
    return [`The storage policy of the table has no volume ${volume} on every node.`]
  const { approvalRequired } = await ctx.db.cluster.findUniqueOrThrow({ where: { id: run.clusterId } })
  return approvalRequired
    ? [
        'The cluster requires an approval for each move. Restore without a volume, then plan a tier migration.',
      ]
    : []
}

import { QueryFailedError } from '@frostline/clickhouse'
import type { TierMigrationStep } from '@frostline/db'
import { findVolumeOfDisk, judgeSharing, type PartWitness, type StoragePolicy } from '@frostline/domain'
import { observePartitions } from '@frostline/services'
import { readTableUuid, type StepSight } from './observe-step.ts'
import type { StepContext } from './step-context.ts'

/**
 * Marks the parts that are still to be moved and that another replica of the shard has on the target by now: their objects are
 * there, so that moving them copies nothing. Who cannot be asked marks none; the objects themselves are compared afterwards.
 */
export async function markShared(
  context: StepContext,
  before: readonly PartWitness[],
  { parts, policy }: Pick<StepSight, 'parts' | 'policy'>,
): Promise<PartWitness[]> {
  // What this replica has brought there itself others may refer to by now.
  const left = new Set(
    parts.flatMap(({ name, disk }) =>
      findVolumeOfDisk(policy, disk)?.name === context.toVolume ? [] : [name],
    ),
  )
  if (before.every((part) => part.shared || !left.has(part.name))) return [...before]
  const { database, table } = context.migration
  const at = { database, table, partitionIds: [context.partitionId] }
  const held = await Promise.all(
    context.peers.map(async ({ client }) => {
      try {
        const sight = (await observePartitions(client, at, new Map()))?.get(context.partitionId)
        return (sight?.parts ?? []).flatMap((part) =>
          sight && findVolumeOfDisk(sight.policy, part.disk)?.name === context.toVolume
            ? [`${part.name} ${part.hash}`]
            : [],
        )
      } catch (thrown) {
        if (!(thrown instanceof QueryFailedError)) throw thrown
        return []
      }
    }),
  )
  const there = new Set(held.flat())
  return before.map((part) =>
    left.has(part.name) && there.has(`${part.name} ${part.hash}`) ? { ...part, shared: true } : part,
  )
}

/** Compares the objects of what has arrived with those of the other replicas. Null: the step shares nothing. */
export async function proveSharing(
  context: StepContext,
  { uploader }: Pick<TierMigrationStep, 'uploader'>,
  before: readonly PartWitness[],
  policy: StoragePolicy,
): Promise<ReturnType<typeof judgeSharing> | null> {
  if (uploader === null || context.migration.checkOfId !== null) return null
  const moved = before.filter(({ disk }) => findVolumeOfDisk(policy, disk)?.name !== context.toVolume)
  const ask = async (node: StepContext['node']) => {
    const uuid = readTableUuid(context.migration.tableUuids, node.name)
    try {
      if (uuid === undefined) throw new Error(`The plan has no such table on ${node.name}.`)
      const table = { uuid, policy, volume: context.toVolume }
      return { node: node.name, objects: await context.lane.objects.look(node, table, context.partitionId) }
    } catch (thrown) {
      return { node: node.name, fault: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }
  const needsPeers = moved.some(({ shared }) => shared)
  const [own, ...peers] = await Promise.all([context.node, ...(needsPeers ? context.peers : [])].map(ask))
  return own ? judgeSharing(moved, own, peers) : null
}

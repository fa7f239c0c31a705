import { QueryFailedError, serverUptime } from '@frostline/clickhouse'
import type { TierMigrationStep } from '@frostline/db'
import {
  findUnfetched,
  findVolumeOfDisk,
  judgeSharing,
  type PartWitness,
  type StoragePolicy,
  type UnfetchedPart,
} from '@frostline/domain'
import { observePartitions } from '@frostline/services'
import { readTableUuid, type StepContext, type StepSight } from './step-context.ts'

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

/**
 * Writes down which uploads to a shared disk ended because the server did: their statements gave no result, the server has
 * started since, and parts of them are not on the target. What they had uploaded stays in the bucket, for ClickHouse (26.7)
 * removes it only on a disk of its own. Answers false where the server cannot be asked: then it is to be checked again.
 */
export async function noteCutOff(
  { lane, fence, node, toVolume }: StepContext,
  { parts, policy }: Pick<StepSight, 'parts' | 'policy'>,
): Promise<boolean> {
  const { db } = lane.deps
  const moves = await db.tierMigrationMove.findMany({
    where: { stepId: fence.stepId, kind: 'move', status: 'unknown', cutOffAt: null, bytes: { gt: 0 } },
    select: { id: true, sentAt: true, parts: true },
  })
  const arrived = new Set(
    parts.flatMap(({ name, disk }) => (findVolumeOfDisk(policy, disk)?.name === toVolume ? [name] : [])),
  )
  const open = moves.filter((move) => !move.parts.every((name) => arrived.has(name)))
  if (open.length === 0) return true
  const startedAt = await readStart(node, lane.deps.now)
  if (startedAt === null) return false
  const cutOff = open.filter(({ sentAt }) => sentAt < startedAt)
  await db.tierMigrationMove.updateMany({
    where: { id: { in: cutOff.map(({ id }) => id) } },
    data: { cutOffAt: startedAt },
  })
  return true
}

async function readStart({ client }: StepContext['node'], now: () => Date): Promise<Date | null> {
  try {
    const [row] = (await client.query(serverUptime, {})).rows
    return row ? new Date(now().getTime() - row.uptime_seconds * 1000) : null
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return null
  }
}

/** `parts`: as many as it knows of. `choice`: which of the replica choices says what is to be done. */
interface Missing {
  parts: number
  reason: string
  choice: 'behind' | 'readOnly'
}

/**
 * Parts that the shard had when the step was planned and that its replica does not have, for people too. Null: it has all, or
 * the table is not replicated.
 */
export function findMissing(
  { node, partitionId, migration }: Pick<StepContext, 'node' | 'partitionId' | 'migration'>,
  { shardMaxBlock }: Pick<TierMigrationStep, 'shardMaxBlock'>,
  { replication, parts }: Pick<StepSight, 'replication' | 'parts'>,
): Missing | null {
  if (shardMaxBlock === null || replication === null || migration.checkOfId !== null) return null
  const missing = findUnfetched(replication, partitionId, parts, shardMaxBlock)
  const [first] = missing
  if (first !== undefined)
    return { choice: 'behind', parts: missing.length, reason: explain(node.name, missing, first) }
  if (replication.isReadonly)
    return {
      choice: 'readOnly',
      parts: 0,
      reason: `${node.name} is read-only because it has lost Keeper, so its missing parts are unknown.`,
    }
  if (replication.isAttaching)
    return {
      choice: 'behind',
      parts: 0,
      reason: `${node.name} has not applied an ATTACH or REPLACE PARTITION of another replica yet, so parts of its shard may be missing.`,
    }
  if (replication.isLogBehind)
    return {
      choice: 'behind',
      parts: 0,
      reason: `${node.name} has not read all of the replication log, so parts of its shard may be missing.`,
    }
  return null
}

function explain(node: string, missing: readonly UnfetchedPart[], first: UnfetchedPart): string {
  const named = `${first.name}${missing.length > 1 ? ' and others' : ''}`
  if (missing.every(({ isMerge }) => isMerge))
    return `${missing.length === 1 ? '1 part was' : `${missing.length} parts were`} merged by another replica, and ${node} is to fetch ${missing.length === 1 ? 'it' : 'them'}: ${named}.`
  return `${missing.length} ${missing.length === 1 ? 'part is' : 'parts are'} not fetched yet by ${node}: ${named}.`
}

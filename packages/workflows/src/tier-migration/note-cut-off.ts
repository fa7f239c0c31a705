import { QueryFailedError, serverUptime } from '@frostline/clickhouse'
import { findVolumeOfDisk } from '@frostline/domain'
import type { StepSight } from './observe-step.ts'
import type { StepContext } from './step-context.ts'

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

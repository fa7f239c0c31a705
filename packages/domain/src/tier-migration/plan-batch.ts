import type { PlanCheck } from './check.ts'
import type { TierMigrationGoal } from './goal.ts'
import { type PlanOptions, planTierMigration, type TierMigrationPlan } from './plan.ts'
import type { PlannedStep } from './planned-step.ts'
import type { DiskSpace, ObservedReplica, ReplicaSnapshot } from './snapshot.ts'

export interface BatchTable {
  database: string
  table: string
  snapshots: readonly ReplicaSnapshot[]
}

/** `nothing`: all of the table that the goal means is on the target already. */
export type BatchTablePlan = { database: string; table: string } & (
  | Extract<TierMigrationPlan, { kind: 'planned' }>
  | { kind: 'refused' | 'nothing'; checks: PlanCheck[] }
)

/**
 * Plans one goal for several tables, each by planTierMigration. The room that the tables before it take on the target
 * is not there any more for the next: tables that fit one by one but not together are refused from the first that
 * does not.
 */
export function planBatch(
  tables: readonly BatchTable[],
  goal: Exclude<TierMigrationGoal, { kind: 'align-replicas' | 'partitions' }>,
  targetVolume: string,
  options: PlanOptions = {},
): BatchTablePlan[] {
  const taken = new Map<string, bigint>()
  return tables.map(({ database, table, snapshots }) => {
    const left = snapshots.map((snapshot) =>
      snapshot.state === 'observed' ? withLessRoom(snapshot, targetVolume, taken) : snapshot,
    )
    const plan = planTierMigration(left, goal, targetVolume, options)
    if (plan.kind === 'planned') {
      for (const step of plan.steps) take(taken, step)
      return { ...plan, database, table }
    }
    const blocking = plan.checks.filter((check) => check.outcome === 'blocking')
    const nothing = blocking.every((check) => check.id === 'something-to-move')
    return { kind: nothing ? 'nothing' : 'refused', checks: plan.checks, database, table }
  })
}

function take(taken: Map<string, bigint>, { node, totals }: PlannedStep): void {
  taken.set(node.name, (taken.get(node.name) ?? 0n) + totals.bytes)
}

/**
 * What was taken comes off the file systems of the volume's disks, one after the other; which of them the server fills is
 * its affair.
 */
function withLessRoom(
  snapshot: ObservedReplica,
  targetVolume: string,
  taken: ReadonlyMap<string, bigint>,
): ObservedReplica {
  let owed = taken.get(snapshot.node.name) ?? 0n
  const onTarget = snapshot.policy.volumes.find((volume) => volume.name === targetVolume)?.disks ?? []
  const systemOf = (disk: DiskSpace) => disk.fileSystem ?? disk.name
  const parts = new Map<string, bigint>()
  for (const disk of snapshot.disks) {
    if (disk.freeBytes === null || !onTarget.includes(disk.name)) continue
    const taken = parts.get(systemOf(disk)) ?? 0n
    const left = disk.freeBytes > taken ? disk.freeBytes - taken : 0n
    const part = owed < left ? owed : left
    owed -= part
    parts.set(systemOf(disk), taken + part)
  }
  const disks = snapshot.disks.map((disk): DiskSpace => {
    if (disk.freeBytes === null) return disk
    const part = parts.get(systemOf(disk)) ?? 0n
    return { ...disk, freeBytes: disk.freeBytes > part ? disk.freeBytes - part : 0n }
  })
  return { ...snapshot, disks }
}

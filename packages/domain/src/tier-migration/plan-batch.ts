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

/** What was taken comes off the volume's disks, one after the other; which of them the server fills is its affair. */
function withLessRoom(
  snapshot: ObservedReplica,
  targetVolume: string,
  taken: ReadonlyMap<string, bigint>,
): ObservedReplica {
  let owed = taken.get(snapshot.node.name) ?? 0n
  const onTarget = snapshot.policy.volumes.find((volume) => volume.name === targetVolume)?.disks ?? []
  const disks = snapshot.disks.map((disk): DiskSpace => {
    if (disk.freeBytes === null || !onTarget.includes(disk.name)) return disk
    const part = owed < disk.freeBytes ? owed : disk.freeBytes
    owed -= part
    return { ...disk, freeBytes: disk.freeBytes - part }
  })
  return { ...snapshot, disks }
}

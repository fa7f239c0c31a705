import { lockRow, notifyChange, type RunRef, readWish, recordExit, type ZeroCopyExit } from '@frostline/db'
import {
  type ExitStage,
  planTierMigration,
  type ReplicaSnapshot,
  tierMigrationLimits,
} from '@frostline/domain'
import { queueMigration } from '../../placement/tier-migration/migration-run.ts'
import { storePlan } from '../../placement/tier-migration/plan.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { exitMigrations } from './schema.ts'

/**
 * Plans the moves of a stage from the observed state and queues them as a tier migration of the exit, in one
 * transaction with the exit's own run: a worker that dies before or after leaves one or none. Returns why it is not
 * possible, or null.
 */
export async function queueExitMoves(
  ctx: ServiceContext,
  ref: RunRef,
  exit: ZeroCopyExit,
  snapshots: readonly ReplicaSnapshot[],
  moves: { stage: ExitStage; volume: string; partitionIds: readonly string[] },
): Promise<string | null> {
  const { clusterId, database, table, deepCheck } = exit
  const goal = { kind: 'partitions' as const, partitionIds: [...moves.partitionIds] }
  const limits = tierMigrationLimits.parse(exit.limits)
  const plan = planTierMigration(snapshots, goal, moves.volume, { replicas: limits.replicas })
  if (plan.kind === 'refused')
    return plan.checks.flatMap(({ outcome, text }) => (outcome === 'blocking' ? [text] : [])).join(' ')
  const cluster = await ctx.db.cluster.findUniqueOrThrow({
    where: { id: clusterId },
    select: { id: true, name: true },
  })
  await ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'run', exit.id)
    // A person has stopped it meanwhile: nothing starts.
    if ((await readWish(tx, ref)) !== 'go-on') return
    const request = { database, table, targetVolume: moves.volume, goal, limits, deepCheck }
    const stored = await storePlan(tx, ctx, { cluster, request, plan, snapshots })
    await queueMigration(tx, ctx, stored, exit.id)
    await recordAudit(tx, ctx, {
      ...{ action: 'tier-migration.start', objectType: 'tier-migration', objectId: stored.id },
      ...{ objectName: `${database}.${table}`, clusterId, clusterName: cluster.name, outcome: 'requested' },
      details: { zeroCopyExit: exit.id, stage: moves.stage },
    })
    const known = exitMigrations.parse(exit.migrations)
    await recordExit(tx, ref, {
      migrations: [...known, { id: stored.id, stage: moves.stage, start: ref.generation }],
    })
    await notifyChange(tx, 'tier-migration', stored.id)
    await notifyChange(tx, 'zero-copy-exit', exit.id)
  })
  return null
}

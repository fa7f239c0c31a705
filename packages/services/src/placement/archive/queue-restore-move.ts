import { lockRow, notifyChange, type RunRef, readWish, recordRestoreMove } from '@frostline/db'
import { planTierMigration } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { inspectTable } from '../tier-migration/inspect-table.ts'
import { queueMigration } from '../tier-migration/migration-run.ts'
import { storePlan } from '../tier-migration/plan.ts'

/**
 * Plans the move of restored partitions from what the nodes show now, and queues it as a tier migration in one transaction with
 * the restore: a worker that dies before or after leaves one or none. Nothing left to move ends it.
 * @returns why it is not possible; null: it is queued or done, or a person has stopped the restore.
 * @throws ServiceError `conflict` while the table has another migration.
 */
export async function queueRestoreMove(ctx: ServiceContext, ref: RunRef): Promise<string | null> {
  const restore = await ctx.db.archiveRestore.findUniqueOrThrow({
    where: { id: ref.id },
    include: {
      run: { include: { cluster: { select: { id: true, name: true } } } },
      steps: { include: { step: { select: { partitionId: true } } } },
    },
  })
  const { database, table, volume, run, steps } = restore
  if (volume === null) return null
  const partitionIds = [...new Set(steps.map(({ step }) => step.partitionId))]
  const { snapshots } = await inspectTable(ctx, run.clusterId, { database, table }, partitionIds)
  const goal = { kind: 'partitions' as const, partitionIds }
  const plan = planTierMigration(snapshots, goal, volume)
  const blocking = plan.checks.filter(({ outcome }) => outcome === 'blocking')
  if (plan.kind === 'refused' && blocking.every(({ id }) => id === 'something-to-move')) {
    await recordRestoreMove(ctx.db, ref, { movedAt: ctx.now() })
    return null
  }
  if (plan.kind === 'refused') return blocking.map(({ text }) => text).join(' ')
  await ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'run', ref.id)
    if ((await readWish(tx, ref)) !== 'go-on') return
    const request = { database, table, targetVolume: volume, goal }
    const actor = { ...ctx.actor, id: run.requestedById ?? ctx.actor.id, name: run.requestedBy }
    const stored = await storePlan(tx, { ...ctx, actor }, { cluster: run.cluster, request, plan, snapshots })
    await queueMigration(tx, { ...ctx, actor }, stored)
    await recordAudit(tx, ctx, {
      ...{ action: 'tier-migration.start', objectType: 'tier-migration', objectId: stored.id },
      ...{ objectName: `${database}.${table}`, clusterId: run.cluster.id, clusterName: run.cluster.name },
      outcome: 'requested',
      details: { restore: ref.id, targetVolume: volume },
    })
    await recordRestoreMove(tx, ref, { moveId: stored.id })
    await notifyChange(tx, 'tier-migration', stored.id)
    await notifyChange(tx, 'archive-restore', ref.id)
  })
  return null
}

import { notifyChange } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { requireStandingApproval } from './change-schedule.ts'
import { auditDetails, explainTakenScheduleName, toColumns } from './definition.ts'
import { type CreateScheduleInput, createScheduleInput } from './schema.ts'

/** Stores a schedule, enabled, in the name of who asks: its runs are made with this person's or token's role. */
export async function createSchedule(
  ctx: ServiceContext,
  input: CreateScheduleInput,
): Promise<{ id: string }> {
  const about = { action: 'tier-schedule.create', objectType: 'tier-schedule', objectName: input.name }
  await authorize(ctx, 'operator', about)
  const { cluster: clusterKey, ...given } = parseInput(createScheduleInput, input)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const cluster = await findCluster(tx, clusterKey)
      requireStandingApproval(ctx.actor, cluster)
      const { id } = await tx.tierSchedule.create({
        data: {
          ...toColumns(given),
          clusterId: cluster.id,
          ownerType: ctx.actor.type,
          ownerId: ctx.actor.id,
          ownerName: ctx.actor.name,
          enabled: true,
          nextDueAt: firstDueAt(given, ctx.now()),
        },
      })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'succeeded',
        details: auditDetails(given),
      })
      await notifyChange(tx, 'tier-schedule', id)
      return { id }
    })
  } catch (error) {
    throw explainTakenScheduleName(error, given.name)
  }
}

import { notifyChange } from '@frostline/db'
import { type CacheTask, roleForTask } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { explainTakenScheduleName } from '../../platform/schedule/schedule-verbs.ts'
import { type CreateCacheScheduleInput, createCacheScheduleInput } from './schema.ts'

/** Stores a schedule, enabled, owned by the caller: its runs have the role of this person or token. */
export async function createCacheSchedule(
  ctx: ServiceContext,
  input: CreateCacheScheduleInput,
): Promise<{ id: string }> {
  const about = { action: 'cache-schedule.create', objectType: 'cache-schedule', objectName: input.name }
  await authorize(ctx, 'operator', about)
  const { cluster: key, task, ...given } = parseInput(createCacheScheduleInput, input)
  await authorize(ctx, roleForTask(task), about)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const cluster = await findCluster(tx, key)
      const { id } = await tx.cacheSchedule.create({
        data: {
          ...given,
          ...{ task, clusterId: cluster.id, enabled: true, nextDueAt: firstDueAt(given, ctx.now()) },
          ...{ ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name },
        },
      })
      await recordAudit(tx, ctx, {
        ...about,
        ...{ objectId: id, clusterId: cluster.id, clusterName: cluster.name },
        outcome: 'succeeded',
        details: {
          task: describeTask(task),
          cron: given.cron,
          timeZone: given.timeZone,
          missedRuns: given.missedRuns,
        },
      })
      await notifyChange(tx, 'cache-schedule', id)
      return { id }
    })
  } catch (error) {
    throw explainTakenScheduleName(error, 'a cache schedule', given.name)
  }
}

function describeTask(task: CacheTask): string {
  if (task.kind === 'warmup') return `warm up ${task.spec.database}.${task.spec.table}`
  return task.table
    ? `drop ${task.table.database}.${task.table.table} from ${task.cache}`
    : `drop ${task.cache}`
}

import type { ServiceContext } from '../../platform/base/context.ts'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { explainTakenScheduleName } from '../../platform/schedule/schedule-verbs.ts'
import { cacheSchedules } from './cache-schedules.ts'
import { type UpdateCacheScheduleInput, updateCacheScheduleInput } from './schema.ts'

/** Changes its name and due times. What it does cannot be changed: create another one. */
export async function updateCacheSchedule(
  ctx: ServiceContext,
  input: UpdateCacheScheduleInput,
): Promise<{ id: string }> {
  try {
    await cacheSchedules.change(ctx, input.id, 'update', async (tx, schedule) => {
      const { id, ...given } = parseInput(updateCacheScheduleInput, input)
      await tx.cacheSchedule.update({
        where: { id },
        data: { ...given, ...(schedule.enabled ? { nextDueAt: firstDueAt(given, ctx.now()) } : {}) },
      })
      return given
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenScheduleName(error, 'a cache schedule', input.name)
  }
}

export async function removeCacheSchedule(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  await cacheSchedules.remove(ctx, id)
}

export async function enableCacheSchedule(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await cacheSchedules.enable(ctx, id)
  return { id }
}

export async function disableCacheSchedule(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string }> {
  await cacheSchedules.disable(ctx, id)
  return { id }
}

export async function runCacheScheduleNow(
  ctx: ServiceContext,
  { id }: { id: string },
): Promise<{ id: string; runId: string }> {
  return { id, runId: await cacheSchedules.runNow(ctx, id) }
}

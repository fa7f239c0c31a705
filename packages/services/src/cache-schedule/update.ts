import type { ServiceContext } from '../base/context.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeCacheSchedule } from './change-schedule.ts'
import { explainTakenName } from './create.ts'
import { type UpdateCacheScheduleInput, updateCacheScheduleInput } from './schema.ts'

/** Changes its name and when it comes due. What it does stays: for that make another one. */
export async function updateCacheSchedule(
  ctx: ServiceContext,
  input: UpdateCacheScheduleInput,
): Promise<{ id: string }> {
  try {
    await changeCacheSchedule(ctx, input.id, 'cache-schedule.update', async (tx, schedule) => {
      const { id, ...given } = parseInput(updateCacheScheduleInput, input)
      await tx.cacheSchedule.update({
        where: { id },
        data: { ...given, ...(schedule.enabled ? { nextDueAt: firstDueAt(given, ctx.now()) } : {}) },
      })
      return given
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenName(error, input.name)
  }
}

import type { ServiceContext } from '../base/context.ts'
import { firstDueAt } from '../base/first-due-at.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeSchedule } from './change-schedule.ts'
import { auditDetails, explainTakenScheduleName, toColumns } from './definition.ts'
import { type UpdateScheduleInput, updateScheduleInput } from './schema.ts'

/** Changes what later runs do. A run that has been planned goes on as it was; the owner stays. */
export async function updateSchedule(
  ctx: ServiceContext,
  input: UpdateScheduleInput,
): Promise<{ id: string }> {
  try {
    await changeSchedule(ctx, input.id, 'tier-schedule.update', async (tx, schedule) => {
      const { id, ...given } = parseInput(updateScheduleInput, input)
      await tx.tierSchedule.update({
        where: { id },
        data: {
          ...toColumns(given),
          ...(schedule.enabled ? { nextDueAt: firstDueAt(given, ctx.now()) } : {}),
        },
      })
      return auditDetails(given)
    })
    return { id: input.id }
  } catch (error) {
    throw explainTakenScheduleName(error, input.name)
  }
}

import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeSchedule, requireStandingApproval } from './change-schedule.ts'
import { resolveOwner } from './resolve-owner.ts'
import type { RunScheduleNowInput } from './schema.ts'

/**
 * A run that a person asks for, beside those of the cron expression: the same tables, age, budget and owner, and one at
 * a time with them. Outside of the window it waits for it like any run, unless the person says that it need not.
 * @throws ServiceError `conflict` while a run has not ended, and where the schedule may not run at all.
 */
export async function runScheduleNow(
  ctx: ServiceContext,
  input: RunScheduleNowInput,
): Promise<{ id: string; runId: string }> {
  let runId = ''
  const ignoresWindow = input.ignoreWindow ?? false
  await changeSchedule(ctx, input.id, 'tier-schedule.run-now', async (tx, schedule) => {
    requireStandingApproval(ctx.actor, schedule.cluster)
    const refuse = (why: string, hint: string): never => {
      throw new ServiceError('conflict', `The schedule ${schedule.name} cannot run now. ${why}`, { hint })
    }
    if (!schedule.enabled) refuse('It is disabled.', 'Enable it first.')
    const owner = await resolveOwner(tx, schedule, ctx.now())
    if (owner.kind === 'fault')
      refuse(owner.reason, 'Restore the role of the owner, or ask an admin to take over the schedule.')
    const open = await tx.tierScheduleRun.findFirst({
      where: { scheduleId: schedule.id, status: { in: ['due', 'running'] } },
    })
    if (open)
      refuse(
        `Its run of ${open.dueAt.toISOString().slice(0, 16)}Z ${open.status === 'due' ? 'is waiting' : 'is still moving data'}. Runs of a schedule never overlap.`,
        'Wait until it ends, or cancel its tier migrations.',
      )
    const run = await tx.tierScheduleRun.create({
      data: {
        scheduleId: schedule.id,
        dueAt: ctx.now(),
        status: 'due',
        requestedBy: ctx.actor.name,
        ignoresWindow,
      },
    })
    runId = run.id
    return { run: run.id, ignoresWindow }
  })
  return { id: input.id, runId }
}

import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findSchedule, withCluster } from './find-schedule.ts'
import { toRunViews } from './run-view.ts'
import {
  listScheduleRunsInput,
  type listSchedulesInput,
  type ScheduleRunView,
  type ScheduleView,
} from './schema.ts'
import { toScheduleView } from './to-view.ts'

export async function getSchedule(ctx: ServiceContext, input: { id: string }): Promise<ScheduleView> {
  await authorize(ctx, 'viewer')
  return toScheduleView(ctx, await findSchedule(ctx.db, input.id))
}

/** By name. */
export async function listSchedules(
  ctx: ServiceContext,
  input: z.input<typeof listSchedulesInput>,
): Promise<ScheduleView[]> {
  await authorize(ctx, 'viewer')
  const { cluster } = input
  const schedules = await ctx.db.tierSchedule.findMany({
    where: cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {},
    include: withCluster,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return Promise.all(schedules.map((schedule) => toScheduleView(ctx, schedule)))
}

/** The newest due time first. */
export async function listScheduleRuns(
  ctx: ServiceContext,
  given: z.input<typeof listScheduleRunsInput>,
): Promise<{ runs: ScheduleRunView[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { id, after, limit } = parseInput(listScheduleRunsInput, given)
  await findSchedule(ctx.db, id)
  const rows = await ctx.db.tierScheduleRun.findMany({
    where: { scheduleId: id },
    orderBy: [{ dueAt: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  return {
    runs: await toRunViews(ctx, page),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findSchedule } from './find-schedule.ts'
import type { ScheduleView } from './schema.ts'
import { toScheduleView } from './to-view.ts'

export async function getSchedule(ctx: ServiceContext, input: { id: string }): Promise<ScheduleView> {
  await authorize(ctx, 'viewer')
  return toScheduleView(ctx, await findSchedule(ctx.db, input.id))
}

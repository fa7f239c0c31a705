import { z } from 'zod'
import { whereTable } from '../../../identity/access/visible.ts'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { cutPage, pageAfter } from '../../../platform/base/page.ts'
import { viewTiming } from '../../../platform/schedule/view-timing.ts'
import { timeSpan } from '../../tier-schedule/schema.ts'
import { archiveSchedules, resolveArchiveOwner, retentionOf, withPlace } from './archive-schedules.ts'
import {
  type ArchiveScheduleRunView,
  type ArchiveScheduleView,
  listArchiveScheduleRunsInput,
  listArchiveSchedulesInput,
} from './schema.ts'

const runsShown = 3
const omitted = { scheduleId: true, takenUntil: true } as const

/** By name. */
export async function listArchiveSchedules(
  ctx: ServiceContext,
  given: z.input<typeof listArchiveSchedulesInput>,
): Promise<ArchiveScheduleView[]> {
  const { cluster } = await authorizeInput(ctx, 'viewer', listArchiveSchedulesInput, given)
  const found = await ctx.db.archiveSchedule.findMany({
    where: {
      ...whereTable(ctx.actor),
      ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
    },
    include: { ...withPlace, runs: { orderBy: { dueAt: 'desc' }, take: 1, omit: omitted } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return Promise.all(
    found.map(async ({ runs, ...schedule }) => {
      const { id, database, table, olderThanDays, bucket, prefix, graceHours, budgetBytes } = schedule
      const owner = await resolveArchiveOwner(ctx.db, schedule, ctx.now())
      return {
        ...{ id, database, table, olderThanDays, bucket, prefix, graceHours, budgetBytes },
        ...viewTiming(schedule, owner, runsShown),
        lastRun: runs[0] ?? null,
        ...{ clusterSlug: schedule.cluster.slug, sourceName: schedule.source?.name ?? null },
        ...{ retention: retentionOf(schedule), storageClass: schedule.storageClass },
        windowSpans: z.array(timeSpan).parse(schedule.windowSpans),
      }
    }),
  )
}

/** The newest due time first. */
export async function listArchiveScheduleRuns(
  ctx: ServiceContext,
  given: z.input<typeof listArchiveScheduleRunsInput>,
): Promise<{ runs: ArchiveScheduleRunView[]; next: string | null }> {
  const { id, after, limit } = await authorizeInput(ctx, 'viewer', listArchiveScheduleRunsInput, given)
  await archiveSchedules.get(ctx.db, id)
  const rows = await ctx.db.archiveScheduleRun.findMany({
    where: { scheduleId: id },
    omit: omitted,
    orderBy: { dueAt: 'desc' },
    ...pageAfter({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return { runs: page, next }
}

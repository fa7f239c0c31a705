import { cacheTask, findCronFault, isTimeZone, missedRunRules } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../../platform/reading/schema.ts'

const timing = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  cron: z.string().max(200).describe('Minute, hour, day of the month, month, day of the week.'),
  timeZone: z.string().max(64).describe('IANA name, such as Europe/Berlin.'),
  missedRuns: z
    .enum(missedRunRules)
    .default('skip')
    .describe('If no worker was running at the due time: run once as soon as possible, or skip the run.'),
})

/** The same faults, in the same words, as the form shows. */
function checkTiming(given: { cron: string; timeZone: string }, ctx: z.RefinementCtx): void {
  const fault = findCronFault(given.cron)
  if (fault !== null) ctx.addIssue({ code: 'custom', path: ['cron'], message: fault })
  if (!isTimeZone(given.timeZone))
    ctx.addIssue({
      code: 'custom',
      path: ['timeZone'],
      message: `Unknown time zone '${given.timeZone}'.`,
    })
}

export const createCacheScheduleInput = timing
  .extend({ cluster: clusterKey, task: cacheTask })
  .superRefine(checkTiming)
export type CreateCacheScheduleInput = z.input<typeof createCacheScheduleInput>

export const cacheScheduleRef = z.object({ id: z.uuid().describe('Id of the schedule.') })
export const updateCacheScheduleInput = timing.extend(cacheScheduleRef.shape).superRefine(checkTiming)
export type UpdateCacheScheduleInput = z.input<typeof updateCacheScheduleInput>

export const listCacheSchedulesInput = z.object({ cluster: z.string().min(1).max(200).optional() })
export const listCacheScheduleRunsInput = cacheScheduleRef.extend({
  after: z.uuid().optional().describe('ID of the last run of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

const cacheScheduleRun = z.object({
  id: z.string(),
  dueAt: z.date(),
  status: z.enum(['due', 'running', 'completed', 'failed', 'skipped']),
  caughtUp: z.boolean(),
  requestedBy: z.string().nullable().describe('Null: the cron expression.'),
  reason: z.string().nullable().describe('Why it was skipped or failed. For a drop: the result.'),
  warmupId: z.string().nullable(),
  finishedAt: z.date().nullable(),
})
export type CacheScheduleRunView = z.infer<typeof cacheScheduleRun>
export const cacheScheduleRunPage = z.object({ runs: z.array(cacheScheduleRun), next: z.string().nullable() })

const cacheScheduleView = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  name: z.string(),
  task: cacheTask.describe('Only admins can see its SQL.'),
  cron: z.string(),
  cronWords: z.string(),
  timeZone: z.string(),
  missedRuns: z.enum(missedRunRules),
  owner: z.string(),
  ownerFault: z.string().nullable().describe("Why the schedule cannot run with the owner's rights now."),
  enabled: z.boolean(),
  stoppedReason: z.string().nullable(),
  nextRuns: z.array(z.date()),
  lastRun: cacheScheduleRun.nullable(),
  mayChange: z.boolean(),
})
export type CacheScheduleView = z.infer<typeof cacheScheduleView>
export const cacheScheduleList = z.object({ schedules: z.array(cacheScheduleView) })

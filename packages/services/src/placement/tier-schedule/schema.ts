import {
  findCronFault,
  findWindowFaults,
  isTimeZone,
  missedRunRules,
  replicaChoices,
  type TimeSpan,
  type Weekday,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../../platform/base/flag-input.ts'
import { tierMigrationStatus } from '../tier-migration/schema.ts'

const identifier = z.string().min(1).max(255)
const tableRef = z.object({ database: identifier, table: identifier })

const weekday = z.union(([0, 1, 2, 3, 4, 5, 6] satisfies Weekday[]).map((day) => z.literal(day)))
export const timeSpan: z.ZodType<TimeSpan, TimeSpan> = z.object({
  days: z.array(weekday).max(7).describe('Days on which the span starts. 0 is Sunday.'),
  from: z.string().max(5).describe('HH:MM'),
  to: z.string().max(5).describe('HH:MM, exclusive. If not after `from`, a time of the next day.'),
})

/** What is to be moved, apart from when. */
export const scheduleScope = z.object({
  tables: z.array(tableRef).min(1, 'Choose at least one table.').max(50).describe('Local MergeTree tables.'),
  targetVolume: identifier.describe("A volume of every table's storage policy."),
  olderThanDays: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .describe('Partitions whose newest row is older than this at the due time.'),
  budgetBytes: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'Enter a whole number of bytes above zero.')
    .nullable()
    .describe('Max bytes that one run moves over all tables and nodes. Null: no limit.'),
  replicas: replicaChoices.default({}).describe('For replicated tables.'),
})

export const scheduleTiming = z.object({
  cron: z.string().max(200).describe('Minute, hour, day of the month, month, day of the week.'),
  timeZone: z.string().max(64).describe('IANA name, such as Europe/Berlin, for cron and window.'),
  windowSpans: z
    .array(timeSpan)
    .max(20)
    .default([])
    .describe('Moves run only in these spans. Empty: at any time.'),
})

const definition = scheduleScope.extend({
  ...scheduleTiming.shape,
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  missedRuns: z
    .enum(missedRunRules)
    .default('catch_up')
    .describe('If no worker was running at the due time: run once as soon as possible, or skip the run.'),
})
type Definition = z.infer<typeof definition>

export const createScheduleInput = definition
  .extend({ cluster: z.string().min(1).max(200).describe('Id or slug of the cluster.') })
  .superRefine(checkSchedule)
export type CreateScheduleInput = z.input<typeof createScheduleInput>

export const scheduleRef = z.object({ id: z.uuid().describe('Id of the schedule.') })
export const runScheduleNowInput = scheduleRef.extend({
  ignoreWindow: flagInput.optional().describe('Ignore the window.'),
})
export type RunScheduleNowInput = z.infer<typeof runScheduleNowInput>
export const updateScheduleInput = definition.extend(scheduleRef.shape).superRefine(checkSchedule)
export type UpdateScheduleInput = z.input<typeof updateScheduleInput>

export const listSchedulesInput = z.object({ cluster: z.string().min(1).max(200).optional() })
export const listScheduleRunsInput = scheduleRef.extend({
  after: z.uuid().optional().describe('ID of the last run of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

/** The same faults, in the same words, as the form shows. */
export function checkSchedule(
  given: Pick<Definition, 'cron' | 'timeZone' | 'windowSpans' | 'tables'>,
  ctx: z.RefinementCtx,
): void {
  const add = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
  const cronFault = findCronFault(given.cron)
  if (cronFault !== null) add(['cron'], cronFault)
  if (given.windowSpans.length > 0)
    for (const { path, message } of findWindowFaults({ timeZone: given.timeZone, spans: given.windowSpans }))
      add(path[0] === 'spans' ? ['windowSpans', ...path.slice(1)] : path, message)
  else if (!isTimeZone(given.timeZone)) add(['timeZone'], `Unknown time zone '${given.timeZone}'.`)
  const names = given.tables.map(({ database, table }) => JSON.stringify([database, table]))
  if (new Set(names).size < names.length) add(['tables'], 'The same table is listed twice.')
}

export const tableOutcomeKind = z.enum(['planned', 'nothing', 'over-budget', 'refused'])

/** What a run decided for one table, as stored in the run. */
export const scheduledTableOutcome = tableRef.extend({
  kind: tableOutcomeKind,
  plannedBytes: z.string(),
  leftOutBytes: z.string(),
  reason: z.string().nullable(),
  migrationId: z.string().nullable(),
})
export type ScheduledTableOutcome = z.infer<typeof scheduledTableOutcome>

const scheduleRunStatus = z.enum(['due', 'running', 'completed', 'failed', 'nothing', 'skipped'])

const scheduleRunView = z.object({
  id: z.string(),
  dueAt: z.date(),
  status: scheduleRunStatus,
  caughtUp: z.boolean().describe('Started late, because no worker was running at the due time.'),
  requestedBy: z.string().nullable().describe('Who started it. Null: started by the cron expression.'),
  ignoresWindow: z.boolean().describe('It ignores the window, as chosen at the start.'),
  reason: z.string().nullable().describe('Why it waits, was skipped, moved nothing or failed.'),
  plannedParts: z.number().int(),
  plannedBytes: z.bigint(),
  leftOutBytes: z.bigint().describe('Due, but over the budget.'),
  movedBytes: z.bigint().describe('Bytes that have arrived. Read from the nodes during the run.'),
  inFlightBytes: z.bigint().describe('Of parts that servers are copying now. Not counted as moved.'),
  tables: z.array(
    tableRef.extend({
      kind: tableOutcomeKind,
      plannedBytes: z.bigint(),
      leftOutBytes: z.bigint(),
      movedBytes: z.bigint(),
      inFlightBytes: z.bigint(),
      unseenNodes: z
        .array(z.string())
        .describe('Nodes that could not be queried. Their figures are the last known ones.'),
      reason: z.string().nullable(),
      migrationId: z.string().nullable(),
      migrationStatus: tierMigrationStatus.nullable(),
    }),
  ),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
export type ScheduleRunView = z.infer<typeof scheduleRunView>

export const scheduleRunPage = z.object({
  runs: z.array(scheduleRunView),
  next: z.string().nullable().describe('Pass it as `after` for the next page. Null at the end.'),
})

export const scheduleView = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  name: z.string(),
  tables: z.array(tableRef),
  targetVolume: z.string(),
  olderThanDays: z.number().int(),
  budgetBytes: z.bigint().nullable(),
  cron: z.string(),
  cronWords: z.string(),
  timeZone: z.string(),
  windowSpans: z.array(timeSpan),
  missedRuns: z.enum(missedRunRules),
  replicas: replicaChoices,
  owner: z.string(),
  ownerFault: z.string().nullable().describe("Why the schedule cannot run with the owner's rights now."),
  enabled: z.boolean(),
  stoppedReason: z.string().nullable().describe('Why Frostline disabled it. Null: disabled by a person.'),
  nextRuns: z.array(z.date()).describe('The next five due times. Empty while disabled.'),
  lastRun: scheduleRunView.nullable(),
  mayChange: z
    .boolean()
    .describe('Whether the caller may change it: its owner with the role operator, or an admin.'),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ScheduleView = z.infer<typeof scheduleView>

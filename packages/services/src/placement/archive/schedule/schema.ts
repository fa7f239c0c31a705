import {
  findCronFault,
  findWindowFaults,
  isTimeZone,
  maxGraceHours,
  minGraceHours,
  missedRunRules,
  usualGraceHours,
} from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../../../platform/reading/schema.ts'
import { timeSpan } from '../../tier-schedule/schema.ts'
import { keepFiles } from '../retention/schema.ts'
import { archivePreviewInput } from '../schema.ts'
import { fileStorageClass } from '../storage-class.ts'

const { database, table, source, prefix } = archivePreviewInput.shape

export const createArchiveScheduleInput = z
  .object({
    ...{ cluster: clusterKey, database, table, source, prefix },
    name: z.string().trim().min(1, 'Enter a name.').max(100),
    olderThanDays: z
      .number()
      .int()
      .min(1)
      .max(36_500)
      .describe('Partitions whose newest row is older than this at the due time.'),
    graceHours: z.number().int().min(minGraceHours).max(maxGraceHours).default(usualGraceHours),
    retention: keepFiles.default(null),
    storageClass: fileStorageClass,
    budgetBytes: z
      .string()
      .regex(/^[1-9]\d{0,17}$/, 'Enter a whole number of bytes above zero.')
      .nullable()
      .default(null)
      .describe('Max bytes of partitions that one run archives. Null: no limit.'),
    cron: z.string().max(200).describe('Minute, hour, day of the month, month, day of the week.'),
    timeZone: z.string().max(64).describe('IANA name, such as Europe/Berlin, for cron and hours.'),
    windowSpans: z
      .array(timeSpan)
      .max(20)
      .default([])
      .describe('Archives start only in these spans. Empty: at any time.'),
    missedRuns: z.enum(missedRunRules).default('catch_up'),
  })
  .superRefine((given, ctx) => {
    const add = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    const fault = findCronFault(given.cron)
    if (fault !== null) add(['cron'], fault)
    if (given.windowSpans.length > 0)
      for (const { path, message } of findWindowFaults({
        timeZone: given.timeZone,
        spans: given.windowSpans,
      }))
        add(path[0] === 'spans' ? ['windowSpans', ...path.slice(1)] : path, message)
    else if (!isTimeZone(given.timeZone)) add(['timeZone'], `Unknown time zone '${given.timeZone}'.`)
  })
export type CreateArchiveScheduleInput = z.input<typeof createArchiveScheduleInput>

export const archiveScheduleRef = z.object({ id: z.uuid().describe('ID of the schedule.') })
export const listArchiveSchedulesInput = z.object({ cluster: clusterKey.optional() })
export const listArchiveScheduleRunsInput = archiveScheduleRef.extend({
  after: z.uuid().optional().describe('ID of the last run of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

const archiveScheduleRun = z.object({
  id: z.string(),
  dueAt: z.date(),
  status: z.enum(['due', 'running', 'completed', 'failed', 'nothing', 'skipped']),
  caughtUp: z.boolean().describe('Started late, because no worker was running at the due time.'),
  requestedBy: z.string().nullable().describe('Who started it. Null: the cron expression.'),
  reason: z.string().nullable().describe('Why it waits, was skipped, archived nothing or failed.'),
  archiveId: z.string().nullable(),
  plannedBytes: z.bigint(),
  leftOutBytes: z.bigint().describe('Old enough, but over the budget.'),
  finishedAt: z.date().nullable().describe('When its files were proved, or it ended otherwise.'),
})
export type ArchiveScheduleRunView = z.infer<typeof archiveScheduleRun>
export const archiveScheduleRunPage = z.object({
  runs: z.array(archiveScheduleRun),
  next: z.string().nullable(),
})

const archiveScheduleView = z.object({
  id: z.string(),
  clusterSlug: z.string(),
  name: z.string(),
  database: z.string(),
  table: z.string(),
  olderThanDays: z.number().int(),
  sourceName: z.string().nullable().describe('Null: the source was removed.'),
  bucket: z.string(),
  prefix: z.string(),
  graceHours: z.number().int(),
  retention: keepFiles,
  storageClass: z.string(),
  budgetBytes: z.bigint().nullable(),
  cron: z.string(),
  cronWords: z.string(),
  timeZone: z.string(),
  windowSpans: z.array(timeSpan),
  missedRuns: z.enum(missedRunRules),
  owner: z.string(),
  ownerFault: z.string().nullable().describe("Why the schedule cannot run with the owner's rights now."),
  enabled: z.boolean(),
  stoppedReason: z.string().nullable().describe('Why Frostline disabled it. Null: disabled by a person.'),
  nextRuns: z.array(z.date()),
  lastRun: archiveScheduleRun.nullable(),
})
export type ArchiveScheduleView = z.infer<typeof archiveScheduleView>
export const archiveScheduleList = z.object({ schedules: z.array(archiveScheduleView) })

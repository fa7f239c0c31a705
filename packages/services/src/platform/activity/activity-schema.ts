import { runKindSchema, runStatuses } from '@frostline/domain'
import { z } from 'zod'
import { queryFlag } from '../reading/schema.ts'
import { runView } from '../run/run-schema.ts'

export const activityFilter = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster. Omitted: all clusters.'),
  kind: runKindSchema.optional(),
  state: z
    .enum(['open', 'ended', ...runStatuses])
    .optional()
    .describe('`open`: not ended. `ended`: completed, failed or cancelled.'),
  mine: queryFlag.optional().describe('Only runs that you, your tokens or your schedules started.'),
  from: z.coerce.date<Date | string>().optional().describe('Only runs that had not ended before this.'),
  to: z.coerce.date<Date | string>().optional().describe('Only runs that were requested before this.'),
  text: z
    .string()
    .max(200)
    .optional()
    .describe('Part of the name of what a run works on, or of who started it; or the ID of a run.'),
})
export type ActivityFilter = z.output<typeof activityFilter>

export const listActivityInput = activityFilter.extend({
  after: z.string().max(200).optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})

export const activityRun = runView.extend({
  kind: runKindSchema,
  name: z.string().describe('What it works on, such as a table or a bucket.'),
  objectType: z.string().describe('With objectId: its page, as in the audit.'),
  objectId: z.string(),
  startedBy: z.enum(['user', 'token']).describe('Whether requestedBy is a person or an API token.'),
  startedFor: z
    .object({ objectType: z.string(), objectId: z.string(), name: z.string() })
    .nullable()
    .describe('The schedule or the pipeline that started it.'),
  notes: z.number().int().describe('How many notes people have added.'),
  progress: z.number().nullable().describe('From 0 to 1 while it is open. Null: unknown.'),
})
export type ActivityRun = z.infer<typeof activityRun>

export const activityPage = z.object({
  runs: z.array(activityRun),
  next: z.string().nullable().describe('`after` of the next page. Null: this is the last page.'),
})

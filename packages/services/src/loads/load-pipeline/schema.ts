import { knownLoss, loadSpec, newVersionRules, pipelineTrigger } from '@frostline/domain'
import { z } from 'zod'
import { loadSummary } from '../load-job/job-schema.ts'
import { loadDraft, loadSource } from '../load-job/schema.ts'

export const pipelineRef = z.object({ id: z.uuid().describe('Id of the pipeline.') })

const bytesText = z.string().regex(/^[1-9]\d{0,17}$/, 'Enter a whole number of bytes above zero.')

/** Settings that may change later; target, source and mapping stay. */
const settings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  trigger: pipelineTrigger,
  newVersions: z
    .enum(newVersionRules)
    .default('ignore')
    .describe('How an overwritten object is handled. Its old rows stay in either case.'),
  maxObjects: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .describe('Per load, the oldest first. The rest waits for the next load.'),
  maxBytes: bytesText.nullable().default(null).describe('Per load, size in the bucket. Null: no limit.'),
})
export type PipelineSettings = z.output<typeof settings>

export const createPipelineInput = loadDraft.omit({ title: true }).extend({
  ...settings.shape,
  source: loadSource.extend({
    selection: z.object({ kind: z.literal('glob'), glob: z.string().min(1).max(1_024) }),
  }),
  startWith: z
    .enum(['everything', 'new'])
    .describe('Load the objects that already exist, or only later ones.'),
})
export type CreatePipelineInput = z.input<typeof createPipelineInput>

export const updatePipelineInput = settings.extend(pipelineRef.shape)
export type UpdatePipelineInput = z.input<typeof updatePipelineInput>

export const listPipelinesInput = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster.'),
})

const pipelineObjectState = z.enum(['taken', 'present', 'new_version', 'unreadable'])
export const listPipelineObjectsInput = pipelineRef.extend({
  state: pipelineObjectState.optional(),
  search: z.string().max(1_024).default('').describe('Part of the key, case-insensitive.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
})
const pipelineObjectView = z.object({
  key: z.string(),
  etag: z.string(),
  sizeBytes: z.bigint(),
  modifiedAt: z.date(),
  state: pipelineObjectState,
  jobId: z.string().nullable().describe('The load that contains it.'),
  knownAt: z.date(),
})
export type PipelineObjectView = z.infer<typeof pipelineObjectView>
export const pipelineObjectPage = z.object({
  total: z.number().int().describe('Objects that match state and search.'),
  objects: z.array(pipelineObjectView).describe('The newest found first.'),
})

const objectSum = z.object({
  objects: z.number().int(),
  bytes: z.bigint(),
  oldest: z.date().nullable().describe('When the oldest of them was written to the bucket.'),
})

export const pipelineView = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  name: z.string(),
  bucket: z.string(),
  glob: z.string(),
  database: z.string(),
  table: z.string(),
  trigger: pipelineTrigger,
  cronWords: z.string().nullable(),
  nextRuns: z.array(z.date()).describe('The next due times of the cron expression. Empty while paused.'),
  newVersions: z.enum(newVersionRules),
  maxObjects: z.number().int(),
  maxBytes: z.bigint().nullable(),
  owner: z.string(),
  ownerFault: z
    .string()
    .nullable()
    .describe("Why the pipeline cannot start loads with the owner's rights now."),
  enabled: z.boolean(),
  pausedBy: z.string().nullable(),
  stoppedReason: z.string().nullable().describe('Why Frostline stopped it. Null: paused by a person.'),
  asked: z
    .object({ at: z.date(), by: z.string().nullable() })
    .nullable()
    .describe('A pending run and who started it. `by` is null for the cron expression.'),
  nextLookAt: z.date(),
  lastListedAt: z.date().nullable().describe('When the bucket was last listed completely.'),
  listedObjects: z.number().int().describe('That matched then.'),
  lookError: z.string().nullable(),
  lookErrorSince: z.date().nullable(),
  lag: objectSum.describe('Objects in the bucket that are to be loaded and not in the table yet.'),
  waiting: objectSum.describe('Of these, not in any load.'),
  loading: objectSum.describe('Of these, in an open load.'),
  failed: objectSum.describe('Not loaded by a load that has ended. Retry that load.'),
  lastRunAt: z.date().nullable(),
  lastRunNote: z.string().nullable(),
  lastLoad: loadSummary.nullable(),
  lostReplicas: z
    .array(knownLoss)
    .describe(
      'Replicas that a load gave up as lost. The next load asks each once and does not wait for it again.',
    ),
  createdBy: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type PipelineView = z.infer<typeof pipelineView>

export const waitingObject = z.object({ key: z.string(), sizeBytes: z.string(), modifiedAt: z.string() })
export const plannedStatement = z.object({ name: z.string(), node: z.string(), sql: z.string() })

export const pipelineDetail = pipelineView.extend({
  spec: loadSpec,
  statements: z.array(plannedStatement).describe('Statements of the first batch of a load.'),
  known: z.object({
    taken: z.number().int(),
    present: z.number().int(),
    new_version: z.number().int(),
    unreadable: z.number().int(),
  }),
  waitingFirst: z
    .array(z.object({ key: z.string(), sizeBytes: z.bigint(), modifiedAt: z.date() }))
    .describe('The oldest waiting objects, at most 20.'),
})
export type PipelineDetail = z.infer<typeof pipelineDetail>

import {
  deepCheckJson,
  migrationPhases,
  stepActivities,
  tierMigrationGoal,
  tierMigrationLimits,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'
import { queryFlag } from '../reading/schema.ts'

const identifier = z.string().min(1).max(255)

const planRequest = z.object({
  cluster: z.string().min(1).max(200).describe('Id or slug of the cluster.'),
  database: identifier,
  table: identifier.describe('The local MergeTree table, not the Distributed one.'),
  targetVolume: identifier
    .optional()
    .describe("A volume of the table's storage policy. Left out when replicas are aligned, and only then."),
  goal: tierMigrationGoal,
  optimizeFirst: flagInput
    .optional()
    .describe('OPTIMIZE FINAL merges each partition into one part first, where all its parts are hot.'),
  deepCheck: flagInput
    .optional()
    .describe(
      'Reads every byte before it moves and twice after: CHECK TABLE, and a checksum of the content that must be equal.',
    ),
  limits: tierMigrationLimits.optional().describe('How gently it goes; may be changed while it runs.'),
})

export const tierMigrationRequest = planRequest.refine(
  ({ goal, targetVolume }) => (goal.kind === 'align-replicas') === (targetVolume === undefined),
  {
    path: ['targetVolume'],
    error: 'Give the volume to move to; leave it out when replicas are aligned.',
  },
)
export type TierMigrationRequest = z.infer<typeof tierMigrationRequest>

export const tierMigrationRef = z.object({ id: z.uuid().describe('Id of the tier migration.') })
export const tierMigrationStepRef = tierMigrationRef.extend({
  ordinal: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .describe('Place of the step in the plan, from 0.'),
})

export const tierMigrationLimitsChange = tierMigrationRef.extend({ limits: tierMigrationLimits })

/** Steps by their place in the plan, in the order that is wanted. */
export const tierMigrationStepsRef = tierMigrationRef.extend({
  ordinals: z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(100_000),
})
export type TierMigrationStepsRef = z.infer<typeof tierMigrationStepsRef>

export const listTierMigrationsInput = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster.'),
  active: queryFlag.optional().describe('Only those under way.'),
  grouped: queryFlag.optional().describe('A plan of several tables is one row, with its sums in `batch`.'),
  database: z.string().max(255).optional(),
  table: z.string().max(255).optional(),
  after: z.uuid().optional().describe('Id of the last row of the page before.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ListTierMigrationsInput = z.input<typeof listTierMigrationsInput>

export const planCheckView = z.object({
  id: z.string(),
  node: z.string().nullable(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})

const partTotals = z.object({ parts: z.number().int(), rows: z.bigint(), bytes: z.bigint() })

export const plannedStepView = z.object({
  ordinal: z.number().int(),
  node: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  partitionId: z.string(),
  partition: z.string(),
  fromVolumes: z.array(z.string()),
  toVolume: z.string(),
  totals: partTotals.describe('Bytes are those that the replica copies itself.'),
  sharing: z
    .object({ uploader: z.string(), sharedBytes: z.bigint(), sharers: z.number().int() })
    .nullable()
    .describe(
      'Replicas of the shard share objects on the target: one uploads, the others are moved after it and refer to its objects.',
    ),
  granularity: z.enum(['part', 'partition']),
  optimizeFirst: z.boolean(),
  statements: z
    .array(z.string())
    .describe('As they will be sent, the first 100 of the step. All of them: tierMigrations.previewSql.'),
  statementCount: z.number().int(),
})

/** A plan as it would be made now. Nothing is stored. */
export const tierMigrationPreview = z.object({
  observedAt: z.date(),
  accepted: z.boolean(),
  checks: z.array(planCheckView),
  totals: partTotals.describe(
    'Physical: each replica moves its own copy. Bytes that replicas share on the target count once.',
  ),
  steps: z.array(plannedStepView),
})
export type TierMigrationPreview = z.infer<typeof tierMigrationPreview>

export const tierMigrationStatus = z.enum([
  'planned',
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
])

export const reviewTierMigrationInput = tierMigrationRef.extend({
  outcome: z.enum(['approved', 'rejected']),
  note: z.string().trim().max(2_000).default(''),
})
export type ReviewTierMigrationInput = z.input<typeof reviewTierMigrationInput>

export const tierMigrationReview = z.object({
  state: z
    .enum(['asked', 'approved', 'rejected'])
    .describe('asked: it waits for somebody other than its author. rejected: it was sent back.'),
  askedBy: z.string(),
  askedAt: z.date(),
  note: z.string(),
  by: z.string().nullable(),
  at: z.date().nullable(),
})

export const tierMigrationSummary = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  database: z.string(),
  table: z.string(),
  storagePolicy: z.string(),
  targetVolume: z.string().nullable().describe('Null where each step has its own: replicas are aligned.'),
  status: tierMigrationStatus,
  deepCheck: z.boolean().describe('Each step reads its data back before it is complete.'),
  checkOfId: z
    .string()
    .nullable()
    .describe('The migration whose result this one reads back; then it moves nothing.'),
  requestedBy: z.string(),
  cancelledBy: z.string().nullable(),
  pausedBy: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  error: z.string().nullable(),
  batchId: z.string().nullable().describe('The plan of several tables that it is part of.'),
  review: tierMigrationReview.nullable().describe('Null when nobody has sent it for review.'),
  totalParts: z.number().int(),
  totalRows: z.bigint(),
  totalBytes: z.bigint(),
  movedParts: z.number().int(),
  movedBytes: z
    .bigint()
    .describe('Of parts that are on the target. Of a run under way the nodes are asked for it now.'),
  inFlight: z
    .object({ parts: z.array(z.string()), bytes: z.bigint(), sentBytes: z.bigint() })
    .describe(
      'Parts that are being copied and have not arrived, their size, and what was sent of them by now. A part that is stopped stays where it was.',
    ),
  unseenNodes: z
    .array(z.string())
    .describe('Nodes that could not be asked: of their steps the figures are those of the last look.'),
  steps: z.object({
    total: z.number().int(),
    planned: z.number().int(),
    running: z.number().int(),
    completed: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    skipped: z.number().int(),
  }),
})
export type TierMigrationSummary = z.infer<typeof tierMigrationSummary>

export const witness = z.object({
  name: z.string(),
  rows: z.string(),
  bytesOnDisk: z.string(),
  disk: z.string(),
  hash: z.string(),
  minBlock: z.string(),
  maxBlock: z.string(),
  shared: z.literal(true).optional().describe('Its objects are those of another replica.'),
})

export const tierMigrationStepView = z.object({
  id: z.string(),
  ordinal: z.number().int(),
  position: z.number().int().describe('Steps of a replica are taken in this order.'),
  nodeName: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  partitionId: z.string(),
  partition: z.string(),
  fromVolumes: z.array(z.string()),
  toVolume: z.string(),
  plannedParts: z.number().int(),
  plannedRows: z.bigint(),
  plannedBytes: z.bigint().describe('That this replica copies itself.'),
  uploader: z
    .string()
    .nullable()
    .describe('The replica that uploads the partition for its shard. Null: replicas share nothing there.'),
  sharedBytes: z
    .bigint()
    .describe('Of parts that another replica uploads: this one refers to their objects.'),
  sharers: z.number().int().nullable().describe('Replicas of the shard that share the target.'),
  sharedObjects: z
    .number()
    .int()
    .nullable()
    .describe('Objects of the moved parts that another replica refers to as well, by equal remote paths.'),
  ownObjects: z
    .number()
    .int()
    .nullable()
    .describe(
      'Objects of the moved parts that this replica has put there: one PUT each, or more for large ones.',
    ),
  sharingFault: z.string().nullable().describe('Why the sharing is not proved, or what is wrong with it.'),
  granularity: z.string(),
  optimizeFirst: z.boolean(),
  status: z.enum(['planned', 'running', 'completed', 'failed', 'cancelled', 'skipped']),
  attempts: z.number().int(),
  movedParts: z.number().int(),
  movedBytes: z.bigint(),
  uploadedBytes: z
    .bigint()
    .describe(
      'Sent by the statement under way, parts that have arrived included. Of a completed step on a shared disk: of the objects that it has put there.',
    ),
  sentBytes: z.bigint().describe('Sent of parts that are being copied and have not arrived.'),
  readBytes: z.bigint().describe('Read by the deep check so far, of its two or three reads.'),
  activity: z
    .enum(stepActivities)
    .nullable()
    .describe('What a running step does; null of any other. Only some of a replica copy or read at a time.'),
  waitReason: z.string().nullable(),
  notFetched: z
    .number()
    .int()
    .describe(
      'Parts of its shard that the replica had not fetched when the step ended. They stay where they land.',
    ),
  endReason: z.string().nullable().describe('Why it ended without parts of its shard.'),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable(),
  failures: z.number().int().describe('Statements that failed in a row without a part arriving.'),
  wastedBytes: z.bigint().describe('Bytes that went out with statements which failed.'),
  breaker: z
    .enum(['failures', 'wasted_uploads'])
    .nullable()
    .describe('Why it was stopped instead of tried again.'),
  proof: z.enum(['identical', 'merged', 'changed', 'incomplete']).nullable(),
  deepCheckVerdict: z.enum(['passed', 'failed']).nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
export type TierMigrationStepView = z.infer<typeof tierMigrationStepView>

export const tierMigrationDetail = tierMigrationSummary.extend({
  goal: tierMigrationGoal,
  limits: tierMigrationLimits,
  checks: z.array(planCheckView),
  needsApproval: z.boolean().describe('Its cluster asks for an approval that it does not have.'),
  ownPlan: z
    .boolean()
    .describe('Whoever asks made it or changed it last, so somebody else has to review it.'),
  deepChecks: z
    .array(z.object({ id: z.string(), status: tierMigrationStatus, createdAt: z.date() }))
    .describe('The deep checks of it that were asked for after its end, newest first.'),
  phases: z
    .array(
      z.object({
        phase: z.enum(migrationPhases),
        doneBytes: z.bigint(),
        inFlightBytes: z.bigint(),
        totalBytes: z.bigint(),
      }),
    )
    .describe('How far it is: the phases of its steps overlap in time.'),
  leftBytes: z.bigint().describe('Still to be copied and read, of the steps that are not at their end.'),
  stepList: z.array(tierMigrationStepView),
})
export type TierMigrationDetail = z.infer<typeof tierMigrationDetail>

export const tierMigrationMoveView = z.object({
  id: z.string(),
  kind: z.enum(['move', 'optimize']),
  statement: z.string(),
  queryId: z.string(),
  parts: z.array(z.string()),
  bytes: z.bigint(),
  status: z.enum(['sent', 'done', 'adopted', 'failed', 'cancelled', 'unknown', 'withdrawn']),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable(),
  sentAt: z.date(),
  finishedAt: z.date().nullable(),
})

export const tierMigrationRow = tierMigrationSummary.extend({
  batch: z
    .object({
      id: z.string(),
      status: tierMigrationStatus,
      tables: z.array(z.string()),
      totalBytes: z.bigint(),
      movedBytes: z.bigint(),
      steps: z.object({ total: z.number().int(), completed: z.number().int() }),
    })
    .nullable()
    .describe('The plan of several tables that this row stands for; null unless asked for with `grouped`.'),
})
export type TierMigrationRow = z.infer<typeof tierMigrationRow>

export const tierMigrationPage = z.object({
  migrations: z.array(tierMigrationRow),
  next: z.string().nullable().describe('Give it as `after` for the next page; null at the end.'),
})

/** One part as a statement of the deep check read it. */
export const deepReadView = z.object({
  kind: z.enum(['sum_before', 'check', 'sum_after']),
  part: z.string(),
  bytes: z.bigint(),
  rows: z.bigint().nullable(),
  checksum: z.string().nullable(),
  passed: z.boolean().nullable().describe('Of CHECK TABLE; null for a sum.'),
  message: z.string().nullable(),
  queryId: z.string(),
  readAt: z.date(),
})

export const readStatementView = z.object({ queryId: z.string(), statement: z.string(), readAt: z.date() })

/** One step with its statements and its proof: the parts before the first statement and after the last. */
export const tierMigrationStepDetail = tierMigrationStepView.extend({
  mergedFrom: z.array(witness).nullable().describe('The parts that OPTIMIZE merged before the move.'),
  before: z.array(witness).nullable(),
  after: z.array(witness).nullable(),
  deepCheck: deepCheckJson.nullable(),
  reads: z.array(deepReadView).describe('What the deep check has read so far, part by part.'),
  readStatements: z.array(readStatementView).describe('The statements of these reads.'),
  moves: z.array(tierMigrationMoveView),
})
export type TierMigrationStepDetail = z.infer<typeof tierMigrationStepDetail>

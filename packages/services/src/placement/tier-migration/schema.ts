import {
  deepCheckJson,
  migrationPhases,
  migrationStatuses,
  runEstimate,
  stepActivities,
  tierMigrationGoal,
  tierMigrationLimits,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../../platform/base/flag-input.ts'
import { queryFlag } from '../../platform/reading/schema.ts'

const identifier = z.string().min(1).max(255)

const planRequest = z.object({
  cluster: z.string().min(1).max(200).describe('Id or slug of the cluster.'),
  database: identifier,
  table: identifier.describe('The local MergeTree table, not the Distributed one.'),
  targetVolume: identifier
    .optional()
    .describe("A volume of the table's storage policy. Omit it only when replicas are aligned."),
  goal: tierMigrationGoal,
  optimizeFirst: flagInput
    .optional()
    .describe(
      'Runs OPTIMIZE FINAL first, which merges each partition into one part. Only where all its parts are hot.',
    ),
  deepCheck: flagInput
    .optional()
    .describe(
      'Reads every byte once before the move and twice after: CHECK TABLE, and a checksum of the content that must be equal.',
    ),
  limits: tierMigrationLimits.optional().describe('Limits on load. Can be changed during the run.'),
})

export const tierMigrationRequest = planRequest.refine(
  ({ goal, targetVolume }) => (goal.kind === 'align-replicas') === (targetVolume === undefined),
  {
    path: ['targetVolume'],
    error: 'Set the target volume. Omit it when replicas are aligned.',
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
    .describe('Position of the step in the plan, from 0.'),
})

export const tierMigrationLimitsChange = tierMigrationRef.extend({ limits: tierMigrationLimits })

/** Steps by their place in the plan, in the order that is wanted. */
export const tierMigrationStepsRef = tierMigrationRef.extend({
  ordinals: z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(100_000),
})
export type TierMigrationStepsRef = z.infer<typeof tierMigrationStepsRef>

export const listTierMigrationsInput = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster.'),
  active: queryFlag.optional().describe('Only running ones.'),
  grouped: queryFlag.optional().describe('A plan of several tables is one row, with its totals in `batch`.'),
  database: z.string().max(255).optional(),
  table: z.string().max(255).optional(),
  after: z.uuid().optional().describe('ID of the last row of the previous page.'),
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

const plannedStepView = z.object({
  ordinal: z.number().int(),
  node: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  partitionId: z.string(),
  partition: z.string(),
  fromVolumes: z.array(z.string()),
  toVolume: z.string(),
  totals: partTotals.describe('Bytes that the replica itself copies.'),
  sharing: z
    .object({ uploader: z.string(), sharedBytes: z.bigint(), sharers: z.number().int() })
    .nullable()
    .describe(
      'Replicas of the shard share objects on the target. One replica uploads. The others move after it and refer to its objects.',
    ),
  granularity: z.enum(['part', 'partition']),
  optimizeFirst: z.boolean(),
  statements: z
    .array(z.string())
    .describe(
      'The first 100 statements of the step, as they will be sent. For all of them use tierMigrations.previewSql.',
    ),
  statementCount: z.number().int(),
})

/** A plan as it would be made now. Nothing is stored. */
export const tierMigrationPreview = z.object({
  observedAt: z.date(),
  accepted: z.boolean(),
  checks: z.array(planCheckView),
  totals: partTotals.describe(
    'Physical bytes: each replica moves its own copy. Bytes that replicas share on the target count once.',
  ),
  steps: z.array(plannedStepView),
})
export type TierMigrationPreview = z.infer<typeof tierMigrationPreview>

const tierMigrationEstimate = runEstimate.extend({
  ends: z
    .object({
      earliest: z.date().nullable().describe('Null: not within a year.'),
      latest: z.date().nullable(),
    })
    .nullable()
    .describe('If it was started now, with its windows and its bandwidth.'),
  notes: z.array(z.string()).describe('What the figures leave out, and why one is missing.'),
})
export type TierMigrationEstimate = z.infer<typeof tierMigrationEstimate>

/** The preview of one tier migration. */
export const tierMigrationDryRun = tierMigrationPreview.extend({ estimate: tierMigrationEstimate })
export type TierMigrationDryRun = z.infer<typeof tierMigrationDryRun>

export const tierMigrationStatus = z.enum(migrationStatuses)

export const reviewTierMigrationInput = tierMigrationRef.extend({
  outcome: z.enum(['approved', 'rejected']),
  note: z.string().trim().max(2_000).default(''),
})
export type ReviewTierMigrationInput = z.input<typeof reviewTierMigrationInput>

export const tierMigrationReview = z.object({
  state: z
    .enum(['asked', 'approved', 'rejected'])
    .describe('asked: waiting for a reviewer other than the author. rejected: sent back.'),
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
  targetVolume: z.string().nullable().describe('Null when replicas are aligned: each step has its own.'),
  status: tierMigrationStatus,
  deepCheck: z.boolean().describe('Each step reads its data back before it completes.'),
  checkOfId: z
    .string()
    .nullable()
    .describe('The migration that this deep check reads back. A deep check moves nothing.'),
  requestedBy: z.string(),
  startedBy: z.string().nullable(),
  cancelledBy: z.string().nullable(),
  pausedBy: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  waitReason: z.string().nullable().describe('Why it has not begun, as a sentence.'),
  error: z.string().nullable(),
  batchId: z.string().nullable().describe('The plan of several tables that contains it.'),
  review: tierMigrationReview.nullable().describe('Null: not sent for review.'),
  totalParts: z.number().int(),
  totalRows: z.bigint(),
  totalBytes: z.bigint(),
  movedParts: z.number().int(),
  movedBytes: z
    .bigint()
    .describe('Of parts on the target. For a running migration, read from the nodes now.'),
  inFlight: z
    .object({ parts: z.array(z.string()), bytes: z.bigint(), sentBytes: z.bigint() })
    .describe(
      'Parts being copied that have not arrived, their size, and the bytes sent so far. A stopped part stays in its old place.',
    ),
  unseenNodes: z
    .array(z.string())
    .describe('Nodes that could not be queried. The figures of their steps are from the last check.'),
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
  shared: z.literal(true).optional().describe('Refers to the objects of another replica.'),
})

export const tierMigrationStepView = z.object({
  id: z.string(),
  ordinal: z.number().int(),
  position: z.number().int().describe('Order of the steps of a replica.'),
  nodeName: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  partitionId: z.string(),
  partition: z.string(),
  fromVolumes: z.array(z.string()),
  toVolume: z.string(),
  plannedParts: z.number().int(),
  plannedRows: z.bigint(),
  plannedBytes: z.bigint().describe('Copied by this replica itself.'),
  uploader: z
    .string()
    .nullable()
    .describe('The replica that uploads the partition for its shard. Null: replicas share no objects there.'),
  sharedBytes: z
    .bigint()
    .describe('Of parts that another replica uploads. This replica refers to their objects.'),
  sharers: z.number().int().nullable().describe('Replicas of the shard that share the target.'),
  sharedObjects: z
    .number()
    .int()
    .nullable()
    .describe('Objects of the moved parts that another replica also refers to, by equal remote paths.'),
  ownObjects: z
    .number()
    .int()
    .nullable()
    .describe('Objects of the moved parts that this replica uploaded. One PUT each, or more for large ones.'),
  sharingFault: z
    .string()
    .nullable()
    .describe('Why the sharing could not be verified, or what is wrong with it.'),
  granularity: z.string(),
  optimizeFirst: z.boolean(),
  status: z.enum(['planned', 'running', 'completed', 'failed', 'cancelled', 'skipped']),
  attempts: z.number().int(),
  movedParts: z.number().int(),
  movedBytes: z.bigint(),
  uploadedBytes: z
    .bigint()
    .describe(
      'Sent by the running statement, including parts that have arrived. Of a completed step on a shared disk: size of the objects that it uploaded.',
    ),
  sentBytes: z.bigint().describe('Sent so far of parts being copied that have not arrived.'),
  readBytes: z.bigint().describe('Read by the deep check so far, over its two or three reads.'),
  activity: z
    .enum(stepActivities)
    .nullable()
    .describe(
      'What a running step does. Null for other steps. Only some steps of a replica copy or read at a time.',
    ),
  waitReason: z.string().nullable(),
  notFetched: z
    .number()
    .int()
    .describe(
      'Parts of its shard that the replica had not fetched when the step ended. They stay on the volume where they arrive.',
    ),
  endReason: z.string().nullable().describe('Why the step ended without all parts of its shard.'),
  errorCode: z.number().int().nullable(),
  error: z.string().nullable(),
  failures: z.number().int().describe('Consecutive failed statements without a part arriving.'),
  wastedBytes: z.bigint().describe('Bytes uploaded by failed statements.'),
  breaker: z.enum(['failures', 'wasted_uploads']).nullable().describe('Why it was stopped and not retried.'),
  proof: z.enum(['identical', 'merged', 'changed', 'incomplete']).nullable(),
  deepCheckVerdict: z.enum(['passed', 'failed']).nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
export type TierMigrationStepView = z.infer<typeof tierMigrationStepView>

export const tierMigrationDetail = tierMigrationSummary.extend({
  goal: tierMigrationGoal,
  limits: tierMigrationLimits,
  estimate: runEstimate
    .nullable()
    .describe('What it was estimated to need when it was planned. Null: not estimated, as in schedules.'),
  checks: z.array(planCheckView),
  needsApproval: z.boolean().describe('Its cluster requires an approval, which is missing.'),
  ownPlan: z.boolean().describe('The caller created or last changed it, so another person must review it.'),
  deepChecks: z
    .array(z.object({ id: z.string(), status: tierMigrationStatus, createdAt: z.date() }))
    .describe('Deep checks started after the migration ended, newest first.'),
  phases: z
    .array(
      z.object({
        phase: z.enum(migrationPhases),
        doneBytes: z.bigint(),
        inFlightBytes: z.bigint(),
        totalBytes: z.bigint(),
      }),
    )
    .describe('Progress. The phases of its steps overlap in time.'),
  leftBytes: z.bigint().describe('Bytes left to copy and read in steps that have not ended.'),
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

const tierMigrationRow = tierMigrationSummary.extend({
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
    .describe('The plan of several tables behind this row. Null without `grouped`.'),
})
export type TierMigrationRow = z.infer<typeof tierMigrationRow>

export const tierMigrationPage = z.object({
  migrations: z.array(tierMigrationRow),
  next: z.string().nullable().describe('Pass it as `after` for the next page. Null at the end.'),
})

/** One part as a statement of the deep check read it. */
export const deepReadView = z.object({
  kind: z.enum(['sum_before', 'check', 'sum_after']),
  part: z.string(),
  bytes: z.bigint(),
  rows: z.bigint().nullable(),
  checksum: z.string().nullable(),
  passed: z.boolean().nullable().describe('Of CHECK TABLE. Null for a checksum.'),
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
  reads: z.array(deepReadView).describe('Read by the deep check so far, by part.'),
  readStatements: z.array(readStatementView).describe('The statements of these reads.'),
  moves: z.array(tierMigrationMoveView),
})
export type TierMigrationStepDetail = z.infer<typeof tierMigrationStepDetail>

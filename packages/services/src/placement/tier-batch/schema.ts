import { tierMigrationGoal, tierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import { holdingRule } from '../../platform/approval/schema.ts'
import { flagInput } from '../../platform/base/flag-input.ts'
import {
  planCheckView,
  tierMigrationReview,
  tierMigrationStatus,
  tierMigrationSummary,
} from '../tier-migration/schema.ts'

const identifier = z.string().min(1).max(255)
const tableName = z.object({ database: identifier, table: identifier })

/** The goals that mean the same for every table. */
const tierBatchGoal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('older-than'), before: z.iso.datetime({ offset: true }) }),
  z.object({ kind: z.literal('newer-than'), from: z.iso.datetime({ offset: true }) }),
])

export const MAX_TABLES = 50

export const tierBatchRequest = z
  .object({
    cluster: z.string().min(1).max(200).describe('Id or slug of the cluster.'),
    tables: z.array(tableName).max(MAX_TABLES).default([]).describe('Local MergeTree tables, in this order.'),
    pattern: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Also every MergeTree table whose `database.table` matches. `*` stands for any characters.'),
    targetVolume: identifier.describe("A volume of every table's storage policy."),
    goal: tierBatchGoal,
    optimizeFirst: flagInput.optional(),
    limits: tierMigrationLimits.optional().describe('For each table. Tables run one after the other.'),
  })
  .refine(({ tables, pattern }) => tables.length > 0 || pattern !== undefined, {
    path: ['tables'],
    error: 'Name at least one table, or give a pattern.',
  })
export type TierBatchRequest = z.input<typeof tierBatchRequest>

const partTotals = z.object({ parts: z.number().int(), rows: z.bigint(), bytes: z.bigint() })

export const tierBatchPreview = z.object({
  observedAt: z.date(),
  accepted: z.boolean().describe('No table is rejected and at least one has something to move.'),
  totals: partTotals.describe('Physical: each replica moves its own copy.'),
  steps: z.number().int(),
  tables: z.array(
    tableName.extend({
      kind: z.enum(['planned', 'nothing', 'refused']),
      checks: z.array(planCheckView),
      totals: partTotals,
      steps: z.number().int(),
      rules: z.array(holdingRule).describe('Approval rules that would hold its tier migration now.'),
    }),
  ),
})
export type TierBatchPreview = z.infer<typeof tierBatchPreview>

export const tierBatchRef = z.object({ id: z.uuid().describe('Id of the batch.') })

export const tierBatchReviewInput = tierBatchRef.extend({
  outcome: z.enum(['approved', 'rejected']),
  note: z.string().trim().max(2_000).default(''),
})

export const tierBatchDetail = z.object({
  id: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  status: tierMigrationStatus,
  goal: tierMigrationGoal,
  targetVolume: z.string(),
  requestedBy: z.string(),
  createdAt: z.date(),
  leftOut: z.array(z.string()).describe('Tables that had nothing to move.'),
  needsApproval: z.boolean(),
  ownPlan: z.boolean().describe('The caller created or last changed it, so another person must review it.'),
  review: tierMigrationReview
    .nullable()
    .describe('Of the first table whose plan is not approved. If all are approved, of the first table.'),
  totals: partTotals,
  movedBytes: z.bigint(),
  migrations: z.array(tierMigrationSummary.extend({ checks: z.array(planCheckView) })),
})
export type TierBatchDetail = z.infer<typeof tierBatchDetail>

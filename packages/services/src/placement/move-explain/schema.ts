import { placementReasonNames } from '@frostline/domain'
import { z } from 'zod'
import { coverage, observed, queryFlag } from '../../platform/reading/schema.ts'
import { tableRef } from '../table/schema.ts'

const reason = z.enum(placementReasonNames)
const state = z.enum(['settled', 'working', 'blocked'])

const filters = {
  reason: reason.optional().describe('Only parts with this reason.'),
  node: z.string().max(255).optional(),
  partitionId: z.string().max(1024).optional(),
  late: queryFlag.default(false).describe('true: only parts that are due and have not arrived.'),
}

export const explainMovesInput = tableRef.extend({
  ...filters,
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})
export type ExplainMovesInput = z.input<typeof explainMovesInput>

export const explainPartsInput = explainMovesInput.extend({
  search: z.string().max(255).default('').describe('Part of the name of the part.'),
})
export type ExplainPartsInput = z.input<typeof explainPartsInput>

const destination = z.object({ kind: z.enum(['volume', 'disk']), name: z.string() })
const moveRule = z.object({ expression: z.string(), destination })

const placementFixView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan-move'), volume: z.string(), partitionId: z.string() }),
  z.object({ kind: z.literal('open-migration'), migrationId: z.string() }),
  z.object({ kind: z.literal('start-moves'), statement: z.string() }),
  z.object({ kind: z.literal('materialize-ttl'), statement: z.string() }),
  z.object({ kind: z.literal('optimize-partition'), statement: z.string() }),
  z.object({ kind: z.literal('see-activity') }),
  z.object({ kind: z.literal('see-storage') }),
  z.object({ kind: z.literal('see-node') }),
])
export type PlacementFixView = z.infer<typeof placementFixView>

const reasonTotals = z.object({
  reason,
  state,
  title: z.string(),
  meaning: z.string(),
  parts: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint(),
  partitions: z.number().int().describe('On all nodes. A part on two replicas counts twice.'),
  nodes: z.array(z.string()),
  firstDueAt: z.date().nullable(),
})

const placementFinding = z.object({
  node: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  reason,
  state,
  parts: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint(),
  volumes: z
    .array(z.string())
    .describe('Where the parts are now. For a disk outside of the policy: its name.'),
  rule: moveRule.nullable().describe('The rule that applies. Null: no rule.'),
  firstDueAt: z.date().nullable().describe('When the first part is or was due.'),
  lastDueAt: z.date().nullable(),
  estimatedDueAt: z
    .date()
    .nullable()
    .describe(
      'When the first part would be due, if it has no TTL information. The server does not act on it.',
    ),
  text: z.string().describe('Findings about the part that is due first.'),
  certainty: z.enum(['seen', 'inferred']).describe('inferred: concluded, not shown by a system table.'),
  evidence: z.array(z.string()).describe('Names of the queries in `queries` that show it.'),
  fixes: z.array(placementFixView),
})

export const moveExplanation = observed(
  z.object({
    coverage,
    rules: z
      .array(moveRule.extend({ nodes: z.array(z.string()) }))
      .describe('Rules of the TTL that move parts, with the nodes that have each.'),
    total: z.object({ parts: z.number().int(), rows: z.bigint(), bytes: z.bigint() }),
    late: z
      .object({ parts: z.number().int(), bytes: z.bigint() })
      .describe('Due and not arrived, for any reason.'),
    overdue: z
      .object({ parts: z.number().int(), bytes: z.bigint() })
      .describe('Estimated as due, but without TTL information. The server does not move them.'),
    reasons: z.array(reasonTotals).describe('Of the whole table, the worst first.'),
    matching: z.number().int().describe('Findings that match, before paging.'),
    findings: z.array(placementFinding),
  }),
)
export type MoveExplanation = z.infer<typeof moveExplanation>

const explainedPart = z.object({
  node: z.string(),
  name: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  disk: z.string(),
  rows: z.bigint(),
  bytes: z.bigint(),
  reason,
  state,
  title: z.string(),
  rule: moveRule.nullable(),
  dueAt: z.date().nullable(),
  estimatedDueAt: z.date().nullable().describe('When it would be due, if it has no TTL information.'),
  text: z.string(),
  certainty: z.enum(['seen', 'inferred']),
  evidence: z.array(z.string()),
})

export const explainedParts = observed(
  z.object({ coverage, total: z.number().int(), parts: z.array(explainedPart) }),
)
export type ExplainedParts = z.infer<typeof explainedParts>

export const startMovesInput = z.object({
  cluster: tableRef.shape.cluster,
  database: tableRef.shape.database,
  table: tableRef.shape.table,
  node: z.string().min(1).max(255),
})
export type StartMovesInput = z.input<typeof startMovesInput>

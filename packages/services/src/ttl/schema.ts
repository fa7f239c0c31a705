import { ttlUnits } from '@frostline/domain'
import { z } from 'zod'
import { coverage, observed } from '../reading/schema.ts'
import { tableName, tableRef } from '../table/schema.ts'

export const ttlAge = z.object({
  column: z.string(),
  wrap: z.enum(['toDate', 'toDateTime']).nullable(),
  amount: z.number().int().min(0),
  unit: z.enum(ttlUnits),
})

export const ttlAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete'), where: z.string().nullable() }),
  z.object({ kind: z.literal('group-by'), keys: z.string(), assignments: z.string().nullable() }),
  z.object({ kind: z.literal('recompress'), codec: z.string() }),
  z.object({
    kind: z.literal('move'),
    to: z.enum(['disk', 'volume']),
    name: z.string(),
    ifExists: z.boolean(),
  }),
])

export const ttlRuleView = z.object({
  text: z.string().describe('The rule as it stands in the TTL.'),
  expression: z.string(),
  age: ttlAge.nullable().describe('Null for an expression other than a column and an age.'),
  action: ttlAction,
})
export type TtlRuleView = z.infer<typeof ttlRuleView>

const target = z.object({
  to: z.enum(['disk', 'volume']),
  name: z.string(),
  disks: z.array(z.string()).describe('By all names of their storage: of a cache and of the disk under it.'),
  nodes: z.array(z.string()).describe('Nodes whose policy of this table has it.'),
  remote: z.boolean().describe('On object storage, on the nodes that have it.'),
})

export const getTableTtlInput = tableRef
export type GetTableTtlInput = z.input<typeof getTableTtlInput>

export const tableTtl = observed(
  tableName.extend({
    coverage,
    engine: z.string(),
    forms: z
      .array(z.object({ ttl: z.string(), rules: z.array(ttlRuleView), nodes: z.array(z.string()) }))
      .describe('One when all nodes agree; the most common first. An empty TTL is none.'),
    targets: z.array(target),
    columns: z
      .array(z.object({ name: z.string(), type: z.string() }))
      .describe('Those of dates and times, of the partition key first.'),
    nodes: z.array(
      z.object({
        node: z.string(),
        parts: z.number().int(),
        partsWithoutInformation: z
          .number()
          .int()
          .describe('Parts that no move rule of the node can move, since they hold nothing of it.'),
        materializing: z.number().int().nullable().describe('Parts that a MATERIALIZE TTL has still to do.'),
      }),
    ),
    absentFrom: z.array(z.string()),
  }),
)
export type TableTtl = z.infer<typeof tableTtl>

const ttlText = z
  .string()
  .max(100_000)
  .describe('Rules as they follow the word TTL, separated by commas. Empty: no TTL.')

export const previewTableTtlInput = tableRef.omit({ fresh: true }).extend({ ttl: ttlText })
export type PreviewTableTtlInput = z.input<typeof previewTableTtlInput>

export const ttlCheckView = z.object({
  id: z.string(),
  node: z.string().nullable(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})

const totals = z.object({ parts: z.number().int(), rows: z.bigint(), bytes: z.bigint() })

export const ttlLossView = z.object({
  parts: z.number().int().describe('Parts that lose something.'),
  deletedRows: z.bigint().describe('Rows past a DELETE rule.'),
  foldedRows: z.bigint().describe('Rows that GROUP BY rules make fewer, part by part.'),
  columns: z
    .array(z.object({ column: z.string(), values: z.bigint() }))
    .describe("Values that become the default of their column, by the columns' own TTLs."),
  bytes: z
    .object({
      least: z.bigint().describe('Of parts, and of columns of wide parts, that go whole.'),
      about: z.bigint().describe('Those, and of the others the share of their rows or values.'),
      most: z.bigint().describe('All of the parts that lose rows, and of the columns that lose values.'),
    })
    .describe(
      'Freed on disk, as system.parts has it before and after the mutation. What a part gets when it is written again is not in it: TTL information and statistics, some KiB. Merges of the gentle way free more, as they write parts together.',
    ),
  atMost: z.boolean().describe('Some figures are bounds: no more is lost, but it may be less.'),
  uncountedParts: z.number().int().describe('Parts that lose something of which nobody could count what.'),
})

const digits = z.string().regex(/^\d{1,20}$/)

export const acceptedLosses = z
  .array(
    z.object({
      place: z
        .string()
        .max(1_000)
        .describe('A node; of a replicated table a shard, since its replicas hold the same rows.'),
      rows: digits.describe('Deleted and folded.'),
      columns: z.array(z.object({ column: z.string().max(1_000), values: digits })).max(10_000),
      uncountedParts: z.number().int().min(0).max(1_000_000_000).default(0),
    }),
  )
  .max(1_000)

export const ttlLoadView = z.object({
  rewritten: totals.describe('Read and written again by the mutation.'),
  movesNow: totals,
  movesLater: totals,
  waits: totals.describe('Due, but without TTL information: the server does not see it.'),
  blocked: totals,
  unknown: totals,
  vanishes: totals.describe('Parts of which no row is left.'),
  loss: ttlLossView.describe('All that goes. Heavy: at once. Gentle: when merges take the parts.'),
  writeRequests: z.bigint().describe('Estimate: a PUT a file and five more, an upload part each 16 MiB.'),
  readRequests: z.bigint().describe('Estimate: a GET a file.'),
  uploadedBytes: z.bigint(),
  cooledBytes: z
    .bigint()
    .describe('Bytes that leave local disks for object storage, less those that return.'),
  removedBytes: z
    .object({ local: z.bigint(), remote: z.bigint() })
    .describe('Bytes that rules take from local disks and from object storage. Estimate.'),
})

const laterMoves = z.object({
  day: z.iso.date(),
  to: z.string(),
  parts: z.number().int(),
  bytes: z.bigint(),
})

export const placeKinds = ['stays', 'moves', 'waits', 'blocked', 'unknown'] as const

export const ttlPartView = z.object({
  node: z.string(),
  name: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  rows: z.bigint(),
  bytes: z.bigint(),
  disk: z.string(),
  gentle: z.enum(placeKinds),
  heavy: z.enum(placeKinds),
  to: z.string().nullable().describe('Where it goes, at once or next.'),
  gentleNextAt: z.date().nullable().describe('When it moves next by the information that it holds.'),
  heavyNextAt: z.date().nullable().describe('When it moves next once it is materialized.'),
  lostRows: z.bigint().nullable().describe('Deleted and folded. Null: nobody could count them.'),
  lostValues: z.bigint().nullable().describe('Of all columns with a TTL of their own. Null as above.'),
})
export type TtlPartView = z.infer<typeof ttlPartView>

const plannedTtlStatement = z.object({ node: z.string(), sql: z.string() })

/** What setting this TTL would do now. Nothing is changed. */
export const tableTtlPreview = observed(
  z.object({
    coverage,
    ttl: z.string().nullable().describe('In the spelling of the server; null when it is refused.'),
    rules: z.array(ttlRuleView),
    accepted: z.boolean(),
    checks: z.array(ttlCheckView),
    nodes: z.array(
      z.object({
        node: z.string(),
        changes: z.boolean().describe('The node has another TTL now.'),
        countsFor: z
          .string()
          .nullable()
          .describe(
            'Its losses are those of this place: the node, or the shard of a replicated table. Null: another replica of the shard counts, and what goes must not be added twice.',
          ),
        parts: totals,
        gentle: ttlLoadView,
        heavy: ttlLoadView,
      }),
    ),
    countedAt: z
      .date()
      .describe('Rows and values past their TTL by then count as lost: ten minutes ahead, time to decide.'),
    accept: z
      .object({ gentle: acceptedLosses.nullable(), heavy: acceptedLosses.nullable() })
      .describe('What the caller has to accept to set it in that way, place by place. Null: nothing goes.'),
    heavyFault: z
      .string()
      .nullable()
      .describe('Why the heavy way is refused now, where the gentle one is not.'),
    statements: z
      .object({ gentle: z.array(plannedTtlStatement), heavy: z.array(plannedTtlStatement) })
      .describe(
        'What setting it in that way sends, one place after the other, each to the replica that is tried first.',
      ),
    later: z
      .object({ gentle: z.array(laterMoves), heavy: z.array(laterMoves) })
      .describe('Moves to come by day. Gentle: by the information that parts hold already.'),
    due: z
      .array(
        z.object({
          volume: z.string(),
          partitionIds: z.array(z.string()),
          bytes: z.bigint(),
        }),
      )
      .describe('Partitions that are due as a whole and wait: for a tier migration.'),
    parts: z.array(ttlPartView).describe('Those that something happens to, at most 500.'),
    affectedParts: z.number().int(),
  }),
)
export type TableTtlPreview = z.infer<typeof tableTtlPreview>

export const applyTableTtlInput = previewTableTtlInput.extend({
  mode: z
    .enum(['gentle', 'heavy'])
    .describe('gentle: metadata only. heavy: then MATERIALIZE TTL, which writes every part again.'),
  basedOn: z
    .array(z.string().max(100_000))
    .max(1_000)
    .optional()
    .describe('The TTLs that the change was made from; refused when a node has another one by now.'),
  accepts: acceptedLosses
    .optional()
    .describe(
      'The losses that the preview told of; refused when more goes from any place by now, or when they are missing.',
    ),
})
export type ApplyTableTtlInput = z.input<typeof applyTableTtlInput>

export const tableTtlApplied = z.object({
  outcome: z.enum(['applied', 'partly', 'failed']),
  ttl: z.string(),
  nodes: z.array(
    z.object({
      node: z.string(),
      state: z
        .enum(['changed', 'unchanged', 'waits', 'failed', 'not-sent', 'unknown'])
        .describe(
          'As read back from the node. waits: a replica that takes later what another of its shard has taken.',
        ),
      through: z
        .string()
        .nullable()
        .describe(
          'The replica that took the statement for this shard. Null: it was sent to the node itself, or nowhere.',
        ),
      ttl: z.string().nullable(),
      error: z.string().nullable(),
      queryIds: z.array(z.string()),
    }),
  ),
  statements: z.array(z.object({ node: z.string(), sql: z.string(), queryId: z.string() })),
})
export type TableTtlApplied = z.infer<typeof tableTtlApplied>

export const forecastTableTtlInput = tableRef.extend({
  ttl: ttlText.optional().describe('Another TTL than the stored one, to try; for admins.'),
})
export type ForecastTableTtlInput = z.input<typeof forecastTableTtlInput>

const forecastPoint = z.object({
  at: z.date(),
  hotBytes: z.number(),
  coldBytes: z.number(),
  unknownBytes: z.number(),
})

export const tableTtlForecast = observed(
  tableName.extend({
    coverage,
    points: z
      .array(forecastPoint)
      .describe(
        'A day each, from now to a year ahead. Physical: all nodes together, what replicas share on object storage once.',
      ),
    bytesPerDay: z.number().describe('Growth as measured, all nodes together.'),
    logicalBytesPerDay: z.number().describe('Without the copies of replicas.'),
    basis: z
      .enum(['rows', 'parts'])
      .describe('Growth by the times in the rows of the last 90 days, or by when parts were written.'),
    nodes: z.array(
      z.object({
        node: z.string(),
        bytesPerDay: z.number(),
        hotFreeBytes: z.bigint().describe("On the local disks of the table's policy."),
        fullAt: z
          .date()
          .nullable()
          .describe('When this table alone has filled them; null: not within a year.'),
        disks: z
          .array(
            z.object({
              disk: z.string(),
              freeBytes: z.bigint(),
              bytesPerDay: z
                .number()
                .nullable()
                .describe(
                  'Growth of all that writes to the disk, as the alert measures it; null: not for long enough.',
                ),
              measuredHours: z.number().nullable(),
              fullAt: z
                .date()
                .nullable()
                .describe('When it is full at that growth; null: it does not fill, or nobody knows.'),
            }),
          )
          .describe("The local disks of the table's policy."),
      }),
    ),
    assumptions: z.array(z.string()),
  }),
)
export type TableTtlForecast = z.infer<typeof tableTtlForecast>

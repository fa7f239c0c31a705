import { ttlUnits } from '@frostline/domain'
import { z } from 'zod'
import { coverage, observed } from '../../platform/reading/schema.ts'
import { packedPartitionMap, tableName, tableRef } from '../table/schema.ts'

const ttlAge = z.object({
  column: z.string(),
  wrap: z.enum(['toDate', 'toDateTime']).nullable(),
  amount: z.number().int().min(0),
  unit: z.enum(ttlUnits),
})

const ttlAction = z.discriminatedUnion('kind', [
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

const ttlRuleView = z.object({
  text: z.string().describe('The rule as written in the TTL.'),
  expression: z.string(),
  age: ttlAge.nullable().describe('Null if the expression is not a column plus an age.'),
  action: ttlAction,
})
export type TtlRuleView = z.infer<typeof ttlRuleView>

const target = z.object({
  to: z.enum(['disk', 'volume']),
  name: z.string(),
  disks: z.array(z.string()).describe('All names of their storage: the cache and the disk behind it.'),
  nodes: z.array(z.string()).describe('Nodes where the policy of this table has it.'),
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
      .describe('One entry when all nodes agree. The most common first. Empty: no TTL.'),
    targets: z.array(target),
    columns: z
      .array(z.object({ name: z.string(), type: z.string() }))
      .describe('Date and time columns, those of the partition key first.'),
    nodes: z.array(
      z.object({
        node: z.string(),
        parts: z.number().int(),
        partsWithoutInformation: z
          .number()
          .int()
          .describe(
            'Parts that no move rule of the node can move, because they have no TTL information for it.',
          ),
        materializing: z.number().int().nullable().describe('Parts left for MATERIALIZE TTL.'),
      }),
    ),
    absentFrom: z.array(z.string()),
  }),
)
export type TableTtl = z.infer<typeof tableTtl>

const ttlText = z
  .string()
  .max(100_000)
  .describe('The rules after the word TTL, separated by commas. Empty: no TTL.')

export const previewTableTtlInput = tableRef.omit({ fresh: true }).extend({ ttl: ttlText })
export type PreviewTableTtlInput = z.input<typeof previewTableTtlInput>

const ttlCheckView = z.object({
  id: z.string(),
  node: z.string().nullable(),
  outcome: z.enum(['passed', 'warning', 'blocking']),
  text: z.string(),
  hint: z.string().nullable(),
})

const totals = z.object({ parts: z.number().int(), rows: z.bigint(), bytes: z.bigint() })

const ttlLossView = z.object({
  parts: z.number().int().describe('Parts that lose data.'),
  deletedRows: z.bigint().describe('Rows past a DELETE rule.'),
  foldedRows: z.bigint().describe('Rows removed by GROUP BY rules, summed over parts.'),
  columns: z
    .array(z.object({ column: z.string(), values: z.bigint() }))
    .describe('Values that become the column default by column TTLs.'),
  bytes: z
    .object({
      least: z.bigint().describe('Of parts, and of columns of wide parts, that are deleted as a whole.'),
      about: z.bigint().describe('These, plus for the others the share of their rows or values.'),
      most: z
        .bigint()
        .describe('Total size of the parts that lose rows, and of the columns that lose values.'),
    })
    .describe(
      'Freed on disk, by system.parts before and after the mutation. Excludes what a rewritten part gets: TTL information and statistics, some KiB. Merges of the gentle way free more, because they combine parts.',
    ),
  atMost: z.boolean().describe('Some figures are upper bounds: the loss may be smaller.'),
  uncountedParts: z.number().int().describe('Parts whose loss could not be counted.'),
})

const digits = z.string().regex(/^\d{1,20}$/)

export const acceptedLosses = z
  .array(
    z.object({
      place: z
        .string()
        .max(1_000)
        .describe('A node. For a replicated table a shard, because its replicas hold the same rows.'),
      rows: digits.describe('Deleted and folded.'),
      columns: z.array(z.object({ column: z.string().max(1_000), values: digits })).max(10_000),
      uncountedParts: z.number().int().min(0).max(1_000_000_000).default(0),
    }),
  )
  .max(1_000)

const ttlLoadView = z.object({
  rewritten: totals.describe('Read and rewritten by the mutation.'),
  movesNow: totals,
  movesLater: totals,
  waits: totals.describe('Due, but without TTL information, so the server does not act on it.'),
  blocked: totals,
  unknown: totals,
  vanishes: totals.describe('Parts that lose all rows.'),
  loss: ttlLossView.describe('Everything that is deleted. Heavy: at once. Gentle: when parts are merged.'),
  writeRequests: z
    .bigint()
    .describe('Estimate: one PUT per file and five more, and one upload part per 16 MiB.'),
  readRequests: z.bigint().describe('Estimate: one GET per file.'),
  uploadedBytes: z.bigint(),
  cooledBytes: z
    .bigint()
    .describe('Bytes that move from local disks to object storage, minus those that move back.'),
  removedBytes: z
    .object({ local: z.bigint(), remote: z.bigint() })
    .describe('Bytes that rules delete from local disks and object storage. Estimate.'),
})

const laterMoves = z.object({
  day: z.iso.date(),
  to: z.string(),
  parts: z.number().int(),
  bytes: z.bigint(),
})

const placeKinds = ['stays', 'moves', 'waits', 'blocked', 'unknown'] as const

const ttlPartView = z.object({
  node: z.string(),
  name: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  rows: z.bigint(),
  bytes: z.bigint(),
  disk: z.string(),
  gentle: z.enum(placeKinds),
  heavy: z.enum(placeKinds),
  to: z.string().nullable().describe('Where it moves, at once or next.'),
  gentleNextAt: z.date().nullable().describe('When it moves next by its current TTL information.'),
  heavyNextAt: z.date().nullable().describe('When it moves next after MATERIALIZE TTL.'),
  lostRows: z
    .bigint()
    .nullable()
    .describe('Deleted by DELETE and removed by GROUP BY. Null: could not be counted.'),
  lostValues: z
    .bigint()
    .nullable()
    .describe('Of all columns with their own TTL. Null: could not be counted.'),
})
export type TtlPartView = z.infer<typeof ttlPartView>

const plannedTtlStatement = z.object({ node: z.string(), sql: z.string() })

/** What setting this TTL would do now. Nothing is changed. */
export const tableTtlPreview = observed(
  z.object({
    coverage,
    ttl: z.string().nullable().describe('As the server formats it. Null: the server rejects it.'),
    rules: z.array(ttlRuleView),
    accepted: z.boolean(),
    checks: z.array(ttlCheckView),
    nodes: z.array(
      z.object({
        node: z.string(),
        changes: z.boolean().describe('The node has a different TTL now.'),
        countsFor: z
          .string()
          .nullable()
          .describe(
            'Place to which its losses belong: the node, or the shard of a replicated table. Null: another replica of the shard is counted, so losses are not added twice.',
          ),
        parts: totals,
        gentle: ttlLoadView,
        heavy: ttlLoadView,
      }),
    ),
    countedAt: z
      .date()
      .describe('Rows and values that expire before this time count as lost. It is ten minutes ahead.'),
    accept: z
      .object({ gentle: acceptedLosses.nullable(), heavy: acceptedLosses.nullable() })
      .describe(
        'Losses that the caller must accept to set the TTL this way, by place. Null: nothing is lost.',
      ),
    heavyFault: z
      .string()
      .nullable()
      .describe('Why the heavy way is not possible now. The gentle way may still be.'),
    statements: z
      .object({ gentle: z.array(plannedTtlStatement), heavy: z.array(plannedTtlStatement) })
      .describe(
        'The statements sent this way, one place after the other, each to the replica that is tried first.',
      ),
    later: z
      .object({ gentle: z.array(laterMoves), heavy: z.array(laterMoves) })
      .describe('Coming moves by day. Gentle: by the TTL information that parts already have.'),
    due: z
      .array(
        z.object({
          volume: z.string(),
          partitionIds: z.array(z.string()),
          bytes: z.bigint(),
        }),
      )
      .describe('Partitions that are entirely due and waiting, for a tier migration.'),
    parts: z.array(ttlPartView).describe('Affected parts, at most 500.'),
    affectedParts: z.number().int(),
    maps: z
      .object({ now: packedPartitionMap, gentle: packedPartitionMap, heavy: packedPartitionMap })
      .describe('The partitions now, and after the immediate moves of each way.'),
  }),
)
export type TableTtlPreview = z.infer<typeof tableTtlPreview>

export const applyTableTtlInput = previewTableTtlInput.extend({
  mode: z
    .enum(['gentle', 'heavy'])
    .describe('gentle: metadata only. heavy: also MATERIALIZE TTL, which rewrites every part.'),
  basedOn: z
    .array(z.string().max(100_000))
    .max(1_000)
    .optional()
    .describe('The TTLs that the change is based on. Rejected when a node has a different one now.'),
  accepts: acceptedLosses
    .optional()
    .describe(
      'The losses shown by the preview. Rejected when they are missing, or when any place loses more now.',
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
          'As read back from the node. waits: a replica that will get the change from another replica of its shard.',
        ),
      through: z
        .string()
        .nullable()
        .describe(
          'The replica that received the statement for this shard. Null: sent to the node itself, or not sent.',
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
  ttl: ttlText.optional().describe('A TTL to test instead of the stored one. For admins.'),
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
        'One per day, from now to a year ahead. Physical: all nodes together. Objects that replicas share count once.',
      ),
    bytesPerDay: z.number().describe('Growth as measured, all nodes together.'),
    logicalBytesPerDay: z.number().describe('Without the copies of replicas.'),
    basis: z
      .enum(['rows', 'parts'])
      .describe('Growth by the row times of the last 90 days, or by the time when parts were written.'),
    nodes: z.array(
      z.object({
        node: z.string(),
        bytesPerDay: z.number(),
        hotFreeBytes: z.bigint().describe("On the local disks of the table's policy."),
        fullAt: z.date().nullable().describe('When this table alone fills them. Null: not within a year.'),
        disks: z
          .array(
            z.object({
              disk: z.string(),
              freeBytes: z.bigint(),
              bytesPerDay: z
                .number()
                .nullable()
                .describe(
                  'Growth of everything on the disk, as measured for the alert. Null: not measured for long enough.',
                ),
              measuredHours: z.number().nullable(),
              fullAt: z
                .date()
                .nullable()
                .describe('When it is full at that growth. Null: it does not fill up, or not known.'),
            }),
          )
          .describe("The local disks of the table's policy."),
      }),
    ),
    assumptions: z.array(z.string()),
  }),
)
export type TableTtlForecast = z.infer<typeof tableTtlForecast>

import { historyRangeNames } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../reading/schema.ts'

/** An input with a cluster and a time range. */
export function historyInput<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object({
      cluster: clusterKey,
      range: z.enum(historyRangeNames).default('24h').describe('Up to now. Ignored with `from` and `to`.'),
      from: z.coerce.date<Date | string>().optional().describe('With `to`. At most 13 weeks ago.'),
      to: z.coerce.date<Date | string>().optional(),
      ...shape,
    })
    .refine(
      (given) => {
        const { from, to } = given as { from?: Date; to?: Date }
        return from === undefined ? to === undefined : to !== undefined && from < to
      },
      { path: ['to'], error: 'Set both from and to, with from before to, or neither.' },
    )
}

export interface HistoryTimes {
  range: (typeof historyRangeNames)[number]
  from?: Date | undefined
  to?: Date | undefined
}

/** What every history has beside its points. */
const historyFrame = {
  observedAt: z.date().nullable().describe('When the latest sample was taken. Null before the first.'),
  from: z.date(),
  to: z.date().describe('End of the last step. It may be later than now.'),
  stepSeconds: z.number().int().describe('As short as the samples allow, with at most 500 points.'),
  gaps: z
    .array(
      z.object({
        node: z.string().nullable().describe('Null: not all nodes of the cluster responded.'),
        from: z.date(),
        to: z.date(),
      }),
    )
    .describe('Times without samples. They are not zero.'),
  rowsAtMost: z.number().int().describe('Rows that the console keeps of each node, disk, table or cluster.'),
  queries: z.array(z.object({ name: z.string(), sql: z.string(), node: z.string() })),
}

export function historyOf<Figures extends z.ZodType>(figures: Figures) {
  return z.object({
    ...historyFrame,
    points: z.array(
      z.object({
        at: z.date().describe('Start of the step.'),
        figures: figures.nullable().describe('Null in a gap.'),
      }),
    ),
  })
}

const perSecond = z.number().describe('Requests a second.')
const perMinute = z.number().describe('Requests a minute.')
const latency = z.number().nullable().describe('Average of a request in milliseconds. Null: no requests.')

export const nodeHistoryInput = historyInput({ node: z.string().min(1).max(255) })
export const nodesHistoryInput = historyInput({})
export const nodeHistory = historyOf(
  z.object({
    readRequestsPerSecond: perSecond.describe('GET and HEAD requests a second, repeated ones included.'),
    listRequestsPerSecond: perSecond,
    writeRequestsPerSecond: perSecond.describe('PUT and POST requests a second, repeated ones included.'),
    deleteRequestsPerSecond: perSecond,
    readErrorsPerMinute: perMinute,
    writeErrorsPerMinute: perMinute,
    throttledRequestsPerMinute: perMinute.describe('Requests a minute that the store rejected as too many.'),
    readLatencyMs: latency,
    writeLatencyMs: latency,
    parts: z.bigint().describe('Active parts, system tables included.'),
    runningMoves: z.bigint().describe('The most at one time in the step.'),
    queueEntries: z.bigint().describe('Of replication queues. The most at one time in the step.'),
  }),
)
export type NodeHistory = z.infer<typeof nodeHistory>

export const diskHistory = z.object({
  ...historyFrame,
  disks: z.array(
    z.object({
      disk: z.string(),
      tier: z.enum(['hot', 'cold']),
      points: z.array(
        z.object({
          at: z.date(),
          usedBytes: z.bigint().nullable().describe('Null in a gap. On object storage: of active parts.'),
          totalBytes: z.bigint().nullable().describe('Null on object storage, which has no limit.'),
        }),
      ),
      forecast: z
        .object({
          bytesPerDay: z.number().describe('Over the last seven days.'),
          fullAt: z.date().nullable().describe('Null: it does not grow.'),
          measuredHours: z.number(),
        })
        .nullable()
        .describe('Null on object storage, and before six hours of samples.'),
    }),
  ),
})
export type DiskHistory = z.infer<typeof diskHistory>

const tierLevels = z.object({
  hotBytes: z.bigint(),
  coldBytes: z.bigint(),
  hotParts: z.bigint(),
  coldParts: z.bigint(),
  hotRows: z.bigint(),
  coldRows: z.bigint(),
})

export const tierHistoryInput = historyInput({})
export const tierHistory = historyOf(
  tierLevels.describe('Physical: of all nodes, copies of replicas and system tables included.'),
)
export type TierHistory = z.infer<typeof tierHistory>

export const tableHistoryInput = historyInput({
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
})
export const tableHistory = historyOf(tierLevels.describe('Physical: copies of replicas included.'))
export type TableHistory = z.infer<typeof tableHistory>

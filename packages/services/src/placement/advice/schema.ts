import { adviceKinds } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed } from '../../platform/reading/schema.ts'

export const listAdviceInput = z.object({
  cluster: clusterKey,
  olderThanDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe('Partitions whose newest row is older than this are old.'),
  fresh: freshFlag,
})
export type ListAdviceInput = z.input<typeof listAdviceInput>

const gain = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('money'),
    perMonth: z.number().describe('Saving, by the price book.'),
    currency: z.string(),
    bytes: z.bigint(),
  }),
  z.object({ kind: z.literal('bytes'), bytes: z.bigint() }),
  z.object({ kind: z.literal('seconds'), seconds: z.number() }),
])

const tableName = { database: z.string(), table: z.string() }
const plan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    ...tableName,
    before: z.string().describe('Day in UTC: partitions whose newest row is older move.'),
    volume: z.string(),
  }),
  z.object({
    kind: z.literal('ttl'),
    ...tableName,
    ttl: z.string().nullable().describe('Draft. Null: the stored TTL.'),
  }),
  z.object({ kind: z.literal('cache') }),
  z.object({ kind: z.literal('remove-orphans'), auditId: z.string() }),
  z.object({ kind: z.literal('start-up'), node: z.string() }),
  z.object({ kind: z.literal('insert-queues') }),
])

const advice = z.object({
  key: z.string().describe('Kind and object. The same advice keeps its key.'),
  kind: z.enum(adviceKinds),
  subject: z.string().describe('Table, node or bucket.'),
  sentence: z.string(),
  gain,
  plan: plan.describe('The plan to open, filled in.'),
  at: z.date().describe('When its figures were read.'),
})
export type AdviceView = z.infer<typeof advice>

const hiddenAdvice = z.object({
  key: z.string(),
  kind: z.string(),
  subject: z.string(),
  until: z.date().nullable().describe('Null: dismissed.'),
  hiddenBy: z.string(),
  hiddenAt: z.date(),
})

const followedAdvice = z.object({
  id: z.string(),
  ...tableName,
  volume: z.string(),
  followedBy: z.string(),
  followedAt: z.date(),
  currency: z.string(),
  promisedBytes: z.bigint(),
  promisedPerMonth: z.number(),
  migrationId: z.string(),
  finishedAt: z.date().nullable().describe('Null: the tier migration has not ended.'),
  measuredBytes: z.bigint().describe('Bytes that the tier migration has moved and verified.'),
  measuredPerMonth: z.number().describe('Saving of the measured bytes, at the prices of the promise.'),
})
export type FollowedAdvice = z.infer<typeof followedAdvice>

const adviceOutcome = z.object({
  key: z.string(),
  kind: z.string(),
  subject: z.string(),
  followedBy: z.string(),
  followedAt: z.date(),
  state: z.enum(['measured', 'not-measured']),
  sentence: z.string().describe('What it promised and what was measured, or why nothing was measured yet.'),
  share: z
    .number()
    .nullable()
    .optional()
    .describe('Measured share of the promise. 1: all of it. Null: it promised no amount.'),
})
export type AdviceOutcomeView = z.infer<typeof adviceOutcome>

export const adviceList = observed(
  z.object({
    coverage,
    olderThanDays: z.number().int(),
    advice: z.array(advice).describe('The most urgent first, without hidden advice.'),
    notJudged: z
      .array(z.object({ kind: z.enum(adviceKinds), reason: z.string() }))
      .describe('Kinds without advice because their figures are missing.'),
    hidden: z.array(hiddenAdvice).describe('Snoozed and dismissed advice.'),
    followed: z
      .array(followedAdvice)
      .describe('Promised and measured savings of moves, newest first, at most 10.'),
    outcomes: z.array(adviceOutcome).describe('The same of other advice that was followed.'),
  }),
)
export type AdviceList = z.infer<typeof adviceList>

const adviceRef = z.object({ cluster: clusterKey, key: z.string().min(1).max(1_000) })

export const hideAdviceInput = adviceRef.extend({
  days: z
    .union([z.literal(7), z.literal(30)])
    .nullable()
    .describe('7 or 30: snooze. Null: dismiss.'),
})
export const showAdviceInput = adviceRef
export const followAdviceInput = adviceRef
export const adviceDone = z.object({ key: z.string() })

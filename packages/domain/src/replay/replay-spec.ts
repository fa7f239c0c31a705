import { z } from 'zod'
import { heldSettings } from './held-settings.ts'

const name = z.string().min(1).max(255)
/** True or false only: a URL may have either as text. */
const flag = z.literal([true, false])

/** The targets that a replay compares; the second is optional. */
export const replayTargets = ['a', 'b'] as const
export type ReplayTargetKey = (typeof replayTargets)[number]

/** Maximum runs of one replay: queries × rounds × targets. */
export const maxReplayRuns = 20_000

/** Which queries of a cluster's log; only successful SELECTs sent by a person are used. */
export const replayFilter = z
  .object({
    since: z.coerce.date(),
    until: z.coerce.date(),
    users: z.array(name).max(20).default([]).describe('Empty: of all.'),
    contains: z.string().max(200).default('').describe('Part of the text, case-insensitive.'),
    formHash: z
      .string()
      .regex(/^\d{0,20}$/)
      .default('')
      .describe('normalized_query_hash: queries that differ only in their literals.'),
    table: z
      .string()
      .max(520)
      .regex(/^$|^[^.]+\..+$/, 'Enter database.table.')
      .default('')
      .describe('A table that the query reads, as database.table.'),
    minMs: z.number().min(0).max(86_400_000).default(0).describe('Min duration.'),
    limit: z.number().int().min(1).max(2_000).default(200).describe('Sample size.'),
    seed: z.number().int().min(0).max(2_147_483_647).default(1).describe('Seed of the sample and the order.'),
  })
  .refine(({ since, until }) => since < until, { message: 'The end is before the start.', path: ['until'] })
export type ReplayFilter = z.infer<typeof replayFilter>

/**
 * A number, words, or a time zone. Settings may also hold SQL (additional_result_filter), which could read what its
 * author may not.
 */
const plainValue = /^(?:[\w.+,-]*|\w+(?:\/[\w+-]+)+)$/

const replaySetting = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,127}$/)
    .refine((given) => !heldSettings.has(given), {
      message: 'This setting is fixed by the limits of the replay.',
    }),
  value: z.string().max(200).regex(plainValue, 'Enter a number, words separated by commas, or a time zone.'),
})

export const replayTarget = z.object({
  cluster: name.describe('Id or slug.'),
  route: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('as-logged') }),
      z.object({ kind: z.literal('node'), node: name }),
    ])
    .default({ kind: 'as-logged' })
    .describe(
      'Send each query to the node of the same shard and replica that logged it, or all queries to one node.',
    ),
  caches: z
    .enum(['as-server', 'use', 'bypass'])
    .default('as-server')
    .describe('Whether reads use filesystem caches.'),
  settings: z.array(replaySetting).max(30).default([]),
  database: name.nullable().default(null).describe('Default database. Null: the one of the logged query.'),
})
export type ReplayTarget = z.infer<typeof replayTarget>

export const replayRules = z.object({
  allowOutside: flag
    .default(false)
    .describe('Also queries with table functions that read data outside of the tables of the cluster.'),
  keepSettings: flag
    .default(false)
    .describe('Also queries with a SETTINGS clause. It overrides the limits, so readonly is 2 instead of 1.'),
})
export type ReplayRules = z.infer<typeof replayRules>

export const replayPace = z.object({
  concurrency: z.number().int().min(1).max(64).default(4).describe('Concurrent queries.'),
  order: z.enum(['as-logged', 'shuffled']).default('as-logged'),
  rounds: z.number().int().min(1).max(50).default(1).describe('Passes over all queries per target.'),
  maxSeconds: z.number().int().min(1).max(3_600).default(30).describe('Of one query.'),
  maxMemoryMib: z.number().int().min(16).max(1_048_576).default(4_096).describe('Of one query.'),
  threads: z.number().int().min(0).max(256).default(0).describe('0: server default.'),
  maxMinutes: z
    .number()
    .int()
    .min(1)
    .max(1_440)
    .default(60)
    .describe('Time limit of a pass. Then the whole replay ends.'),
  maxFailedPercent: z
    .number()
    .min(0)
    .max(100)
    .default(20)
    .describe('Max failed queries of a pass, checked after 20 have ended. Above it the whole replay ends.'),
})
export type ReplayPace = z.infer<typeof replayPace>

/** A replay's target with its cluster as resolved. Its settings may be older than their rules. */
const boundReplayTarget = replayTarget.extend({
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  clusterId: z.string(),
  clusterName: z.string(),
})
export type BoundReplayTarget = z.infer<typeof boundReplayTarget>

export const replaySpec = z.object({
  filter: replayFilter,
  rules: replayRules,
  targets: z.array(boundReplayTarget).min(1).max(replayTargets.length),
  pace: replayPace,
  queries: z.number().int().describe('That are run.'),
  skipped: z.array(z.object({ reason: z.string(), queries: z.number().int() })),
})
export type ReplaySpec = z.infer<typeof replaySpec>

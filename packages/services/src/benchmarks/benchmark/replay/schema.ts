import {
  replayFilter,
  replayPace,
  replayRules,
  replaySpec,
  replayTarget,
  replayTargets,
  type SkipReason,
  skipReasons,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../../../platform/base/flag-input.ts'
import { clusterKey, coverage, observed } from '../../../platform/reading/schema.ts'
import { runRef } from '../../../platform/run/run-schema.ts'
import { benchmarkSummary } from '../schema.ts'

const target = z.enum(replayTargets)
const skipReason = z.enum(Object.keys(skipReasons) as [SkipReason, ...SkipReason[]])

/** Input of the preview: which queries, with what has been entered so far. */
export const replayLookInput = z.object({
  cluster: clusterKey.describe('ID or slug of the cluster whose log has the queries.'),
  filter: replayFilter,
  rules: replayRules.prefault({}),
  movesDatabase: flagInput.default(false).describe('A target uses a different database.'),
})

const lookedForm = z.object({
  formHash: z.string(),
  form: z.string(),
  example: z.string().describe('Text of one of them, as sent.'),
  queries: z.number().int(),
  users: z.array(z.string()),
  tables: z.array(z.string()),
  medianMs: z.number().describe('As logged.'),
  reason: skipReason.nullable().describe('Why they are not run. Null: they are run.'),
})
export type LookedForm = z.infer<typeof lookedForm>

export const replayLook = observed(
  z.object({
    coverage,
    nodesWithoutLog: z.array(z.string()),
    kinds: z.array(
      z.object({
        kind: z.string().describe('As named by ClickHouse. Only Select is run.'),
        queries: z.bigint().describe('That ended well.'),
        failed: z.bigint().describe('Queries that failed. They are not run.'),
        forms: z
          .number()
          .int()
          .describe(
            'Of these, queries that differ only in their literals count once. At most 10,000 per node.',
          ),
      }),
    ),
    sampled: z.number().int(),
    runnable: z.number().int(),
    runnableForms: z.number().int(),
    skipped: z.array(z.object({ reason: skipReason, queries: z.number().int() })),
    forms: z.array(lookedForm).describe('Of the sample, most queries first. At most 200.'),
    formsFound: z.number().int(),
    fingerprint: z.string().describe('Fingerprint of the queries to run. Pass it to the start.'),
  }),
)
export type ReplayLook = z.infer<typeof replayLook>

export const replayDraft = replayLookInput.omit({ movesDatabase: true }).extend({
  targets: z.array(replayTarget).min(1).max(replayTargets.length),
  pace: replayPace.prefault({}),
  fingerprint: z
    .string()
    .max(64)
    .describe('Fingerprint from the preview. The start is rejected if the queries differ.'),
})
export type ReplayDraft = z.input<typeof replayDraft>

const amounts = {
  counted: z.number().int().describe('Runs whose counters are in a log.'),
  readRows: z.bigint().nullable(),
  readBytes: z.bigint().nullable().describe('Uncompressed.'),
  storeBytes: z.bigint().nullable(),
  missedBytes: z.bigint().nullable(),
  cacheBytes: z.bigint().nullable(),
  storeRequests: z.bigint().nullable().describe('GETs.'),
}

const quantiles = z.object({
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
})

const targetResult = z.object({
  target,
  runs: z.number().int(),
  failed: z.number().int(),
  again: z.number().int().describe('Sent again after a worker was lost. They may have been sent twice.'),
  quantilesMs: quantiles.nullable().describe('Of successful runs, as measured by the worker.'),
  meanMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
  serverMedianMs: z.number().nullable().describe('By the log of the servers.'),
  perSecond: z.number().nullable().describe('Ended runs, divided by the time of the passes.'),
  errors: z.array(
    z.object({
      code: z.number().int().nullable().describe('Null: no answer.'),
      runs: z.number().int(),
      example: z.string().nullable().describe('For operators.'),
    }),
  ),
  ...amounts,
})
export type ReplayTargetResult = z.infer<typeof targetResult>

const formOnTarget = z.object({
  target,
  runs: z.number().int(),
  failed: z.number().int(),
  totalMs: z.number(),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  ...amounts,
})

const formResult = z.object({
  formHash: z.string(),
  form: z.string(),
  queries: z.number().int(),
  differenceMs: z.number().describe('Extra time of all runs on one target compared with the other.'),
  targets: z.array(formOnTarget),
})
export type ReplayFormResult = z.infer<typeof formResult>

export const replayDetail = benchmarkSummary.extend({
  spec: replaySpec,
  passes: z.array(
    z.object({
      ordinal: z.number().int(),
      target,
      round: z.number().int(),
      status: z.enum(['planned', 'running', 'completed', 'failed', 'cancelled']),
      activeMs: z.number().nullable(),
      ended: z.number().int(),
      statement: z
        .string()
        .nullable()
        .describe('How each query was sent, with its settings. Null: none was sent.'),
      error: z.string().nullable(),
    }),
  ),
  targets: z.array(targetResult),
  forms: z.array(formResult).describe('Largest differences first, at most 200.'),
  formsFound: z.number().int(),
})
export type ReplayDetail = z.infer<typeof replayDetail>

export const replayRunsInput = runRef.extend({
  after: z
    .string()
    .regex(/^\d{1,6}\.\d{1,6}$/)
    .optional()
    .describe('Pass and position of the last row of the previous page.'),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
})

const run = z.object({
  pass: z.number().int(),
  place: z.number().int(),
  target,
  round: z.number().int(),
  query: z.number().int(),
  formHash: z.string(),
  nodeName: z.string(),
  queryId: z.string(),
  sentAt: z.date(),
  again: z.boolean(),
  elapsedMs: z.number(),
  serverMs: z.number().nullable(),
  loggedMs: z.number(),
  code: z.number().int().nullable(),
  failed: z.boolean(),
  readRows: z.bigint().nullable(),
  readBytes: z.bigint().nullable(),
  resultRows: z.bigint().nullable(),
  storeBytes: z.bigint().nullable(),
  missedBytes: z.bigint().nullable(),
  cacheBytes: z.bigint().nullable(),
  storeRequests: z.bigint().nullable(),
  memoryBytes: z.bigint().nullable(),
})
export const replayRunPage = z.object({ runs: z.array(run), next: z.string().nullable() })

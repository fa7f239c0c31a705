import { z } from 'zod'
import type { Transaction } from '../../transaction.ts'

const sum = z.coerce.bigint().nullable()

const counters = {
  counted: z.coerce.number(),
  read_rows: sum,
  read_bytes: sum,
  store_bytes: sum,
  missed_bytes: sum,
  cache_bytes: sum,
  store_requests: sum,
}

const targetRow = z.object({
  target: z.string(),
  runs: z.coerce.number(),
  failed: z.coerce.number(),
  again: z.coerce.number(),
  total_ms: z.number(),
  mean_ms: z.number().nullable(),
  /** p50, p75, p90, p95, p99, p99.9. */
  quantiles: z.array(z.number()).nullable(),
  server_median_ms: z.number().nullable(),
  slowest_ms: z.number().nullable(),
  ...counters,
})
export type ReplayTargetRow = z.infer<typeof targetRow>

/** Times of successful queries, by target; quantiles are interpolated linearly between the two nearest values. */
export async function summarizeReplayTargets(
  tx: Transaction,
  benchmarkId: string,
): Promise<ReplayTargetRow[]> {
  const rows = await tx.$queryRaw`
    SELECT target, count(*) AS runs, count(error) AS failed, count(*) FILTER (WHERE again) AS again,
      sum("elapsedMs") AS total_ms,
      avg("elapsedMs") FILTER (WHERE error IS NULL) AS mean_ms,
      percentile_cont(ARRAY[0.5, 0.75, 0.9, 0.95, 0.99, 0.999]) WITHIN GROUP (ORDER BY "elapsedMs")
        FILTER (WHERE error IS NULL) AS quantiles,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "serverMs") FILTER (WHERE error IS NULL) AS server_median_ms,
      max("elapsedMs") FILTER (WHERE error IS NULL) AS slowest_ms,
      count("readBytes") AS counted,
      sum("readRows") AS read_rows, sum("readBytes") AS read_bytes, sum("storeBytes") AS store_bytes,
      sum("missedBytes") AS missed_bytes, sum("cacheBytes") AS cache_bytes, sum("storeRequests") AS store_requests
    FROM replay_run WHERE "benchmarkId" = ${benchmarkId}
    GROUP BY target ORDER BY target`
  return z.array(targetRow).parse(rows)
}

const errorRow = z.object({
  target: z.string(),
  code: z.number().nullable(),
  runs: z.coerce.number(),
  example: z.string(),
})
export type ReplayErrorRow = z.infer<typeof errorRow>

/** Code null: the node did not answer. */
export async function summarizeReplayErrors(tx: Transaction, benchmarkId: string): Promise<ReplayErrorRow[]> {
  const rows = await tx.$queryRaw`
    SELECT target, code, count(*) AS runs, min(error) AS example
    FROM replay_run WHERE "benchmarkId" = ${benchmarkId} AND error IS NOT NULL
    GROUP BY target, code ORDER BY runs DESC, target, code`
  return z.array(errorRow).parse(rows)
}

const formRow = z.object({
  form_hash: z.string(),
  form: z.string(),
  queries: z.coerce.number(),
  target: z.string(),
  runs: z.coerce.number(),
  failed: z.coerce.number(),
  total_ms: z.number(),
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  ...counters,
})
export type ReplayFormRow = z.infer<typeof formRow>

/** The same per query form: at most one row per form and target, so no more than a replay has queries. */
export async function summarizeReplayForms(tx: Transaction, benchmarkId: string): Promise<ReplayFormRow[]> {
  const rows = await tx.$queryRaw`
    SELECT query."formHash" AS form_hash, min(query.form) AS form, count(DISTINCT query.ordinal) AS queries,
      run.target, count(*) AS runs, count(run.error) AS failed, sum(run."elapsedMs") AS total_ms,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY run."elapsedMs") FILTER (WHERE run.error IS NULL) AS median_ms,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY run."elapsedMs") FILTER (WHERE run.error IS NULL) AS p95_ms,
      count(run."readBytes") AS counted,
      sum(run."readRows") AS read_rows, sum(run."readBytes") AS read_bytes, sum(run."storeBytes") AS store_bytes,
      sum(run."missedBytes") AS missed_bytes, sum(run."cacheBytes") AS cache_bytes,
      sum(run."storeRequests") AS store_requests
    FROM replay_run AS run
    JOIN replay_query AS query ON query."benchmarkId" = run."benchmarkId" AND query.ordinal = run.query
    WHERE run."benchmarkId" = ${benchmarkId}
    GROUP BY query."formHash", run.target`
  return z.array(formRow).parse(rows)
}

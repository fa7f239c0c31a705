import { statementProgress } from '@frostline/clickhouse'
import type { CacheWarmupRun, Transaction } from '@frostline/db'
import { compareRuns, type MeasuredRun, warmupSpec } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { findRun } from '../../platform/run/run-of-kind.ts'
import { listRunsOfKindInput, pageOfRuns, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { hideSql, hidesSql } from './require-role.ts'
import type { WarmupDetail, WarmupProgressView, WarmupSummary } from './schema.ts'
import { type StoredWarmup, warmups } from './warmup-run.ts'

/** One warm-up, without its steps (see listWarmupSteps). */
export async function getWarmup(ctx: ServiceContext, given: z.input<typeof runRef>): Promise<WarmupDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const warmup = await findRun(ctx.db, warmups, id)
  const [sums, after, runs] = await Promise.all([
    sumWarmupSteps(ctx.db, [id]),
    ctx.db.cacheWarmupStep.aggregate({ where: { warmupId: id }, _sum: { cachedAfterBytes: true } }),
    ctx.db.cacheWarmupRun.findMany({
      where: { warmupId: id },
      omit: { warmupId: true },
      orderBy: { moment: 'asc' },
    }),
  ])
  const spec = warmupSpec.parse(warmup.spec)
  const hides = hidesSql(ctx, spec)
  return {
    ...toWarmupSummary(warmup, sums(id)),
    spec: hideSql(ctx, spec),
    hidesSql: hides,
    columns: warmup.columns,
    cachedAfterBytes: after._sum.cachedAfterBytes,
    runs: hides
      ? runs.map((run) => ({ ...run, error: run.error && 'It failed. Only admins can see the reason.' }))
      : runs,
    comparison: compare(runs),
  }
}

function compare(runs: readonly Omit<CacheWarmupRun, 'warmupId'>[]): WarmupDetail['comparison'] {
  const [before, after] = (['before', 'after'] as const).map((moment) =>
    figuresOf(runs.find((run) => run.moment === moment)),
  )
  return before && after ? compareRuns(before, after) : null
}

function figuresOf(run: Omit<CacheWarmupRun, 'warmupId'> | undefined): MeasuredRun | null {
  if (!run || run.error !== null) return null
  const { elapsedMs, storeBytes, cacheBytes } = run
  return elapsedMs === null || storeBytes === null || cacheBytes === null
    ? null
    : { elapsedMs, storeBytes, cacheBytes }
}

/** Newest first. */
export async function listWarmups(
  ctx: ServiceContext,
  given: z.input<typeof listRunsOfKindInput>,
): Promise<{ warmups: WarmupSummary[]; next: string | null }> {
  const { after, limit, ...filter } = await authorizeInput(ctx, 'viewer', listRunsOfKindInput, given)
  const rows = await ctx.db.cacheWarmup.findMany({
    where: { run: whereListed(ctx.actor, filter) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const sums = await sumWarmupSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    warmups: page.map((row) => toWarmupSummary(row, sums(row.id))),
    next,
  }
}

/** What the running reads have fetched so far. If none is running, no node is queried. */
export async function getWarmupProgress(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<WarmupProgressView> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const { clusterId } = (await findRun(ctx.db, warmups, id)).run
  const running = await ctx.db.cacheWarmupStep.findMany({
    where: { warmupId: id, status: 'running', queryId: { not: null } },
    select: { queryId: true, ordinal: true },
  })
  const ordinals = new Map(running.map(({ queryId, ordinal }) => [queryId, ordinal]))
  const query_ids = running.flatMap(({ queryId }) => queryId ?? [])
  if (query_ids.length === 0) return { observedAt: ctx.now(), nodes: [], queries: [], data: { readings: [] } }
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: false }, (reader) =>
    reader.ask(statementProgress, { query_ids }, { ttlMs: 1_000 }),
  )
  return {
    ...reading.envelope,
    data: {
      readings: reading.readings.flatMap(({ node, value }) =>
        value.map((row) => ({
          node: node.name,
          queryId: row.query_id,
          ordinal: ordinals.get(row.query_id) ?? 0,
          elapsedMs: (row.elapsed ?? 0) * 1_000,
          fetchedBytes: row.s3_read_bytes + row.azure_read_bytes,
        })),
      ),
    },
  }
}

type WarmupSums = Pick<WarmupSummary, 'steps' | 'doneBytes' | 'fetchedBytes' | 'requests'>

function noSteps(): WarmupSums {
  return {
    steps: { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
    ...{ doneBytes: 0n, fetchedBytes: 0n, requests: 0n },
  }
}

/** One grouped query for many warm-ups. */
async function sumWarmupSteps(tx: Transaction, ids: string[]): Promise<(id: string) => WarmupSums> {
  const groups = await tx.cacheWarmupStep.groupBy({
    by: ['warmupId', 'status'],
    where: { warmupId: { in: ids } },
    _count: true,
    _sum: { wantedBytes: true, fetchedBytes: true, requests: true },
  })
  const sums = new Map<string, WarmupSums>()
  for (const { warmupId, status, _count, _sum } of groups) {
    const sum = sums.get(warmupId) ?? noSteps()
    sum.steps[status] = _count
    sum.fetchedBytes += _sum.fetchedBytes ?? 0n
    sum.requests += _sum.requests ?? 0n
    if (status === 'completed') sum.doneBytes += _sum.wantedBytes ?? 0n
    sums.set(warmupId, sum)
  }
  return (id) => sums.get(id) ?? noSteps()
}

function toWarmupSummary(
  { run, spec: _spec, columns: _columns, ...own }: StoredWarmup,
  sums: WarmupSums,
): WarmupSummary {
  return { ...own, ...viewRun(run), ...sums }
}

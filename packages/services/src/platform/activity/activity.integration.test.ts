import type { Database } from '@frostline/db'
import { type RunKind, runKinds } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { benchmarksOf } from '../../benchmarks/benchmark/benchmark-run.ts'
import { bucketAudits } from '../../bucket/bucket-audit/audit-run.ts'
import { removals } from '../../bucket/orphan-removal/removal-run.ts'
import { warmups } from '../../cache/cache-warmup/warmup-run.ts'
import { hashToken } from '../../identity/token/manage-tokens.ts'
import { generations } from '../../loads/data-generation/generation-run.ts'
import { loads } from '../../loads/load-job/load-run.ts'
import { archives } from '../../placement/archive/archive-run.ts'
import { removals as restoreRemovals } from '../../placement/archive/removal/removal-run.ts'
import { restores } from '../../placement/archive/restore-run.ts'
import { expiries } from '../../placement/archive/retention/expiry-run.ts'
import { migrations } from '../../placement/tier-migration/migration-run.ts'
import { repairs } from '../../replication/repair/repair-run.ts'
import { exits } from '../../replication/zero-copy-exit/exit-run.ts'
import { rollouts } from '../../storage/storage-rollout/rollout-run.ts'
import { changeSets } from '../desired-state/change-set-run.ts'
import { openRunLab, type RunLab } from '../open-run/testing/run-lab.ts'
import type { RowOfKind, RunOfKind } from '../run/run-of-kind.ts'
import { listActivity, selectPage } from './list.ts'
import { renderActivityCsv } from './render-csv.ts'
import { fillLedger } from './testing/fill-ledger.ts'
import { getActivityTimeline } from './timeline.ts'

let lab: RunLab
let db: Database
let clusterId: string
beforeAll(async () => {
  lab = await openRunLab()
  db = lab.db
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ clusterId } = await lab.renew())
})

type Filter = Parameters<typeof listActivity>[1]
const kinds = Object.keys(runKinds) as RunKind[]

/** The name that the kind itself uses, in its messages and in the audit. */
function namedBy<Row extends RowOfKind>(own: RunOfKind<Row>) {
  return async (id: string) => {
    const row = await own.find(db, id)
    if (!row) throw new Error(`There is no ${own.kind} ${id}.`)
    return { name: own.nameOf(row), objectType: own.kind, objectId: id, ...own.objectOf?.(row) }
  }
}
const named: Record<RunKind, ReturnType<typeof namedBy>> = {
  'tier-migration': namedBy(migrations),
  'load-job': namedBy(loads),
  'data-generation': namedBy(generations),
  'cache-warmup': namedBy(warmups),
  benchmark: namedBy(benchmarksOf()),
  'replica-repair': namedBy(repairs),
  'storage-rollout': namedBy(rollouts),
  'bucket-audit': namedBy(bucketAudits),
  'orphan-removal': namedBy(removals),
  'zero-copy-exit': namedBy(exits),
  archive: namedBy(archives),
  'archive-restore': namedBy(restores),
  'archive-expiry': namedBy(expiries),
  'restore-removal': namedBy(restoreRemovals),
  'change-set': namedBy(changeSets),
}

const list = async (filter: Filter = {}) =>
  (await listActivity(lab.as('viewer'), { cluster: clusterId, ...filter })).runs
const kindsOf = async (filter: Filter) => (await list(filter)).map(({ kind }) => kind).toSorted()
const storeAll = async () => {
  for (const kind of kinds) await lab.openOne[kind]()
}
/** Turns one run into a run of this kind. */
const change = (kind: RunKind, data: Parameters<Database['run']['updateMany']>[0]['data']) =>
  db.run.updateMany({ where: { clusterId, kind }, data })
const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.parse('2026-11-23T00:00:00Z') - hours * hourMs)

describe('a list of runs of all kinds', () => {
  beforeEach(storeAll)

  it('names each run as its kind does, with its page', async () => {
    const runs = await list()
    expect(runs.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    for (const { id, kind, name, objectType, objectId } of runs)
      expect([kind, { name, objectType, objectId }]).toEqual([kind, await named[kind](id)])
  })

  it.each([1, 2, 4])('returns runs of the same time once each in pages of %i', async (limit) => {
    const all = (await list()).map(({ id }) => id)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await listActivity(lab.as('viewer'), { cluster: clusterId, limit, after })
      expect(page.runs.length).toBeLessThanOrEqual(limit)
      seen.push(...page.runs.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(all)
    expect(new Set(seen).size).toBe(kinds.length)
  })

  it('returns runs of one cluster, also by slug, or of all', async () => {
    const one = clusterId
    ;({ clusterId } = await lab.renew())
    await lab.openOne['replica-repair']()
    expect(await kindsOf({})).toEqual(['replica-repair'])
    expect(await list({ cluster: 'no-such-cluster' })).toEqual([])
    const { runs } = await listActivity(lab.as('viewer'), { limit: 500 })
    const slugs = runs.map((run) => run.clusterSlug)
    expect(slugs.filter((slug) => slug === one)).toHaveLength(kinds.length)
    expect(slugs.filter((slug) => slug === clusterId)).toHaveLength(1)
  })

  it('filters by kind and state', async () => {
    await change('benchmark', { status: 'failed', error: 'Disk full.', finishedAt: ago(1) })
    await change('bucket-audit', { status: 'completed', finishedAt: ago(1) })
    expect(await kindsOf({ kind: 'benchmark' })).toEqual(['benchmark'])
    expect(await kindsOf({ state: 'failed' })).toEqual(['benchmark', 'storage-rollout'])
    expect(await kindsOf({ state: 'ended' })).toEqual(['benchmark', 'bucket-audit', 'storage-rollout'])
    expect(await kindsOf({ state: 'ended', kind: 'cache-warmup' })).toEqual([])
    const open = await list({ state: 'open' })
    expect(open.map(({ kind }) => kind)).not.toContain('benchmark')
    expect(open).toHaveLength(kinds.length - 3)
  })

  it('returns what was open at some time in a range, however long ago it started', async () => {
    await change('benchmark', { status: 'completed', createdAt: ago(9), finishedAt: ago(5) })
    await change('bucket-audit', { status: 'completed', createdAt: ago(9), finishedAt: ago(8) })
    await change('cache-warmup', { status: 'running', createdAt: ago(9) })
    expect(await kindsOf({ from: ago(7), to: ago(6) })).toEqual(['benchmark', 'cache-warmup'])
    expect(await kindsOf({ from: ago(8.5), to: ago(7) })).toEqual([
      'benchmark',
      'bucket-audit',
      'cache-warmup',
    ])
    expect(await kindsOf({ from: ago(4), to: ago(3) })).toEqual(['cache-warmup'])
  })

  it('matches text against names, people and IDs, without wildcards', async () => {
    await change('bucket-audit', { requestedBy: 'Ann@example.com' })
    const [audit] = await list({ kind: 'bucket-audit' })
    expect(await kindsOf({ text: 'ann@' })).toEqual(['bucket-audit'])
    expect(await kindsOf({ text: audit?.id ?? '' })).toEqual(['bucket-audit'])
    expect(await kindsOf({ text: 'D.T' })).toEqual(await kindsOf({ text: 'd.t' }))
    expect(await kindsOf({ text: 'd.t' })).toEqual(expect.arrayContaining(['cache-warmup', 'replica-repair']))
    expect(await kindsOf({ text: 'd.t', kind: 'cache-warmup' })).toEqual(['cache-warmup'])
    expect(await kindsOf({ text: 'd_t' })).toEqual([])
    expect(await kindsOf({ text: '%' })).toEqual([])
  })

  it('counts as mine what I and my tokens started, whichever of us asks', async () => {
    const id = `ann-${clusterId}`
    await db.user.create({ data: { id, email: `${id}@example.com`, name: 'Ann', role: 'operator' } })
    const data = {
      name: 'ci',
      role: 'operator',
      prefix: 'f',
      tokenHash: hashToken(clusterId),
      createdById: id,
    } as const
    const token = await db.apiToken.create({ data })
    await change('benchmark', { requestedById: id })
    await change('bucket-audit', { requestedById: token.id })
    await change('cache-warmup', { requestedById: 'somebody else' })
    const mine = async (asker: Parameters<RunLab['as']>[1]) =>
      (await listActivity(lab.as('viewer', asker), { cluster: clusterId, mine: true })).runs
    const own = await mine({ id, name: 'Ann' })
    expect(Object.fromEntries(own.map(({ kind, startedBy }) => [kind, startedBy]))).toEqual({
      benchmark: 'user',
      'bucket-audit': 'token',
    })
    expect(await mine({ id: token.id, name: 'ci', type: 'token' })).toEqual(own)
    expect(await mine({ id: 'bob', name: 'Bob' })).toEqual([])
  })

  it('reports the progress of an open run, and none for one that has ended', async () => {
    const [warmup] = await db.run.findMany({ where: { clusterId, kind: 'cache-warmup' } })
    const step = { nodeName: 'b', cacheName: 'c', partitionId: 'q', cachedBytes: 0n, wantedBytes: 3n }
    await db.cacheWarmupStep.create({
      data: { warmupId: warmup?.id ?? '', ordinal: 1, status: 'completed', ...step },
    })
    const progress = async () => (await list({ kind: 'cache-warmup' })).map((run) => run.progress)
    expect(await progress()).toEqual([0.75])
    await change('cache-warmup', { status: 'failed' })
    expect(await progress()).toEqual([null])
    expect((await list({ kind: 'replica-repair' })).map((run) => run.progress)).toEqual([null])
  })

  it('counts bytes of moves and of batches', async () => {
    const [migration] = await list({ kind: 'tier-migration' })
    await db.tierMigrationStep.updateMany({
      where: { migrationId: migration?.id ?? '' },
      data: { plannedBytes: 4n, movedBytes: 1n },
    })
    expect((await list({ kind: 'tier-migration' }))[0]?.progress).toBe(0.25)
    const [load] = await list({ kind: 'load-job' })
    for (const [ordinal, status] of (['completed', 'planned'] as const).entries())
      await db.loadBatch.create({
        data: { jobId: load?.id ?? '', ordinal, status, files: 1, sizeBytes: 5n },
      })
    expect((await list({ kind: 'load-job' }))[0]?.progress).toBe(0.5)
  })

  it('names the schedule that started a run', async () => {
    await lab.openOne.CacheScheduleRun()
    const schedule = await db.cacheSchedule.findFirstOrThrow({ where: { clusterId } })
    const [warmup] = await list({ kind: 'cache-warmup' })
    await db.cacheScheduleRun.updateMany({
      where: { scheduleId: schedule.id },
      data: { warmupId: warmup?.id ?? '' },
    })
    expect((await list({ kind: 'cache-warmup' }))[0]?.startedFor).toEqual({
      ...{ objectType: 'cache-schedule', objectId: schedule.id, name: 'drop' },
    })
    expect((await list({ kind: 'benchmark' }))[0]?.startedFor).toBeNull()
  })

  it('hides reasons that are for admins, and does not search them', async () => {
    await change('benchmark', { status: 'failed', error: 'secret_column is unknown' })
    const errorFor = async (role: 'operator' | 'admin') =>
      (await listActivity(lab.as(role), { cluster: clusterId, kind: 'benchmark' })).runs[0]?.error
    expect(await errorFor('operator')).toBe('Only admins can see the reason.')
    expect(await errorFor('admin')).toBe('secret_column is unknown')
    expect(await list({ text: 'secret_column' })).toEqual([])
  })

  it('is exported as CSV, one run per line', async () => {
    const times = { createdAt: ago(3), startedAt: ago(3), finishedAt: ago(2) }
    await change('benchmark', { status: 'failed', error: '=1+1', ...times })
    const [run] = (await listActivity(lab.admin(), { cluster: clusterId, kind: 'benchmark' })).runs
    expect(renderActivityCsv()).toBe(
      'id,kind,name,status,cluster,requestedBy,startedFor,createdAt,startedAt,finishedAt,elapsedMs,progress,waitReason,error,notes\r\n',
    )
    expect(renderActivityCsv(run)).toBe(
      `"${run?.id}","benchmark","hot","failed","${clusterId}","test",,"2026-11-22T21:00:00.000Z","2026-11-22T21:00:00.000Z","2026-11-22T22:00:00.000Z",3600000,,,"'=1+1",0\r\n`,
    )
  })
})

describe('a timeline of runs of all kinds', () => {
  beforeEach(storeAll)

  it('has the runs of the same filter, with when they ran', async () => {
    await change('benchmark', { status: 'completed', createdAt: ago(9), finishedAt: ago(5) })
    const { runs, total } = await getActivityTimeline(lab.as('viewer'), { cluster: clusterId, to: ago(8) })
    expect(total).toBe(1)
    expect(runs).toMatchObject([
      { kind: 'benchmark', name: 'hot', objectType: 'disk-benchmark', createdAt: ago(9), finishedAt: ago(5) },
    ])
    expect(await getActivityTimeline(lab.as('viewer'), { cluster: clusterId })).toMatchObject({
      ...{ total: kinds.length, runs: { length: kinds.length } },
    })
  })
})

describe('a ledger of 100,000 runs', () => {
  let clusterIds: string[]
  beforeAll(async () => {
    clusterIds = [(await lab.renew()).clusterId, (await lab.renew()).clusterId]
    await fillLedger(db, clusterIds, 100_000)
  }, 60_000)

  interface PlanNode {
    'Relation Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    'Rows Removed by Index Recheck'?: number
    Plans?: PlanNode[]
  }
  const rowsOfRun = (node: PlanNode): number =>
    (node.Plans ?? []).reduce((sum, each) => sum + rowsOfRun(each), 0) +
    (node['Relation Name'] === 'run'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0)
  /** Rows of the table that were read for the page. */
  async function countRead(filter: Filter): Promise<number> {
    const page = await selectPage(lab.as('viewer', { id: 'person-7', name: 'P' }), {
      limit: 50,
      ...filter,
    } as Parameters<typeof selectPage>[1])
    const [plan] = await db.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>`
      EXPLAIN (ANALYZE, FORMAT JSON) ${page}`
    const found = plan?.['QUERY PLAN'][0]?.Plan
    return found ? rowsOfRun(found) : Number.NaN
  }
  const cases: [string, () => Filter][] = [
    ['of all clusters', () => ({})],
    ['of one cluster', () => ({ cluster: clusterIds[0] })],
    ['that are open', () => ({ state: 'open' })],
    ['of one kind', () => ({ kind: 'benchmark' })],
    ['of the last hours', () => ({ from: new Date('2026-11-19T20:00:00Z') })],
    ['of a person', () => ({ mine: true })],
  ]
  it.each(cases)('reads a page of runs %s without reading the others', async (_, filter) => {
    expect(await countRead(filter())).toBeLessThan(2_000)
  })

  it('draws the newest thousand, and counts the others', async () => {
    const { runs, total } = await getActivityTimeline(lab.as('viewer'), { cluster: clusterIds[1] })
    expect(runs).toHaveLength(1_000)
    expect(total).toBe(50_000)
  })

  it('continues from the middle without reading what came before', async () => {
    const { runs, next } = await listActivity(lab.as('viewer'), { limit: 500 })
    expect(runs).toHaveLength(500)
    expect(await countRead({ after: next ?? '' })).toBeLessThan(200)
  })
})

import {
  cancelBenchmark,
  getRunHistory,
  getTierBenchmark,
  inspectBenchTable,
  listBenchmarks,
  type TierBenchmarkDetail,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BenchmarkLab, openBenchmarkLab } from '../testing/benchmark-lab.ts'
import { crashAt } from '../testing/crashing-worker.ts'
import { compareSettings, compareShown } from '../testing/sent-statements.ts'
import { until } from '../testing/until.ts'

let lab: BenchmarkLab
beforeAll(async () => {
  lab = await openBenchmarkLab()
  await lab.createTable('trips')
})
afterAll(() => lab?.close())

/** Each run on the page shows what the node was sent, with its settings. */
async function expectShownIsSent({ runs, statements, createdAt }: TierBenchmarkDetail): Promise<void> {
  await lab.run('SYSTEM FLUSH LOGS')
  for (const { tier, queryId } of runs) {
    const shown = statements.filter((statement) => statement.tier === tier).map(({ sql }) => sql)
    const sent = await lab.ask<{ query: string }>(
      `SELECT query FROM system.query_log WHERE query_id = '${queryId}' AND type = 'QueryFinish'`,
    )
    const named = sent.map(({ query }) => query.replace(/`lab`\.`frostline_scratch_\w+`/, '{table}'))
    expect(named).toEqual(shown.map((sql) => sql.replace(/^--.*\n/, '')))
    const asked = { shown, purposes: ['benchmark'], since: createdAt, queryId }
    const settings = await compareSettings(lab, lab.node, asked)
    expect([tier, settings.sent]).toEqual([tier, settings.shown])
  }
}

async function countObjects(): Promise<number> {
  const [row] = await lab.ask<{ n: number }>(
    "SELECT toUInt32(uniqExact(remote_path)) AS n FROM system.remote_data_paths WHERE disk_name = 'cold_cache'",
  )
  return row?.n ?? -1
}

it('measures a query on copies of the same parts, each tier proved by its counters, and leaves nothing behind', async () => {
  await lab.run("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
  const objects = await countObjects()
  const { data } = await inspectBenchTable(lab.ctx, {
    ...{ cluster: lab.clusterId, node: lab.node, database: 'lab', table: 'trips' },
  })
  expect(data.partitions.map(({ partitionId, disks }) => [partitionId, disks])).toEqual([
    ['202602', ['default']],
    ['202601', ['cold_cache']],
  ])
  expect(data.disks.map(({ name, kind }) => [name, kind])).toEqual([
    ['cold', 'object'],
    ['cold_cache', 'cached'],
    ['default', 'local'],
    ['hot2', 'local'],
  ])
  const id = await lab.start(lab.draft('trips'))
  await expect(lab.start(lab.draft('trips'))).rejects.toMatchObject({ code: 'conflict' })
  const driving = lab.drive(id)
  let copies: Record<string, string>[] = []
  await until(async () => {
    copies = await lab.ask(`SELECT disk_name, partition_id, name, toString(rows) AS rows, hash_of_all_files
      FROM system.parts WHERE active AND startsWith(table, 'frostline_scratch_') ORDER BY disk_name, name`)
    const bench = await getTierBenchmark(lab.asRole('admin'), { id })
    if (bench.status === 'failed') throw new Error(bench.error ?? '')
    return bench.runs.some(({ status }) => status === 'completed')
  })
  expect((await driving).status).toBe('completed')
  const source = await lab.ask<Record<string, string>>(
    `SELECT partition_id, toString(rows) AS rows, hash_of_all_files FROM system.parts
     WHERE active AND table = 'trips' ORDER BY partition_id`,
  )
  for (const disk of ['cold_cache', 'default'])
    expect(
      copies
        .filter(({ disk_name }) => disk_name === disk)
        .map(({ partition_id, rows, hash_of_all_files }) => ({ partition_id, rows, hash_of_all_files })),
    ).toEqual(source)

  const bench = await getTierBenchmark(lab.asRole('admin'), { id })
  expect(bench.runs.map(({ tier, round, verdict }) => [tier, round, verdict?.kind])).toEqual(
    [1, 2, 3].flatMap((round) =>
      ['hot', 'cold', 'cache-first', 'cache-second'].map((tier) => [tier, round, 'as-said']),
    ),
  )
  expect(bench.tiers.map(({ tier, runs, counted }) => [tier, runs, counted])).toEqual(
    ['hot', 'cold', 'cache-first', 'cache-second'].map((tier) => [tier, 3, 3]),
  )
  const [hot, cold, , second] = bench.tiers
  expect(hot?.typical).toMatchObject({ readRows: 80_000n, storeBytes: 0n, cacheBytes: 0n, resultRows: 1n })
  expect([hot?.centsPerRun, second?.centsPerRun]).toEqual([0, 0])
  expect(cold?.typical?.storeRequests).toBeGreaterThan(0n)
  expect(cold?.centsPerRun).toBe((Number(cold?.typical?.storeRequests) * 40) / 1_000_000)
  expect(second?.typical?.cacheBytes).toBeGreaterThan(8_000_000n)
  expect(bench.copies.map(({ status, rows }) => [status, rows])).toEqual(
    Array.from({ length: 4 }, () => ['completed', 40_000n]),
  )
  expect(bench.scratchLeft).toEqual([])
  expect(await lab.listScratch()).toEqual([])
  await expectShownIsSent(bench)
  const { sent, shown } = await compareShown(lab, lab.node, bench.sent, bench.createdAt)
  expect(shown).toEqual(sent)
  await until(async () => (await countObjects()) === objects)
  const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['benchmark.start', 'requested'],
    ['benchmark.finish', 'succeeded'],
  ])
  expect(
    (await listBenchmarks(lab.asRole('viewer'), { cluster: 'lab', kind: 'tiers' })).benchmarks[0]?.id,
  ).toBe(id)
})

it('does not send a stored query that reads a file, and reports it with its run', async () => {
  const id = await lab.start(
    lab.draft('trips', { data: { kind: 'in-place', mayEmptyCache: false }, tiers: ['cold'], runs: 1 }),
  )
  const { spec } = await lab.db.benchmark.findUniqueOrThrow({ where: { id } })
  const stored = { ...(spec as object), query: "SELECT file('/etc/hostname') FROM {table}" }
  await lab.db.benchmark.update({ where: { id }, data: { spec: stored } })
  expect((await lab.drive(id)).status).toBe('failed')
  const bench = await getTierBenchmark(lab.asRole('admin'), { id })
  expect(bench.runs.map(({ error }) => error)).toEqual([
    expect.stringContaining(`The query cannot be run on ${lab.node}: file() is not allowed`),
  ])
  expect(bench.sent).toEqual([])
  const reasonFor = async (role: 'viewer' | 'admin') =>
    (await getRunHistory(lab.asRole(role), { id })).find(({ order }) => order === 'fail')?.why
  expect(await reasonFor('admin')).toBe('One step failed.')
  expect(await reasonFor('viewer')).toBe('Only admins can see the reason.')
})

it('marks runs that are not what they say, in place, and leaves them out of the median', async () => {
  const inPlace = (mayEmptyCache: boolean) =>
    lab.draft('trips', {
      data: { kind: 'in-place', mayEmptyCache },
      query: "SELECT sum(cityHash64(*)) FROM {table} WHERE day < '2026-02-01'",
      runs: 2,
      ...(mayEmptyCache ? {} : { tiers: ['hot', 'cold', 'cache-second'] }),
    })
  await lab.run("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
  const id = await lab.start(inPlace(false))
  expect((await lab.drive(id)).status).toBe('completed')
  const bench = await getTierBenchmark(lab.ctx, { id })
  expect(bench.runs.map(({ tier, round, verdict }) => [tier, round, verdict?.kind])).toEqual([
    // The partition is on object storage: its first read comes from there, later ones from the cache.
    ['hot', 1, 'other'],
    ['cold', 1, 'as-said'],
    ['cache-second', 1, 'as-said'],
    ['hot', 2, 'other'],
    ['cold', 2, 'as-said'],
    ['cache-second', 2, 'as-said'],
  ])
  expect(bench.tiers[0]).toMatchObject({ tier: 'hot', runs: 2, counted: 0, medianMs: null })
  expect(await lab.listScratch()).toEqual([])

  const emptied = await lab.start(inPlace(true))
  await lab.drive(emptied)
  const again = await getTierBenchmark(lab.ctx, { id: emptied })
  expect(again.tiers.map(({ tier, counted }) => [tier, counted])).toEqual([
    ['hot', 0],
    ['cold', 2],
    ['cache-first', 2],
    ['cache-second', 2],
  ])
})

it('accepts one SELECT of an admin, whose text only admins see, and rejects what does not fit', async () => {
  await expect(lab.start(lab.draft('trips', { query: 'SELECT 1' }))).rejects.toMatchObject({
    code: 'invalid',
  })
  for (const query of [
    'DROP TABLE {table}',
    'SELECT 1 FROM {table}; SELECT 2',
    'INSERT INTO {table} SELECT 1',
    'SELECT nothing FROM {table}',
  ])
    await expect(lab.start(lab.draft('trips', { query }))).rejects.toMatchObject({ code: 'refused' })
  await expect(lab.start(lab.draft('gone'))).rejects.toMatchObject({ code: 'not_found' })
  const copies = { kind: 'copies' as const, partitions: ['202601'], hotDisk: 'default', coldDisk: 'cold' }
  await expect(lab.start(lab.draft('trips', { data: copies }))).rejects.toThrow('cold is not behind a cache')
  await expect(lab.start(lab.draft('trips', { data: { ...copies, hotDisk: 'cold_cache' } }))).rejects.toThrow(
    'not a local disk',
  )
  await expect(
    lab.start(lab.draft('trips', { data: { ...copies, partitions: ['209901'] } })),
  ).rejects.toThrow('no partition 209901')

  const id = await lab.start(
    lab.draft('trips', { query: "SELECT 'sesame', throwIf(id > 5, 'sesame') FROM {table}" }),
  )
  expect((await lab.drive(id)).status).toBe('failed')
  const seen = async (role: 'viewer' | 'admin') =>
    JSON.stringify(await getTierBenchmark(lab.asRole(role), { id }), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  expect(await seen('viewer')).not.toContain('sesame')
  expect(await seen('admin')).toContain('sesame')
  const { runs } = await getTierBenchmark(lab.asRole('admin'), { id })
  expect(runs.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'failed'),
    ...Array.from({ length: 8 }, () => 'cancelled'),
  ])
  expect(await lab.listScratch()).toEqual([])
})

it('is cancelled inside a query, and its tables are dropped', async () => {
  const id = await lab.start(
    lab.draft('trips', {
      query: 'SELECT sum(sleepEachRow(0.01)) FROM {table} SETTINGS max_block_size = 100',
    }),
  )
  const driving = lab.drive(id)
  const running = async () =>
    (
      await lab.ask<{ n: number }>(
        "SELECT toUInt32(count()) AS n FROM system.processes WHERE startsWith(query_id, 'frostline-bench-') AND query LIKE '%sleepEachRow%'",
      )
    )[0]?.n ?? 0
  await until(async () => (await running()) > 0)
  await expect(cancelBenchmark(lab.asRole('viewer'), { id })).rejects.toMatchObject({ code: 'forbidden' })
  await cancelBenchmark(lab.asRole('operator'), { id })
  expect([(await driving).status, await running(), await lab.listScratch()]).toEqual(['cancelled', 0, []])
  await expect(cancelBenchmark(lab.asRole('operator'), { id })).rejects.toMatchObject({ code: 'conflict' })
})

it('has the same result whichever step its worker is killed at, and leaves no table behind', {
  timeout: 240_000,
}, async () => {
  const crashes = await lab.crashAlong(
    { from: 1, by: 9, when: ['sent', 'after'] },
    () => lab.start(lab.draft('trips', { runs: 1 })),
    async (id, crashed) => {
      const bench = await getTierBenchmark(lab.ctx, { id })
      expect([...crashed, bench.status, await lab.listScratch(), bench.scratchLeft]).toEqual([
        ...[...crashed, 'completed', [], []],
      ])
      expect(bench.copies.map(({ rows }) => rows)).toEqual(Array.from({ length: 4 }, () => 40_000n))
      for (const run of bench.runs)
        expect([...crashed, run.tier, run.verdict]).toEqual([...crashed, run.tier, { kind: 'as-said' }])
    },
  )
  expect(crashes).toBeGreaterThan(4)
})

it('completes although its worker was killed repeatedly before a recorded statement', async () => {
  const id = await lab.start(lab.draft('trips', { runs: 1, tiers: ['hot'] }))
  const real = { db: lab.db, clusters: lab.ctx.clusters }
  for (let crash = 0; crash < 8; crash++) {
    const { db, clusters } = crashAt({ step: 1, of: 'SELECT sum(cityHash64', when: 'before' }, real)
    await expect(lab.drive(id, { db, clusters })).rejects.toMatchObject({ name: 'Crash' })
  }
  const { status, error } = await lab.drive(id)
  expect([status, error]).toEqual(['completed', null])
  const steps = await lab.db.benchmarkStep.findMany({ where: { benchmarkId: id } })
  expect(steps.map(({ attempts }) => attempts)).toEqual(steps.map(() => 1))
  expect(await lab.listScratch()).toEqual([])
})

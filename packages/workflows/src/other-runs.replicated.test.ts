import {
  beginCacheRun,
  createCacheSchedule,
  createPipeline,
  getCosts,
  getPipeline,
  inspectBenchNode,
  inspectPipeline,
  listCacheScheduleRuns,
  listStartUp,
  previewWarmup,
  runCacheScheduleNow,
  startTierBenchmark,
  startWarmup,
  type WarmupDraft,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { benchmarkWork } from './benchmark/run-benchmark.ts'
import { warmupWork } from './cache-warmup/run-warmup.ts'
import { sweepScratchTables } from './scratch/drop-scratch.ts'
import { driveOnce } from './testing/drive-once.ts'
import { labDeps } from './testing/lab-deps.ts'
import { openReplicatedLoadLab, type ReplicatedLoadLab } from './testing/replicated-load-lab.ts'

// Warm-ups, pipelines, benchmarks, startup forecasts and costs, each on replicated tables.
let lab: ReplicatedLoadLab
let names: readonly string[]
/** A replica of each shard, and another one of the first shard. */
let leaders: string[]
let first = ''
let second = ''
let lost: string | null = null

beforeAll(async () => {
  lab = await openReplicatedLoadLab()
  names = lab.names
  leaders = lab.shards.map(([leader]) => leader)
  ;[first = '', second = ''] = names
  await createCold('trips')
  const shared = "SELECT 1 FROM system.storage_policies WHERE policy_name = 'tiered_shared'"
  if ((await lab.ask(first, shared)).length > 0) await createCold('shared', 'tiered_shared')
})
afterAll(() => lab?.close())
afterEach(() => startAgain())

async function kill(node: string): Promise<void> {
  lost = node
  await lab.kill(node)
}
async function startAgain(): Promise<void> {
  if (lost !== null) await lab.start(lost)
  lost = null
}

/** Two months on each shard, on object storage on every replica, and nothing cached. */
async function createCold(table: string, policy = 'tiered'): Promise<void> {
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64, text String', orderBy: 'id', partitionBy: 'toYYYYMM(day)', policy },
  })
  for (const node of leaders)
    await lab.ask(
      node,
      `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-15') + INTERVAL number % 2 MONTH, number, randomPrintableASCII(100) FROM numbers(4000)`,
    )
  await lab.waitForEqualReplicas(table)
  for (const month of ['202601', '202602'])
    for (const node of names)
      await lab
        .ask(node, `ALTER TABLE ${lab.database}.${table} MOVE PARTITION ID '${month}' TO VOLUME 'cold'`)
        // With zero-copy replication the other replica may have moved it there.
        .catch((error: { code?: number }) => expect(error.code).toBe(479))
}

const draft = (spec: Partial<WarmupDraft['spec']>): WarmupDraft => ({
  ...{ cluster: lab.cluster, spec: { database: lab.database, table: 'trips', ...spec } },
})

async function warmUp(spec: Partial<WarmupDraft['spec']>) {
  return driveWarmup((await startWarmup(lab.as('operator'), draft(spec))).id)
}

async function driveWarmup(id: string) {
  const { status } = await driveOnce(labDeps(lab), warmupWork, id)
  const steps = await lab.db.cacheWarmupStep.findMany({
    where: { warmupId: id },
    orderBy: { ordinal: 'asc' },
  })
  return { status, nodes: [...new Set(steps.map(({ nodeName }) => nodeName))].toSorted(), steps }
}

/** Nodes with the whole table in their caches. */
async function cachedOn(): Promise<string[]> {
  const { data } = await previewWarmup(lab.as('operator'), draft({}))
  return data.fits.filter(({ verdict }) => verdict === 'cached').map(({ node }) => node)
}

it('warms up one replica of each shard, or all of them', async () => {
  expect(await cachedOn()).toEqual([])
  const { data } = await previewWarmup(lab.as('operator'), draft({ replicas: 'one' }))
  expect(data).toMatchObject({ replicated: true, obstacle: null, unseenShards: [] })
  expect(data.fits.map(({ node }) => node)).toEqual(leaders)
  expect(await warmUp({ replicas: 'one' })).toMatchObject({ status: 'completed', nodes: leaders })
  expect(await cachedOn()).toEqual(leaders)
  // Again: the one that has it.
  expect((await warmUp({ replicas: 'one' })).nodes).toEqual(leaders)
  const all = await warmUp({})
  expect(all).toMatchObject({ status: 'completed', nodes: [...names] })
  const fetched = (node: string) =>
    all.steps.filter(({ nodeName }) => nodeName === node).reduce((sum, step) => sum + step.fetchedBytes, 0n)
  expect(leaders.map(fetched)).toEqual(leaders.map(() => 0n))
  expect(fetched(second)).toBeGreaterThan(0n)
  expect(await cachedOn()).toEqual([...names])
})

it('warms up the other replica of a shard while one is down, and reports what all replicas need', async (test) => {
  await lab.need(test, 'kills')
  await kill(first)
  const all = await previewWarmup(lab.as('operator'), draft({}))
  expect(all.data.obstacle).toContain(`${first} could not be checked`)
  expect((await warmUp({ replicas: 'one' })).nodes).toEqual([second, ...leaders.slice(1)])

  const operator = await lab.person('operator')
  const { id } = await createCacheSchedule(operator, {
    ...{ cluster: lab.cluster, name: 'Mornings', cron: '0 2 1 1 *', timeZone: 'UTC', missedRuns: 'skip' },
    task: { kind: 'warmup', spec: { ...draft({}).spec, replicas: 'one' } },
  })
  await runCacheScheduleNow(operator, { id })
  const due = await lab.db.cacheScheduleRun.findFirstOrThrow({ where: { scheduleId: id } })
  await beginCacheRun(lab.as('operator', { type: 'system', id: 'worker', name: 'worker' }), due.id)
  const [run] = (await listCacheScheduleRuns(operator, { id })).runs
  expect(await driveWarmup(run?.warmupId ?? '')).toMatchObject({
    status: 'completed',
    nodes: [second, ...leaders.slice(1)],
  })
})

it('loads each object of a pipeline once, and waits for a lost replica once until it has answered', async (test) => {
  await lab.need(test, 'kills')
  await lab.createTarget('stream')
  const operator = await lab.person('operator')
  await lab.putRows('stream/0.csv', '2024-01-15', 0, 50)
  const { id } = await createPipeline(operator, {
    ...lab.draft('stream', 'stream/*.csv'),
    ...{ name: 'Stream', trigger: { kind: 'continuous', pollSeconds: 5 }, startWith: 'everything' },
    ...{ strategy: 'single-node', lostReplica: { kind: 'take-over', afterSeconds: 5 } },
  })
  const next = async () => {
    await inspectPipeline(lab.as('operator', { type: 'system', id: 'worker', name: 'worker' }), id)
    const job = await lab.db.loadJob.findFirstOrThrow({
      where: { pipelineId: id, run: { finishedAt: null } },
    })
    const { status, spec, takeOvers } = await lab.drive(job.id)
    return { status, by: takeOvers[0]?.by ?? spec.landing.nodes[0], why: takeOvers[0]?.reason ?? '' }
  }
  const first = await next()
  expect(first.status).toBe('completed')
  const node = first.by ?? ''
  const twin = lab.shards.find((shard) => shard.includes(node))?.find((other) => other !== node)
  await kill(node)
  await lab.putRows('stream/1.csv', '2024-02-15', 50, 50)
  expect(await next()).toMatchObject({
    ...{ status: 'completed', by: twin },
    why: expect.stringContaining('checks in'),
  })
  const seen = async () => {
    const { lostReplicas, lag } = await getPipeline(operator, { id })
    return { lost: lostReplicas.map((loss) => [loss.lost, loss.by]), behind: lag.objects }
  }
  // The test cannot wait a day: only the previous load's result lets this one continue.
  await lab.db
    .$executeRaw`UPDATE load_pipeline SET spec = jsonb_set(spec, '{lostReplica,afterSeconds}', '86400') WHERE id = ${id}`
  await lab.putRows('stream/2.csv', '2024-03-15', 100, 50)
  expect(await next()).toMatchObject({
    ...{ status: 'completed', by: twin },
    why: expect.stringContaining('An earlier load of the pipeline treated it as lost'),
  })
  expect(await seen()).toEqual({ lost: [[node, twin]], behind: 0 })

  await startAgain()
  await lab.waitForEqualReplicas('stream')
  await lab.putRows('stream/3.csv', '2024-03-15', 150, 50)
  expect(await next()).toEqual({ status: 'completed', by: node, why: '' })
  expect(await seen()).toEqual({ lost: [], behind: 0 })
  expect(await lab.countRows('stream')).toMatchObject({ rows: 200, ids: 200 })
})

async function benchmark(database: string, table: string, node: string) {
  const { id } = await startTierBenchmark(lab.as('admin'), {
    cluster: lab.cluster,
    spec: {
      ...{ node, database, table, runs: 1, query: 'SELECT sum(cityHash64(*)) FROM {table}' },
      data: { kind: 'copies', partitions: ['202601'], hotDisk: 'default', coldDisk: 'cold_cache' },
      tiers: ['hot', 'cold'],
    },
  })
  const { status, error } = await driveOnce(labDeps(lab), benchmarkWork, id)
  await sweepScratchTables(labDeps(lab))
  const scratch = await lab.askAll(
    "SELECT name FROM system.tables WHERE startsWith(name, 'frostline_scratch_')",
  )
  return { status, error, scratch: scratch.flat() }
}
const well = { status: 'completed', error: null, scratch: [] }

it('measures on copies of one replica, which touch nothing that is shared', async (test) => {
  await lab.need(test, 'zero-copy')
  for (const table of ['trips', 'shared'])
    expect(await benchmark(lab.database, table, second), table).toEqual(well)
  // Every replica reads all of it: no object was deleted with the copies.
  for (const table of ['trips', 'shared']) {
    await lab.askAll("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
    const sums = await lab.askAll(
      `SELECT toString(sum(cityHash64(*))) AS sum, count() AS rows FROM ${lab.database}.${table}`,
    )
    for (const [leader, ...others] of lab.shards)
      for (const other of others) expect(sums[names.indexOf(other)]).toEqual(sums[names.indexOf(leader)])
  }
})

it('copies nothing in a Replicated database, which would copy on every node', async (test) => {
  await lab.need(test, 'replicated-database')
  const database = `${lab.database}_r`
  await lab.askAll(
    `CREATE DATABASE ${database} ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`,
  )
  try {
    await lab.ask(
      first,
      `CREATE TABLE ${database}.carried (day Date, id UInt64) ENGINE = ReplicatedMergeTree ORDER BY id PARTITION BY toYYYYMM(day) SETTINGS storage_policy = 'tiered'`,
    )
    await lab.ask(
      first,
      `INSERT INTO ${database}.carried SELECT toDate('2026-01-15'), number FROM numbers(1000)`,
    )
    await expect(benchmark(database, 'carried', first)).rejects.toThrow('on all its nodes')
    const { data } = await inspectBenchNode(lab.as('operator'), { cluster: lab.cluster, node: first })
    expect(data.databases).toContain(lab.database)
    expect(data.databases).not.toContain(database)
  } finally {
    await lab.askAll(`DROP DATABASE ${database} SYNC`)
  }
})

it('forecasts the start of each replica from its own parts, including shared ones', async (test) => {
  await lab.need(test, 'zero-copy')
  const { data } = await listStartUp(lab.as('viewer'), { cluster: lab.cluster, fresh: true })
  const counts = await lab.askAll<{ cached: number; store: number }>(
    `SELECT toUInt32(countIf(cache_path != '')) AS cached, toUInt32(countIf(cache_path = '')) AS store
     FROM system.parts INNER JOIN system.disks ON disks.name = parts.disk_name WHERE active AND is_remote`,
  )
  const forecast = data.byNode.map(({ figures }) => figures?.parts)
  expect(forecast.map((parts) => [{ cached: parts?.cached, store: parts?.store }])).toEqual(counts)
  // Two months of each table; shared ones are on a disk without a cache.
  expect(counts.every(([row]) => row && row.cached >= 2 && row.store >= 2)).toBe(true)
})

it('counts in its cost each copy that is billed, and shared objects once', async (test) => {
  await lab.need(test, 'zero-copy')
  const bytesOf = async (table: string) => {
    const rows = await lab.askAll<{ bytes: string }>(
      `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = '${lab.database}' AND table = '${table}'`,
    )
    return rows.map(([row]) => BigInt(row?.bytes ?? 0))
  }
  const { data } = await getCosts(lab.as('viewer'), {
    cluster: lab.cluster,
    fresh: true,
    search: `${lab.database}.`,
  })
  const of = (table: string) => data.tables.find((each) => each.table === table)
  const [own, shared] = [await bytesOf('trips'), await bytesOf('shared')]
  const sum = (bytes: readonly bigint[]) => bytes.reduce((total, each) => total + each, 0n)
  const ofLeaders = shared.filter((_, index) => leaders.includes(names[index] ?? ''))
  expect(of('trips')).toMatchObject({ shared: false, coldBytes: sum(own) })
  expect(of('shared')).toMatchObject({ shared: true, coldBytes: sum(ofLeaders) })
})

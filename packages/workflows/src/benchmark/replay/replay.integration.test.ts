import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { createNodeClient, type NodeClient, normalizedQuery } from '@frostline/clickhouse'
import { startClickhouseCluster } from '@frostline/embedded'
import {
  cancelBenchmark,
  getReplay,
  listReplayRuns,
  lookForReplay,
  type ReplayDraft,
  startConformance,
  startReplay,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReplayLab, type ReplayLab } from '../../testing/replay-lab.ts'
import { compareSettings } from '../../testing/sent-statements.ts'
import { until } from '../../testing/until.ts'
import { wrapClients } from '../../testing/wrap-clients.ts'

let lab: ReplayLab
/** The period of the user queries below. */
let logged: ReplayDraft['filter']

beforeAll(async () => {
  lab = await openReplayLab()
  logged = await lab.fillLog()
})
afterAll(() => lab?.close())

const selects = (change: Partial<ReplayDraft['filter']> = {}) => ({
  ...logged,
  table: 'lab.trips',
  limit: 100,
  ...change,
})

describe('a preview of the log', () => {
  it('shows which queries would run, with their texts, and why others would not', async () => {
    const { data } = await lookForReplay(lab.asRole('operator'), {
      ...{ cluster: 'lab', filter: { ...logged, limit: 2_000 } },
    })
    const reasons = Object.fromEntries(data.skipped.map(({ reason, queries }) => [reason, queries]))
    expect(reasons).toMatchObject({ settings: 1 })
    expect(data.sampled).toBe(data.runnable + data.skipped.reduce((sum, { queries }) => sum + queries, 0))
    const sum = data.forms.find(({ form }) => form.includes('cityHash64') && form.includes('%'))
    expect(sum).toMatchObject({ queries: 12, reason: null, users: ['admin'], tables: ['lab.trips'] })
    // Without the user's own format: rows are discarded.
    expect(sum?.example).not.toContain('FORMAT')
    expect(data.kinds.find(({ kind }) => kind === 'Insert')?.queries).toBeGreaterThan(0n)
    expect(data.kinds.find(({ kind }) => kind === 'Select')?.queries).toBeGreaterThanOrEqual(25n)
  })

  it('is filtered, and gives the same for the same seed', async () => {
    const look = async (change: Partial<ReplayDraft['filter']>) =>
      (await lookForReplay(lab.asRole('operator'), { cluster: 'lab', filter: selects(change) })).data
    expect((await look({ contains: 'CITYHASH64(text)' })).runnable).toBe(12)
    expect((await look({ minMs: 3_600_000 })).sampled).toBe(0)
    expect((await look({ users: ['nobody'] })).sampled).toBe(0)
    const [form] = (await look({ contains: 'cityHash64(text)' })).forms
    expect((await look({ formHash: form?.formHash ?? '' })).sampled).toBe(12)
    const [one, same, other] = await Promise.all([
      ...[look({ limit: 10 }), look({ limit: 10 }), look({ limit: 10, seed: 2 })],
    ])
    expect(one).toMatchObject({ sampled: 10, fingerprint: same?.fingerprint })
    expect(other?.fingerprint).not.toBe(one?.fingerprint)
  })

  it('accepts queries that read outside the cluster, or have settings, only from admins', async () => {
    const start = (role: 'viewer' | 'operator', rules: ReplayDraft['rules']) =>
      startReplay(lab.asRole(role), {
        ...{ cluster: 'lab', filter: selects(), targets: [{ cluster: 'lab' }], fingerprint: '' },
        ...(rules ? { rules } : {}),
      })
    await expect(start('viewer', undefined)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(start('operator', { allowOutside: true })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(start('operator', { keepSettings: true })).rejects.toMatchObject({ code: 'forbidden' })
    // These were not previewed.
    await expect(start('operator', undefined)).rejects.toMatchObject({ code: 'conflict' })
  })
})

it('does not send a stored query that reads a file, and reports it with its run', async () => {
  const id = await lab.begin({ filter: selects({ contains: 'cityHash64(text)', limit: 2 }) })
  await lab.db.replayQuery.update({
    where: { benchmarkId_ordinal: { benchmarkId: id, ordinal: 0 } },
    data: { text: "SELECT file('/etc/hostname')" },
  })
  await lab.drive(id)
  const { runs } = await listReplayRuns(lab.asRole('viewer'), { id, limit: 20 })
  expect(runs.find(({ query }) => query === 0)).toMatchObject({ failed: true })
  expect(runs.find(({ query }) => query === 1)).toMatchObject({ failed: false })
  const { targets } = await getReplay(lab.asRole('admin'), { id })
  expect(targets[0]?.errors).toMatchObject([
    { example: expect.stringContaining('It was not sent: file() is not allowed') },
  ])
  await lab.flush()
  const [sent] = await lab.ask<{ n: number }>(
    "SELECT toUInt32(count()) AS n FROM system.query_log WHERE query LIKE 'SELECT file(%'",
  )
  expect(sent?.n).toBe(0)
})

it('waits for a node that is down while it checks a query, without failing', async () => {
  const dead = createNodeClient({
    url: 'http://127.0.0.1:1',
    username: 'u',
    password: 'p',
    name: lab.node,
    requestTimeoutMs: 5_000,
  })
  const driveAway = (id: string, checks: number) => {
    let left = checks
    const query = (real: NodeClient): NodeClient['query'] => {
      return (asked, ...given) => {
        const isAway = asked.name === normalizedQuery.name && left-- > 0
        return (isAway ? dead : real).query(asked, ...given)
      }
    }
    return lab.drive(id, { clusters: wrapClients(lab.ctx.clusters, (real) => ({ query: query(real) })) })
  }
  try {
    const back = await lab.begin({ filter: selects({ contains: 'cityHash64(text)', limit: 2 }) })
    expect(await driveAway(back, 2)).toMatchObject({ status: 'completed', waitReason: null })
    const { targets } = await getReplay(lab.ctx, { id: back })
    expect(targets).toMatchObject([{ runs: 2, failed: 0 }])

    const gone = await lab.begin({ filter: selects({ contains: 'cityHash64(text)', limit: 2 }) })
    const driving = driveAway(gone, Number.POSITIVE_INFINITY)
    await until(async () => {
      const { waitReason } = await lab.db.run.findUniqueOrThrow({ where: { id: gone } })
      return waitReason?.includes('does not answer. Waiting for it') ?? false
    })
    await cancelBenchmark(lab.asRole('operator'), { id: gone })
    expect((await driving).status).toBe('cancelled')
    expect((await listReplayRuns(lab.ctx, { id: gone, limit: 20 })).runs).toEqual([])
  } finally {
    await dead.close()
  }
})

it("runs them with and without caches, each with the servers' counters", async () => {
  const since = new Date()
  const id = await lab.begin({
    filter: selects({ contains: 'cityHash64(text)' }),
    targets: [
      { cluster: 'lab', caches: 'use' },
      { cluster: 'lab', caches: 'bypass', settings: [{ name: 'max_block_size', value: '4096' }] },
    ],
    pace: { concurrency: 3, rounds: 2, order: 'shuffled' },
  })
  await expect(
    startConformance(lab.ctx, { cluster: 'lab', node: lab.node, database: 'lab', disk: 'default' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect((await lab.drive(id)).status).toBe('completed')
  const replay = await getReplay(lab.asRole('viewer'), { id })
  expect(replay.passes.map(({ target, round, status, ended }) => [target, round, status, ended])).toEqual([
    ...[
      ['a', 1, 'completed', 12],
      ['b', 1, 'completed', 12],
    ],
    ...[
      ['b', 2, 'completed', 12],
      ['a', 2, 'completed', 12],
    ],
  ])
  await lab.flush()
  const sentAs = replay.passes.map(({ statement }) => statement ?? '')
  const settings = await compareSettings(lab, lab.node, { shown: sentAs, purposes: ['replay'], since })
  expect([...new Set(settings.sent)]).toEqual([...new Set(settings.shown)])
  expect(sentAs[0]).toMatch(/^-- Sent with: .*\n<query of the log>/)
  const [a, b] = replay.targets
  expect(a).toMatchObject({ runs: 24, failed: 0, again: 0, errors: [], counted: 24, readRows: 24n * 80_000n })
  expect(b).toMatchObject({ runs: 24, failed: 0, counted: 24, cacheBytes: 0n })
  expect(b?.storeRequests).toBeGreaterThan(0n)
  expect(a?.cacheBytes).toBeGreaterThan(0n)
  const times = a?.quantilesMs
  expect(times && times.p50 > 0 && times.p50 <= times.p90 && times.p90 <= times.p999).toBe(true)
  expect(a?.perSecond).toBeGreaterThan(0)
  expect(replay.forms).toHaveLength(1)
  expect(replay.forms[0]).toMatchObject({ queries: 12 })

  const runs: Awaited<ReturnType<typeof listReplayRuns>>['runs'] = []
  for (let after: string | undefined; ; ) {
    const page = await listReplayRuns(lab.asRole('viewer'), { id, limit: 20, after })
    runs.push(...page.runs)
    if (page.next === null) break
    after = page.next
  }
  expect(runs).toHaveLength(48)
  const orderOf = (pass: number) => runs.filter((run) => run.pass === pass).map(({ query }) => query)
  expect(orderOf(0)).toEqual(orderOf(1))
  expect(orderOf(0)).not.toEqual(orderOf(2))
  const sent = await lab.ask<{ n: number; readonly: string; block: string }>(
    `SELECT toUInt32(count()) AS n, Settings['readonly'] AS readonly, Settings['max_block_size'] AS block FROM system.query_log
     WHERE startsWith(query_id, 'frostline-replay-${id}') AND type = 'QueryFinish' GROUP BY 2, 3 ORDER BY 3`,
  )
  expect(sent).toEqual([
    { n: 24, readonly: '1', block: '' },
    { n: 24, readonly: '1', block: '4096' },
  ])
  // What the preview shows is sent, each text as often as it was to be run.
  const texts = await lab.ask<{ query: string; n: number }>(
    `SELECT query, toUInt32(count()) AS n FROM system.query_log
     WHERE startsWith(query_id, 'frostline-replay-${id}') AND type = 'QueryFinish' GROUP BY 1`,
  )
  expect(texts.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, () => 4))
  const { data } = await lookForReplay(lab.asRole('operator'), {
    ...{ cluster: 'lab', filter: selects({ contains: 'cityHash64(text)' }) },
  })
  const shown = data.forms.filter(({ reason }) => reason === null)
  expect(shown).toHaveLength(1)
  for (const { example } of shown)
    expect(texts.map(({ query }) => query)).toContain(`${example}\nFORMAT Null`)
  const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ...[
      ['benchmark.start', 'requested'],
      ['benchmark.finish', 'succeeded'],
    ],
  ])
})

/** Another cluster, with a node of its own, registered beside that of the lab. */
async function openTwin() {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-twin-'))
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const clickhouse = await startClickhouseCluster({
    ...{ dataDir, shards: 1, clusterName: 'twin' },
    objectStore: { endpoint, bucket: lab.bucket, accessKeyId, secretAccessKey },
  })
  const [node] = clickhouse.nodes
  if (!node) throw new Error('The other cluster has no node.')
  const id = randomUUID()
  const { username, password } = clickhouse.users.frostline
  await lab.db.cluster.create({
    data: {
      ...{ id, slug: 'twin', name: 'twin', username },
      sealedPassword: lab.ctx.clusters.sealPassword(id, password),
      nodes: { create: [{ name: node.name, url: node.httpUrl, shard: node.shard, replica: node.replica }] },
    },
  })
  const admin = createClient({ url: node.httpUrl, ...clickhouse.users.admin })
  return {
    run: (query: string) => admin.command({ query }),
    async close() {
      await admin.close()
      await clickhouse.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

it('runs them on two clusters, each with its own rows, errors and counters', async () => {
  const twin = await openTwin()
  try {
    await twin.run('CREATE DATABASE lab')
    await twin.run('CREATE TABLE lab.trips (id UInt64, text String) ENGINE = MergeTree ORDER BY id')
    await twin.run('INSERT INTO lab.trips SELECT number, toString(number) FROM numbers(1000)')
    const replayBoth = async () => {
      const id = await lab.begin({
        filter: selects({ contains: 'cityHash64(text)' }),
        targets: [{ cluster: 'lab' }, { cluster: 'twin' }],
        pace: { concurrency: 2, rounds: 2 },
      })
      await lab.drive(id)
      return getReplay(lab.asRole('viewer'), { id })
    }
    const there = await replayBoth()
    expect(there.status).toBe('completed')
    expect(
      there.targets.map(({ runs, failed, counted, readRows }) => [runs, failed, counted, readRows]),
    ).toEqual([
      [24, 0, 24, 24n * 80_000n],
      [24, 0, 24, 24n * 1_000n],
    ])
    await twin.run('DROP TABLE lab.trips SYNC')
    const gone = await replayBoth()
    const [a, b] = gone.targets
    expect([a?.runs, a?.failed]).toEqual([24, 0])
    expect(b?.failed).toBe(b?.runs)
    expect(b?.errors).toMatchObject([{ code: 60 }])
  } finally {
    await twin.close()
  }
})

it.each([
  ['1', 'CREATE TABLE lab.made (a UInt8) ENGINE = Memory', 164],
  ['1', 'INSERT INTO lab.trips (id) SELECT 1', 164],
  ['1', "INSERT INTO FUNCTION file('x.tsv') SELECT 1", 164],
  ['1', 'SELECT 1 SETTINGS max_memory_usage = 1000', 164],
  ['2', 'INSERT INTO lab.trips (id) SELECT 1', 164],
  ['2', 'SELECT 1 SETTINGS readonly = 0', 164],
])('the server itself rejects, with readonly = %s: %s', async (readonly, sql, code) => {
  const { nodes } = await lab.ctx.clusters.get('lab')
  const outcome = await nodes[0]?.client.measure({
    ...{ sql, database: 'lab', queryId: `probe-${Math.random()}`, timeoutMs: 10_000 },
    settings: { readonly, max_memory_usage: '1000000000' },
    signal: new AbortController().signal,
  })
  expect(outcome).toMatchObject({ kind: 'refused', error: { code } })
})

it('counts failures, and ends when there are too many', async () => {
  await lab.run('CREATE TABLE lab.gone (id UInt64) ENGINE = MergeTree ORDER BY id')
  for (let n = 0; n < 24; n++) await lab.askAsPerson(`SELECT count() FROM lab.gone WHERE id = ${n}`)
  await lab.run('DROP TABLE lab.gone SYNC')
  await lab.flush()
  const run = async (maxFailedPercent: number) => {
    const id = await lab.begin({
      filter: { ...lab.filter(), table: 'lab.gone' },
      targets: [{ cluster: 'lab' }],
      pace: { concurrency: 2, maxFailedPercent, rounds: 2 },
    })
    const { status } = await lab.drive(id)
    return { status, replay: await getReplay(lab.asRole('operator'), { id }) }
  }
  const broken = await run(20)
  expect(broken.status).toBe('failed')
  expect(broken.replay.error).toBe('20 of 20 queries failed, which is more than 20 %.')
  expect(broken.replay.passes.map(({ status }) => status)).toEqual(['failed', 'cancelled'])
  const through = await run(100)
  expect(through.status).toBe('completed')
  const [target] = through.replay.targets
  expect(target).toMatchObject({ runs: 48, failed: 48, quantilesMs: null, errors: [{ code: 60, runs: 48 }] })
  expect(target?.errors[0]?.example).toContain('gone')
  const viewed = await getReplay(lab.asRole('viewer'), { id: through.replay.id })
  expect(viewed.targets[0]?.errors[0]?.example).toBe(null)
})

it("resolves unqualified tables in the target's database", async () => {
  await lab.run('CREATE DATABASE IF NOT EXISTS copies')
  await lab.run('CREATE TABLE copies.trips (id UInt64) ENGINE = MergeTree ORDER BY id')
  await lab.askAsPerson('SELECT count() FROM trips WHERE id % 77 = 1', 'lab')
  await lab.flush()
  const filter = { ...lab.filter(), contains: 'FROM trips WHERE id % 77' }
  const id = await lab.begin({
    filter,
    targets: [{ cluster: 'lab' }, { cluster: 'lab', database: 'copies' }],
  })
  expect((await lab.drive(id)).status).toBe('completed')
  const [there, copied] = (await getReplay(lab.ctx, { id })).targets
  expect(there).toMatchObject({ runs: 1, failed: 0, readRows: 80_000n })
  expect(copied).toMatchObject({ runs: 1, failed: 0, readRows: 0n })
  const moved = await lookForReplay(lab.ctx, { cluster: 'lab', filter: selects(), movesDatabase: true })
  expect(moved.data.runnable).toBe(0)
  expect(moved.data.skipped.map(({ reason }) => reason).toSorted()).toEqual(['database', 'settings'])
})

it('is cancelled while queries run, and they are killed', async () => {
  await lab.askAsPerson('SELECT sleepEachRow(1) FROM numbers(3)')
  await lab.flush()
  const filter = { ...lab.filter(), contains: 'sleepEachRow(1)' }
  const id = await lab.begin({ filter, targets: [{ cluster: 'lab' }], pace: { rounds: 20 } })
  const underWay = async () => {
    const rows = await lab.ask<{ n: number }>(
      `SELECT toUInt32(count()) AS n FROM system.processes WHERE startsWith(query_id, 'frostline-replay-${id}')`,
    )
    return rows[0]?.n ?? -1
  }
  const driving = lab.drive(id)
  await until(async () => (await underWay()) === 1)
  await cancelBenchmark(lab.asRole('operator'), { id })
  expect((await driving).status).toBe('cancelled')
  expect(await underWay()).toBe(0)
  const replay = await getReplay(lab.ctx, { id })
  expect(replay.targets.every(({ failed }) => failed === 0)).toBe(true)
})

it('has the same result whichever step its worker is killed at, and marks what it sent again', {
  timeout: 300_000,
}, async () => {
  const crashes = await lab.crashAlong(
    { from: 4, by: 5, when: ['before', 'after'] },
    () =>
      lab.begin({
        filter: selects({ contains: 'SELECT count()' }),
        targets: [{ cluster: 'lab' }, { cluster: 'lab', caches: 'bypass' }],
        pace: { concurrency: 3 },
      }),
    async (id, crashed) => {
      const replay = await getReplay(lab.ctx, { id })
      const runs = replay.targets.map((target) => [target.runs, target.failed, target.counted])
      const each = [12, 0, 12]
      expect([...crashed, replay.status, replay.error, runs]).toEqual([
        ...[...crashed, 'completed', null, [each, each]],
      ])
      const twice = await lab.ask<{ place: string }>(
        `SELECT extract(query_id, '-(\\\\d+-\\\\d+)-\\\\d+$') AS place FROM system.query_log
         WHERE startsWith(query_id, 'frostline-replay-${id}') AND type = 'QueryFinish' GROUP BY 1 HAVING count() > 1`,
      )
      const again = replay.targets.reduce((sum, target) => sum + target.again, 0)
      expect(again).toBeGreaterThanOrEqual(twice.length)
    },
  )
  expect(crashes).toBeGreaterThan(4)
})

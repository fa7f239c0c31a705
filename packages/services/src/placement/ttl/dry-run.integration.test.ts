import { setTimeout } from 'node:timers/promises'
import { type PackedPartitionMap, unpackPartitionMap } from '@frostline/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { applyTableTtl } from './apply.ts'
import { getTableTtl } from './get.ts'
import { previewTableTtl } from './preview.ts'
import { accepting } from './testing/accepting.ts'

let it: TestConsole
beforeAll(async () => {
  it = await startConsole({ shards: 2, embeddedOnly: true })
  await it.askAll('CREATE DATABASE shop')
})
afterAll(() => it.stop())

interface Case {
  name: string
  /** The clauses after the list of columns. */
  engine: string
  before?: string
  ttl: string
  mode: 'gentle' | 'heavy'
}

const byMonth = 'PARTITION BY toYYYYMM(at) ORDER BY id'
const cases: Case[] = [
  { name: 'heavy_age', engine: byMonth, ttl: "at + INTERVAL 60 DAY TO VOLUME 'cold'", mode: 'heavy' },
  { name: 'gentle_age', engine: byMonth, ttl: "at + INTERVAL 60 DAY TO VOLUME 'cold'", mode: 'gentle' },
  {
    name: 'no_partition',
    engine: 'ORDER BY id',
    ttl: "at + INTERVAL 1 MONTH TO VOLUME 'cold'",
    mode: 'heavy',
  },
  {
    name: 'other_column',
    engine: 'PARTITION BY id % 3 ORDER BY id',
    ttl: "toDateTime(day) + INTERVAL 10 WEEK TO DISK 'cold_cache'",
    mode: 'heavy',
  },
  {
    name: 'volume_only',
    engine: byMonth,
    before: "at + INTERVAL 45 DAY TO VOLUME 'cold'",
    ttl: "at + INTERVAL 45 DAY TO VOLUME 'hot'",
    mode: 'gentle',
  },
  {
    name: 'lengthened',
    engine: byMonth,
    before: "at + INTERVAL 30 DAY TO VOLUME 'cold'",
    ttl: "at + INTERVAL 90 DAY TO VOLUME 'cold'",
    mode: 'heavy',
  },
  {
    name: 'shortened_gently',
    engine: byMonth,
    before: "at + INTERVAL 90 DAY TO VOLUME 'cold'",
    ttl: "at + INTERVAL 30 DAY TO VOLUME 'cold'",
    mode: 'gentle',
  },
  {
    name: 'move_and_delete',
    engine: byMonth,
    ttl: "at + INTERVAL 20 DAY TO VOLUME 'cold', at + INTERVAL 100 DAY DELETE",
    mode: 'heavy',
  },
  {
    name: 'delete_where',
    engine: 'PARTITION BY kind ORDER BY id',
    ttl: "at + INTERVAL 40 DAY DELETE WHERE kind = 'b' AND id % 2 = 0, at + INTERVAL 80 DAY TO VOLUME 'cold'",
    mode: 'heavy',
  },
  {
    name: 'back_and_forth',
    engine: byMonth,
    ttl: "at + INTERVAL 15 DAY TO VOLUME 'cold', at + INTERVAL 70 DAY TO VOLUME 'hot'",
    mode: 'heavy',
  },
  {
    name: 'of_two_columns',
    engine: 'ORDER BY id',
    ttl: "if(kind = 'a', at, toDateTime(day) + INTERVAL 400 DAY) + INTERVAL 3 WEEK TO VOLUME IF EXISTS 'cold'",
    mode: 'heavy',
  },
  {
    name: 'no_such_volume',
    engine: byMonth,
    ttl: "at + INTERVAL 15 DAY TO VOLUME IF EXISTS 'attic'",
    mode: 'heavy',
  },
]

/** Six inserts of different ages on each node: every row is hours away from its due time. */
async function fill(name: string, shard: number): Promise<void> {
  const node = it.stack.clickhouse.nodes[shard]?.name ?? ''
  for (let batch = 0; batch < 6; batch += 1)
    await it.ask(
      node,
      `INSERT INTO shop.${name}
       SELECT number, now() - INTERVAL 6 HOUR - toIntervalDay(${batch * 25 + shard * 3} + number % 9) AS at,
           toDate(at) - 20, ['a', 'b'][number % 3 % 2 + 1]
       FROM numbers(2000)`,
    )
}

interface Found {
  node: string
  table: string
  /** Partition and blocks, which a mutation does not change. */
  key: string
  name: string
  disk: string
  rows: string
}

async function listParts(): Promise<Found[]> {
  const found = await it.askAll<Omit<Found, 'node'>>(
    `SELECT table, concat(partition_id, ':', toString(min_block_number), '-', toString(max_block_number)) AS key,
        name, disk_name AS disk, toString(rows) AS rows
     FROM system.parts WHERE active AND database = 'shop' ORDER BY table, name`,
  )
  return found.flatMap((parts, index) =>
    parts.map((part) => ({ ...part, node: it.stack.clickhouse.nodes[index]?.name ?? '' })),
  )
}

/** Waits until no mutation is left and nothing has moved for six seconds: the server checks every second or two. */
async function settle(): Promise<Found[]> {
  let last = ''
  let since = performance.now()
  for (;;) {
    const parts = await listParts()
    const open = await it.askAll<{ n: string }>(
      `SELECT toString(count()) AS n FROM system.mutations WHERE NOT is_done AND database = 'shop'`,
    )
    const state = JSON.stringify([parts, open])
    if (state !== last || open.some(([row]) => row?.n !== '0')) since = performance.now()
    last = state
    if (performance.now() - since > 6_000) return parts
    await setTimeout(500)
  }
}

test(`the dry run of ${cases.length} tables equals what was then moved and removed, part by part`, {
  timeout: 240_000,
}, async () => {
  expect(cases.length).toBeGreaterThanOrEqual(10)
  const at = (name: string) => ({ cluster: it.cluster, database: 'shop', table: name })
  for (const { name, engine, before } of cases) {
    await it.askAll(
      `CREATE TABLE shop.${name} (id UInt32, at DateTime, day Date, kind String) ENGINE = MergeTree ${engine}
       ${before ? `TTL ${before}` : ''}
       SETTINGS storage_policy = 'tiered', max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`,
    )
    await Promise.all([fill(name, 0), fill(name, 1)])
  }
  const were = await settle()

  const previews = new Map<string, Awaited<ReturnType<typeof previewTableTtl>>['data']>()
  for (const { name, ttl, mode } of cases) {
    const { data } = await previewTableTtl(it.ctx, { ...at(name), ttl })
    expect(data.accepted, JSON.stringify(data.checks)).toBe(true)
    expect(data.affectedParts).toBe(data.parts.length)
    expectMapsAgree(data)
    previews.set(name, data)
    const applied = await applyTableTtl(it.ctx, {
      ...at(name),
      ttl,
      mode,
      ...accepting(data, mode),
      basedOn: beforeOf(name),
    })
    expect(applied.outcome, JSON.stringify(applied.nodes)).toBe('applied')
  }

  const are = new Map((await settle()).map((part) => [`${part.table} ${part.node} ${part.key}`, part]))
  const seen = new Set<string>()
  const moved = new Map<string, number>()
  for (const was of were) {
    const mode = cases.find(({ name }) => name === was.table)?.mode ?? 'gentle'
    const said = previews
      .get(was.table)
      ?.parts.find(({ node, name }) => node === was.node && name === was.name)
    const is = are.get(`${was.table} ${was.node} ${was.key}`)
    const label = `${was.table}: ${was.node} ${was.name} was on ${was.disk}, was said to ${said?.[mode]}, is on ${is?.disk}`
    const gone = mode === 'heavy' ? (said?.lostRows ?? 0n) : 0n
    const loss = gone === 0n ? '' : gone === BigInt(was.rows) ? ' and vanishes' : ' and loses rows'
    seen.add(`${mode} ${said?.[mode] ?? 'stays'}${loss}`)
    expect(BigInt(is?.rows ?? '0'), label).toBe(BigInt(was.rows) - gone)
    if (!is || is.rows === '0') continue
    if (is.disk !== was.disk) moved.set(was.table, (moved.get(was.table) ?? 0) + 1)
    if (said?.[mode] !== 'moves') expect(is.disk, label).toBe(was.disk)
    else expect(is.disk, label).toBe(said.to === 'volume hot' ? 'default' : 'cold_cache')
  }
  for (const { name, mode } of cases) {
    const nodes = previews.get(name)?.nodes ?? []
    const foretold = nodes.reduce((sum, node) => sum + node[mode].movesNow.parts, 0)
    expect(foretold, name).toBe(moved.get(name) ?? 0)
  }
  expect([...seen].sort()).toEqual([
    'gentle moves',
    'gentle stays',
    'gentle waits',
    'heavy blocked',
    'heavy moves',
    'heavy moves and loses rows',
    'heavy stays',
    'heavy stays and loses rows',
    'heavy stays and vanishes',
  ])
})

/** In the server's spelling. */
function beforeOf(name: string): string[] {
  const before = cases.find((each) => each.name === name)?.before ?? ''
  return [before.replace(/INTERVAL (\d+) DAY/g, 'toIntervalDay($1)')]
}

test('a gentle TTL names the partitions that are due as a whole, and the parts without TTL information', async () => {
  const at = { cluster: it.cluster, database: 'shop', table: 'gentle_age' }
  const { data } = await getTableTtl(it.ctx, { ...at, fresh: true })
  expect(data.forms).toMatchObject([
    { ttl: "at + toIntervalDay(60) TO VOLUME 'cold'", nodes: expect.any(Array) },
  ])
  expect(data.nodes.map(({ parts, partsWithoutInformation }) => partsWithoutInformation === parts)).toEqual([
    true,
    true,
  ])
  const preview = await previewTableTtl(it.ctx, { ...at, ttl: data.forms[0]?.ttl ?? '' })
  expect(preview.data.checks.map(({ id }) => id)).toContain('no-ttl-information')
  const [due] = preview.data.due
  const [late] = await it.ask<{ ids: string[] }>(
    it.stack.clickhouse.nodes[0]?.name ?? '',
    `SELECT groupArray(id) AS ids FROM (SELECT _partition_id AS id FROM shop.gentle_age GROUP BY id
     HAVING max(at) + INTERVAL 60 DAY <= now() ORDER BY id)`,
  )
  expect(due?.volume).toBe('cold')
  expect(late?.ids).toEqual(expect.arrayContaining(due?.partitionIds ?? ['none']))
})

test('reports an age past 2106 by type, as the server handles it', async () => {
  const types = { at: 'DateTime', day: 'Date', wide: 'Date32', fine: 'DateTime64(3)' }
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  for (const column of Object.keys(types)) {
    const table = `late_${column}`
    await it.askAll(
      `CREATE TABLE shop.${table} (id UInt8, ${columns.join(', ')}) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'tiered'`,
    )
    const ttl = `${column} + INTERVAL 90 YEAR TO VOLUME 'cold'`
    const { data } = await previewTableTtl(it.ctx, { cluster: it.cluster, database: 'shop', table, ttl })
    const told = data.checks.find(({ id }) => id === 'time-overflow')
    expect([column, told?.text.includes('due at once'), told?.outcome]).toEqual([
      column,
      column === 'at',
      'warning',
    ])
    await it.askAll(`ALTER TABLE shop.${table} MODIFY TTL ${ttl}`)
    await it.askAll(
      `INSERT INTO shop.${table} SELECT 1, '2023-06-01 00:00:00', '2023-06-01', '2023-06-01', '2023-06-01 00:00:00'`,
    )
  }
  // The server moves what is due within a second or two; what stays for six is not due.
  await setTimeout(6000)
  const places = await it.ask<{ name: string; disk: string }>(
    it.stack.clickhouse.nodes[0]?.name ?? '',
    "SELECT table AS name, disk_name AS disk FROM system.parts WHERE active AND database = 'shop' AND table LIKE 'late%' ORDER BY name",
  )
  expect(places).toEqual([
    { name: 'late_at', disk: 'cold_cache' },
    { name: 'late_day', disk: 'default' },
    { name: 'late_fine', disk: 'default' },
    { name: 'late_wide', disk: 'default' },
  ])
})

/** The maps hold all bytes of the table, and differ by exactly what moves to and from object storage. */
function expectMapsAgree(data: Awaited<ReturnType<typeof previewTableTtl>>['data']): void {
  const bytesOf = (packed: PackedPartitionMap) => {
    const shares = unpackPartitionMap(packed).flatMap(({ nodes }) => nodes)
    const sum = (field: 'hotBytes' | 'coldBytes') => shares.reduce((all, share) => all + share[field], 0n)
    return { hot: sum('hotBytes'), cold: sum('coldBytes') }
  }
  const { hot, cold } = bytesOf(data.maps.now)
  const all = data.nodes.reduce((sum, { parts }) => sum + parts.bytes, 0n)
  expect(hot + cold).toBe(all)
  const gentle = bytesOf(data.maps.gentle)
  expect(gentle.hot + gentle.cold).toBe(all)
  const heavy = bytesOf(data.maps.heavy)
  const vanished = data.nodes.reduce((sum, node) => sum + node.heavy.vanishes.bytes, 0n)
  expect(heavy.hot + heavy.cold).toBe(all - vanished)
}

import { setTimeout } from 'node:timers/promises'
import { ttlDueTimes } from '@frostline/clickhouse'
import {
  type ForecastPart,
  forecastTable,
  readTtlAge,
  shiftByAge,
  type TableForecastRule,
  tiersAt,
  unitOfPartitionKey,
} from '@frostline/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecastDisks } from '../../platform/history/forecast-disks.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { forecastTableTtl } from './forecast.ts'
import { readRules } from './read-rules.ts'

let it: TestConsole
let node: string
beforeAll(async () => {
  it = await startConsole({ shards: 1, embeddedOnly: true })
  node = it.stack.clickhouse.nodes[0]?.name ?? ''
  await it.ask(node, 'CREATE DATABASE shop')
})
afterAll(() => it.stop())

const dayMs = 86_400_000
const at = (table: string) => ({ cluster: it.cluster, database: 'shop', table })

interface Case {
  name: string
  partitionKey: string
  ttl: string
}

const cases: Case[] = [
  { name: 'months', partitionKey: 'toYYYYMM(at)', ttl: "at + toIntervalDay(60) TO VOLUME 'cold'" },
  {
    name: 'months_and_delete',
    partitionKey: 'toYYYYMM(at)',
    ttl: "at + toIntervalMonth(4) TO VOLUME 'cold', at + toIntervalDay(400)",
  },
  {
    name: 'weeks',
    partitionKey: 'toMonday(at)',
    ttl: "at + toIntervalQuarter(1) TO VOLUME 'cold', at + toIntervalYear(1)",
  },
  {
    name: 'back_again',
    partitionKey: 'toYYYYMM(at)',
    ttl: "at + toIntervalDay(45) TO VOLUME 'cold', at + toIntervalDay(200) TO VOLUME 'hot'",
  },
]

/** Eighteen months of steady growth: one part per partition, as after merges. */
async function fill({ name, partitionKey }: Case): Promise<void> {
  await it.ask(
    node,
    `CREATE TABLE shop.${name} (at DateTime, id UInt64, text String) ENGINE = MergeTree PARTITION BY ${partitionKey} ORDER BY id
     SETTINGS storage_policy = 'tiered'
     AS SELECT now() - toIntervalSecond(number * 120) AS at, number AS id, randomPrintableASCII(60) AS text
     FROM numbers(${(548 * 86_400) / 120})
     SETTINGS max_partitions_per_insert_block = 0, max_block_size = 1000000, min_insert_block_size_rows = 1000000`,
  )
}

/** The parts as of `thenMs`: without later rows, and all where they were written. */
async function readPartsThen({ name, ttl }: Case, thenMs: number): Promise<ForecastPart[]> {
  const rules = readRules(ttl)
  const cluster = await it.ctx.clusters.get(it.cluster)
  const [client] = cluster.nodes.map((each) => each.client)
  const due = await client?.query(ttlDueTimes, {
    database: 'shop',
    table: name,
    expressions: rules.map(({ expression }) => expression),
    deletes: [],
    at: new Date(),
  })
  const sizes = await it.ask<{ name: string; bytes: string; first: number; last: number }>(
    node,
    `SELECT name, toString(bytes_on_disk) AS bytes, toUnixTimestamp(min_time) AS first, toUnixTimestamp(max_time) AS last
     FROM system.parts WHERE active AND database = 'shop' AND table = '${name}'`,
  )
  return sizes.flatMap(({ name: part, bytes, first, last }) => {
    const own = due?.rows.find((row) => row.part === part)
    const share = Math.min(1, Math.max(0, (thenMs / 1000 - first) / Math.max(1, last - first)))
    if (!own || share === 0) return []
    return [
      {
        bytes: Number(bytes) * share,
        tier: 'hot' as const,
        writtenMs: thenMs,
        times: null,
        due: rules.map(({ expression }, index) => {
          const age = readTtlAge(expression)
          const latest = age ? shiftByAge(thenMs, age) : 0
          return {
            firstMs: Number(own.first_ms[index] ?? 0n),
            lastMs: Math.min(Number(own.last_ms[index] ?? 0n), latest),
          }
        }),
      },
    ]
  })
}

async function settle(): Promise<Map<string, { hot: number; cold: number }>> {
  let last = ''
  let since = performance.now()
  for (;;) {
    const rows = await it.ask<{ table: string; disk: string; bytes: string }>(
      node,
      `SELECT table, disk_name AS disk, toString(sum(bytes_on_disk)) AS bytes FROM system.parts
       WHERE active AND rows > 0 AND database = 'shop' GROUP BY ALL ORDER BY ALL`,
    )
    const [open] = await it.ask<{ n: string }>(
      node,
      'SELECT toString(count()) AS n FROM system.mutations WHERE NOT is_done',
    )
    const state = JSON.stringify(rows)
    if (state !== last || open?.n !== '0') since = performance.now()
    last = state
    if (performance.now() - since > 5_000)
      return rows.reduce((tables, { table, disk, bytes }) => {
        const sum = tables.get(table) ?? { hot: 0, cold: 0 }
        sum[disk === 'cold_cache' ? 'cold' : 'hot'] += Number(bytes)
        return tables.set(table, sum)
      }, new Map<string, { hot: number; cold: number }>())
    await setTimeout(500)
  }
}

test('with its clock set back by months, the model predicts what the server then did', {
  timeout: 180_000,
}, async () => {
  const nowMs = Date.now()
  const foretold: { label: string; table: string; hot: number; cold: number }[] = []
  for (const one of cases) {
    await fill(one)
    const rules: TableForecastRule[] = readRules(one.ttl).map(({ expression, action }) =>
      action.kind === 'move'
        ? { kind: 'move', age: readTtlAge(expression), tier: action.name === 'cold' ? 'cold' : 'hot' }
        : { kind: 'delete', age: readTtlAge(expression) },
    )
    for (const months of [3, 6, 9]) {
      const thenMs = nowMs - months * 30 * dayMs
      const parts = await readPartsThen(one, thenMs)
      const { batches } = forecastTable(parts, rules, {
        nowMs: thenMs,
        days: months * 30,
        unit: unitOfPartitionKey(one.partitionKey, false),
        tier: 'hot',
      })
      const { hotBytes, coldBytes } = tiersAt(batches, nowMs)
      foretold.push({
        label: `${one.name}, ${months} months back`,
        table: one.name,
        hot: hotBytes,
        cold: coldBytes,
      })
    }
  }
  for (const { name, ttl } of cases) await it.ask(node, `ALTER TABLE shop.${name} MODIFY TTL ${ttl}`)
  const really = await settle()
  for (const { label, table, hot, cold } of foretold) {
    const is = really.get(table) ?? { hot: 0, cold: 0 }
    expect(is.cold, label).toBeGreaterThan(0)
    expect(Math.abs(hot - is.hot) / is.hot, `${label}: hot ${hot} against ${is.hot}`).toBeLessThan(0.05)
    expect(Math.abs(cold - is.cold) / is.cold, `${label}: cold ${cold} against ${is.cold}`).toBeLessThan(0.05)
  }
})

test('the forecast of a table starts with its current data, stays level under a DELETE, and shows when disks are full', async () => {
  const { data } = await forecastTableTtl(it.ctx, { ...at('months_and_delete'), fresh: true })
  const [stored] = await it.ask<{ bytes: string }>(
    node,
    "SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND table = 'months_and_delete'",
  )
  const [first, last] = [data.points[0], data.points.at(-1)]
  expect(data.points).toHaveLength(366)
  // Parts that a DELETE has emptied disappear within seconds: some hundred bytes each.
  expect(((first?.hotBytes ?? 0) + (first?.coldBytes ?? 0)) / Number(stored?.bytes)).toBeCloseTo(1, 2)
  const end = (last?.hotBytes ?? 0) + (last?.coldBytes ?? 0)
  expect(end / Number(stored?.bytes)).toBeGreaterThan(0.9)
  expect(end / Number(stored?.bytes)).toBeLessThan(1.1)
  expect(data.basis).toBe('rows')
  expect(data.nodes).toMatchObject([{ node, fullAt: null }])

  const without = await forecastTableTtl(it.ctx, { ...at('months_and_delete'), ttl: '' })
  const grown = without.data.points.at(-1)
  expect((grown?.hotBytes ?? 0) + (grown?.coldBytes ?? 0)).toBeGreaterThan(Number(stored?.bytes))
})

test('growth does not depend on the age that is tried', async () => {
  // The times of the first table's newest rows come from the partition key, those of the other only from the column.
  const ctx = { ...it.ctx, now: () => new Date('2026-06-29T00:00:00Z') }
  for (const [table, key] of [
    ['grown_by_month', 'toYYYYMM(at)'],
    ['grown_by_id', 'id % 2'],
  ] as const) {
    await it.ask(
      node,
      `CREATE TABLE shop.${table} (at DateTime, id UInt64) ENGINE = MergeTree PARTITION BY ${key} ORDER BY id
       SETTINGS storage_policy = 'tiered'
       AS SELECT toDateTime('2026-06-28 22:00:00') - toIntervalHour(number % 5000) AS at, number AS id FROM numbers(50000)`,
    )
    const ages = ['0 DAY', '1 MONTH', '2 MONTH', '5 MONTH', '1 QUARTER', '1 YEAR', '45 DAY']
    const told = await Promise.all(
      ages.flatMap((age) => [
        forecastTableTtl(ctx, { ...at(table), ttl: `at + INTERVAL ${age} TO VOLUME 'cold'` }),
        forecastTableTtl(ctx, {
          ...at(table),
          ttl: `at + INTERVAL 20 YEAR, at + INTERVAL ${age} TO VOLUME 'cold'`,
        }),
      ]),
    )
    const perDay = told.map(({ data }) => data.bytesPerDay)
    expect(new Set(perDay), key).toEqual(new Set(perDay.slice(0, 1)))
    expect(perDay[0]).toBeGreaterThan(0)
  }
})

test('for all tables together a disk is full when the alert says so', async () => {
  await it.ask(
    node,
    `CREATE TABLE shop.beside (at DateTime, id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'tiered'
     AS SELECT now() AS at, number AS id FROM numbers(10)`,
  )
  const { id: clusterId } = await it.ctx.clusters.get(it.cluster)
  const before = await forecastTableTtl(it.ctx, { ...at('beside'), fresh: true })
  expect(before.data.nodes[0]?.disks.map(({ disk }) => disk)).toContain('default')
  expect(
    before.data.nodes[0]?.disks.every(({ bytesPerDay, fullAt }) => bytesPerDay === null && fullAt === null),
  ).toBe(true)
  const [totalBytes, day] = [1_000_000_000_000n, 10_000_000_000n]
  await it.ctx.db.diskSample.createMany({
    data: Array.from({ length: 49 }, (_, index) => ({
      clusterId,
      grain: 'hour' as const,
      nodeName: node,
      disk: 'default',
      at: new Date(Date.now() - (48 - index) * 1_800_000),
      usedBytes: totalBytes / 2n - (day * BigInt(48 - index)) / 48n,
      totalBytes,
    })),
  })
  const { data } = await forecastTableTtl(it.ctx, { ...at('beside'), fresh: true })
  const disk = data.nodes[0]?.disks.find((each) => each.disk === 'default')
  const told = (await forecastDisks(it.ctx.db, clusterId, it.ctx.now())).get(`${node}/default`)
  expect(disk?.bytesPerDay).toBe(told?.bytesPerDay)
  expect(told?.daysUntilFull).toBeCloseTo(50, 3)
  expect((disk?.fullAt?.getTime() ?? 0) - Date.now()).toBeCloseTo(50 * dayMs, -6)
  expect(disk?.measuredHours).toBeCloseTo(24, 3)
  expect(data.nodes[0]?.fullAt, 'this table alone does not fill it').toBe(null)
})

test('a viewer sees the forecast of the stored TTL, and may not try another', async () => {
  const viewer = { ...it.ctx, actor: { ...it.ctx.actor, role: 'viewer' as const } }
  expect((await forecastTableTtl(viewer, at('months'))).data.points).toHaveLength(366)
  await expect(forecastTableTtl(viewer, { ...at('months'), ttl: '' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

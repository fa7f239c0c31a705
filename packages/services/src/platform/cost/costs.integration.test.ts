import { defaultPriceBook, infrequentAccess, storageCostPerMonth } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import {
  getCosts,
  getPriceBook,
  getRequestCosts,
  getTableCost,
  getTtlSaving,
  listCostRows,
  renderCostCsv,
  setPriceBook,
} from './index.ts'

let at: TestConsole
const shop = (table: string) => ({ cluster: at.cluster, database: 'shop', table })

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  await at.askAll('CREATE DATABASE shop')
  for (const table of ['sales', '`sales-2`'])
    await at.askAll(`CREATE TABLE shop.${table} (d Date, n UInt64, t String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(d) ORDER BY n TTL d + INTERVAL 9 YEAR TO VOLUME 'cold'
      SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
  await at.askAll(`CREATE TABLE shop.plain (d Date, at DateTime, n UInt64) ENGINE = MergeTree
    PARTITION BY toYYYYMM(at) ORDER BY n SETTINGS storage_policy = 'tiered'`)
  await at.askAll(
    "INSERT INTO shop.plain SELECT '2026-01-01', '2025-01-05 00:00:00', number FROM numbers(1000)",
  )
  await at.askAll('CREATE TABLE shop.local (d Date) ENGINE = MergeTree ORDER BY d')
  for (const month of ['2025-01-05', '2025-02-05'])
    await at.askAll(
      `INSERT INTO shop.sales SELECT '${month}', number, randomPrintableASCII(40) FROM numbers(50000)`,
    )
  await at.askAll("INSERT INTO shop.`sales-2` SELECT '2025-01-05', number, 'x' FROM numbers(10)")
  await at.askAll("ALTER TABLE shop.sales MOVE PARTITION ID '202501' TO VOLUME 'cold'")
  await at.askAll("ALTER TABLE shop.`sales-2` MOVE PARTITION ID '202501' TO VOLUME 'cold'")
  await at.askAll('SELECT sum(cityHash64(*)) FROM shop.sales')
  await at.askAll('SELECT sum(cityHash64(*)) FROM shop.`sales-2`')
  await at.askAll('SYSTEM FLUSH LOGS')
})
afterAll(() => at?.stop())

/** Simulates that more than an hour has passed in the logs: long enough to extrapolate to a month. */
async function hoursLater<T>(hours: number, read: () => Promise<T>): Promise<T> {
  const now = at.ctx.now
  at.ctx.now = () => new Date(Date.now() + hours * 3_600_000)
  try {
    return await read()
  } finally {
    at.ctx.now = now
  }
}

describe('storage', () => {
  it("costs the bytes of system.parts at the book's prices", async () => {
    const { data } = await getCosts(at.ctx, { cluster: at.cluster, fresh: true })
    const rows = (
      await at.askAll<{ hot: string; cold: string }>(
        `SELECT toString(sumIf(bytes_on_disk, disk_name = 'default')) AS hot,
           toString(sumIf(bytes_on_disk, disk_name != 'default')) AS cold
         FROM system.parts WHERE active AND database = 'shop' AND table = 'sales'`,
      )
    ).flat()
    const sum = (key: 'hot' | 'cold') => rows.reduce((all, row) => all + BigInt(row[key]), 0n)
    const sales = data.tables.find(({ database, table }) => database === 'shop' && table === 'sales')
    expect(sales).toMatchObject({ hotBytes: sum('hot'), coldBytes: sum('cold'), unknownBytes: 0n })
    expect(sales?.coldPerMonth).toBeCloseTo((Number(sum('cold')) / 1024 ** 3) * 0.023, 9)
    expect(sales?.hotPerMonth).toBeCloseTo((Number(sum('hot')) / 1024 ** 3) * 0.08, 9)
    expect(data.perMonth).toBeCloseTo(
      data.tables.reduce((all, { perMonth }) => all + (perMonth ?? Number.NaN), 0),
      9,
    )
    expect(data.coverage.complete).toBe(true)
    expect(sales?.shared).toBe(false)
  })

  it('has as many objects as the store', async () => {
    const { data } = await getCosts(at.ctx, { cluster: at.cluster })
    const objects = await at.askAll<{ n: string }>(
      "SELECT toString(uniqExact(remote_path)) AS n FROM system.remote_data_paths WHERE disk_name = 'cold'",
    )
    expect(data.tiers.find(({ tier }) => tier === 'cold')?.objects).toBe(
      objects.reduce((sum, [row]) => sum + BigInt(row?.n ?? 0), 0n),
    )
  })

  it('exports a CSV file that states its time', async () => {
    const costs = await getCosts(at.ctx, { cluster: at.cluster, search: 'shop.' })
    const [sales] = listCostRows(costs).filter(({ table }) => table === 'sales')
    expect(renderCostCsv()).toBe(
      'database,table,hotBytes,coldBytes,unknownBytes,hotPerMonth,coldPerMonth,perMonth,currency,observedAt,missingNodes\r\n',
    )
    expect(renderCostCsv(sales)).toMatch(
      /^"shop","sales",\d+,\d+,0,[\d.e-]+,[\d.e-]+,[\d.e-]+,"\$","20.*Z",""\r\n$/,
    )
  })
})

describe('requests', () => {
  it('are those in the logs, by table of any name; minutes are not extrapolated to a month', async () => {
    const { data } = await getRequestCosts(at.ctx, { cluster: at.cluster, hours: 24 })
    const logged = await at.askAll<{ n: string }>(
      "SELECT toString(count()) AS n FROM system.blob_storage_log WHERE event_type = 'Upload'",
    )
    const writes = logged.reduce((sum, [row]) => sum + BigInt(row?.n ?? -1), 0n)
    expect(writes).toBeGreaterThan(0n)
    expect(data.tables.reduce((sum, table) => sum + (table.writes ?? 0n), data.ofNoTable.writes ?? 0n)).toBe(
      writes,
    )
    // Two independent ways of counting.
    expect(data.nodes.reduce((sum, { sinceStart }) => sum + sinceStart.writes, 0n)).toBe(writes)
    const named = data.tables.filter(({ database }) => database === 'shop')
    expect(named.map(({ table }) => table).toSorted()).toEqual(['sales', 'sales-2'])
    for (const table of named) {
      expect(table.writes).toBeGreaterThan(0n)
      expect(table.reads).toBeGreaterThan(0n)
      expect(table.perMonth).toBeNull()
    }
    expect(data.nodesWithoutWrites).toEqual([])
    expect(data.nodesWithoutReads).toEqual([])
    for (const { sinceStart } of data.nodes) expect(sinceStart.reads).toBeGreaterThan(0n)
  })

  it('are extrapolated to a month by the period of the logs', async () => {
    const { data } = await hoursLater(2, () => getRequestCosts(at.ctx, { cluster: at.cluster, hours: 24 }))
    const sales = data.tables.find(({ table }) => table === 'sales')
    const once = (Number(sales?.writes) * 0.005 + Number(sales?.reads) * 0.0004) / 1_000
    expect(sales?.perMonth).toBeGreaterThan(once * 300)
    expect(sales?.perMonth).toBeLessThan(once * 366)
    expect(data.perMonth).toBeGreaterThan(sales?.perMonth ?? Number.POSITIVE_INFINITY)
  })
})

describe('a table', () => {
  it('has the break-even age of its hot data; reads are counted by partition', async () => {
    const { data } = await hoursLater(24, () => getTableCost(at.ctx, { ...shop('sales'), countReads: true }))
    expect(data.coldDisk).not.toBeNull()
    expect(data.partitions.map(({ partitionId }) => partitionId).toSorted()).toEqual(['202501', '202502'])
    for (const { readsPerDay } of data.partitions) expect(readsPerDay).toBeCloseTo(1, 1)
    const [cold, hot] = ['202501', '202502'].map((id) =>
      data.partitions.find(({ partitionId }) => partitionId === id),
    )
    expect(cold).toMatchObject({ move: null, breakEven: null })
    expect(hot?.move?.once).toBeGreaterThan(0)
    expect(hot?.newestAt?.toISOString().slice(0, 10)).toBe('2025-02-05')
    const unread = await getTableCost(at.ctx, { ...shop('sales'), readsPerDay: 0 })
    const judged = unread.data.partitions.find(({ partitionId }) => partitionId === '202502')
    const { savedPerMonth = 0, months } = judged?.breakEven ?? {}
    expect(savedPerMonth).toBeGreaterThan(0)
    expect((months ?? 0) * savedPerMonth).toBeCloseTo(judged?.move?.once ?? -1, 9)
  })

  it('is not judged by reads from logs of too short a period', async () => {
    const { data } = await getTableCost(at.ctx, { ...shop('sales'), countReads: true })
    expect(data.readsSince).not.toBeNull()
    expect(data.partitions.map(({ readsPerDay }) => readsPerDay)).toEqual([null, null])
    expect(data.partitions.map(({ breakEven }) => breakEven)).toEqual([null, null])
  })

  it('resolves to the table that stores the rows; one without its own data is not free', async () => {
    await at.askAll(
      `CREATE TABLE shop.all_sales AS shop.sales ENGINE = Distributed('${at.stack.clickhouse.clusterName}', shop, sales)`,
    )
    await expect(getTableCost(at.ctx, shop('all_sales'))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Distributed, which has no parts'),
      hint: expect.stringContaining('shop.sales'),
    })
  })

  it('would cost less with a lower age of its move rule, by the forecast of its TTL', async () => {
    const { data } = await getTtlSaving(at.ctx, { ...shop('sales'), days: 30 })
    expect(data.volume).toBe('cold')
    expect(data.storedAge).toBe('9 year')
    expect(data.ttl).toContain('toIntervalDay(30)')
    const [today] = data.points
    const hot = (
      await at.askAll<{ n: string }>(
        `SELECT toString(sum(bytes_on_disk)) AS n FROM system.parts
         WHERE active AND database = 'shop' AND table = 'sales' AND disk_name = 'default'`,
      )
    ).reduce((sum, [row]) => sum + Number(row?.n), 0)
    expect(today?.cooledBytes).toBe(hot)
    expect(today?.perMonth).toBeCloseTo((hot / 1024 ** 3) * (0.08 - 0.023), 9)
  })

  it('would cost less with a first rule, by the column of its partition key', async () => {
    const { data } = await getTtlSaving(at.ctx, { ...shop('plain'), days: 30 })
    expect(data).toMatchObject({ volume: 'cold', storedAge: null })
    expect(data.ttl).toBe("at + toIntervalDay(30) TO VOLUME 'cold'")
    const [today] = data.points
    expect(today?.cooledBytes).toBeGreaterThan(0)
    expect(today?.perMonth).toBeGreaterThan(0)
    await expect(getTtlSaving(at.ctx, { ...shop('local'), days: 30 })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('no volume on object storage'),
    })
  })
})

describe('belongs to the cluster; every amount follows it, and each change is audited', () => {
  it('what could not be read', async () => {
    expect(await getPriceBook(at.ctx, { cluster: at.cluster })).toMatchObject({
      isDefault: true,
      setAt: null,
    })
    const book = {
      ...defaultPriceBook,
      currency: '€',
      disks: [{ kind: 'object' as const, disk: 'cold', ...infrequentAccess }],
    }
    const set = await setPriceBook(at.ctx, { cluster: at.cluster, book, basedOn: null })
    expect(set).toMatchObject({ isDefault: false, book })
    const { data } = await getCosts(at.ctx, { cluster: at.cluster, fresh: true })
    const cold = data.tiers.find(({ tier }) => tier === 'cold')
    expect(data.currency).toBe('€')
    expect(cold?.perMonth).toBeGreaterThanOrEqual(
      storageCostPerMonth(
        { bytes: Number(cold?.bytes), objects: Number(cold?.objects) },
        { kind: 'object', ...infrequentAccess },
      ) ?? Number.NaN,
    )
    await expect(
      setPriceBook(at.ctx, { cluster: at.cluster, book: null, basedOn: null }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await setPriceBook(at.ctx, { cluster: at.cluster, book: null, basedOn: set.setAt })
    const entries = await at.ctx.db.auditEntry.findMany({
      where: { objectType: 'price-book' },
      orderBy: { at: 'asc' },
    })
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['price-book.set', 'succeeded'],
      ['price-book.reset', 'succeeded'],
    ])
    expect(JSON.stringify(entries[0]?.details)).toContain('currency: $ → €')
  })
})

describe('is a log that a node does not keep: its requests are not zero', () => {
  const [kept, lost] = ['shard-1-replica-1', 'shard-2-replica-1']

  it('is a log that a node does not keep: its requests are not zero', async () => {
    await at.ask(lost, 'DROP TABLE system.blob_storage_log SYNC')
    const { data } = await hoursLater(2, () => getRequestCosts(at.ctx, { cluster: at.cluster, hours: 23 }))
    expect(data.nodesWithoutWrites).toEqual([lost])
    expect(data.nodes.map(({ writesSince }) => writesSince === null)).toEqual([false, true])
    const [row] = await at.ask<{ n: string }>(
      kept,
      "SELECT toString(count()) AS n FROM system.blob_storage_log WHERE event_type = 'Upload'",
    )
    expect(data.tables.reduce((sum, table) => sum + (table.writes ?? 0n), 0n)).toBe(BigInt(row?.n ?? -1))
    // Its counters still count.
    expect(data.nodes[1]?.sinceStart.writes).toBeGreaterThan(0n)
  })

  it('is a node: amounts are those of the others, and say so', async () => {
    const whole = await getCosts(at.ctx, { cluster: at.cluster, fresh: true })
    await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === lost)?.kill()
    const coverage = { complete: false, missingNodes: [lost] }
    const costs = await getCosts(at.ctx, { cluster: at.cluster, fresh: true })
    expect(costs.data.coverage).toEqual(coverage)
    expect(costs.data.perMonth).toBeLessThan(whole.data.perMonth ?? 0)
    expect(listCostRows(costs)[0]?.missingNodes).toBe(lost)
    const table = await getTableCost(at.ctx, { ...shop('sales'), fresh: true })
    expect(table.data.coverage).toEqual(coverage)
    const requests = await getRequestCosts(at.ctx, { cluster: at.cluster, hours: 22 })
    expect(requests.data.coverage).toEqual(coverage)
    await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === kept)?.kill()
    const nothing = await getCosts(at.ctx, { cluster: at.cluster, fresh: true })
    expect(nothing.data).toMatchObject({ perMonth: null, tiers: [], tables: [] })
    const unknown = await getRequestCosts(at.ctx, { cluster: at.cluster, hours: 21 })
    expect(unknown.data).toMatchObject({ perMonth: null, tables: [], ofNoTable: { writes: null } })
  })
})

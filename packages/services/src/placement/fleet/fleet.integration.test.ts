import { oddityKinds } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillShop } from '../../platform/reading/testing/fill-shop.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { addTiers, ordersOf, sumParts } from '../../platform/reading/testing/sum-parts.ts'
import { type FleetTable, fleetList, type ListFleetInput, listFleet, renderFleetCsv } from './index.ts'

const [first, second] = ['shard-1-replica-1', 'shard-2-replica-1']
let at: TestConsole

beforeAll(async () => {
  at = await startConsole({ shards: 2, replicasPerShard: 1, embeddedOnly: true })
  await fillShop(at)
  await seedOddities()
  await seedDueParts()
  await at.askAll('SYSTEM FLUSH LOGS')
})
afterAll(() => at?.stop())

/** One table for each oddity, as a person would cause it. */
async function seedOddities(): Promise<void> {
  await at.askAll('CREATE DATABASE odd')
  const columns = '(day Date, id UInt64) ENGINE = MergeTree'
  await at.askAll(`CREATE TABLE odd.no_ttl ${columns} PARTITION BY toYYYYMM(day) ORDER BY id`)
  await at.askAll("INSERT INTO odd.no_ttl SELECT '2024-05-01', number FROM numbers(100)")
  await at.askAll(`CREATE TABLE odd.partitions ${columns} PARTITION BY id ORDER BY id`)
  await at.ask(
    first,
    'INSERT INTO odd.partitions SELECT today(), number FROM numbers(1001) SETTINGS max_partitions_per_insert_block = 0',
  )
  await at.askAll(`CREATE TABLE odd.small ${columns} ORDER BY id`)
  await at.askAll('SYSTEM STOP MERGES odd.small')
  for (let insert = 0; insert < 11; insert += 1)
    await at.askAll(`INSERT INTO odd.small SELECT today(), ${insert}`)
  await at.askAll(`CREATE TABLE odd.blind ${columns} ORDER BY id SETTINGS storage_policy = 'tiered'`)
  await at.askAll('INSERT INTO odd.blind SELECT today(), number FROM numbers(10)')
  await at.askAll(
    "ALTER TABLE odd.blind MODIFY TTL day + INTERVAL 30 YEAR TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0",
  )
  await at.askAll('INSERT INTO odd.blind SELECT today(), number FROM numbers(10)')
  await at.ask(first, `CREATE TABLE odd.policy ${columns} ORDER BY id SETTINGS storage_policy = 'tiered'`)
  await at.ask(second, `CREATE TABLE odd.policy ${columns} ORDER BY id`)
  await at.askAll(
    `CREATE TABLE odd.target ${columns} ORDER BY id TTL day + INTERVAL 1 YEAR TO VOLUME IF EXISTS 'gone'`,
  )
}

/** Some parts that are due next year, and two that are due and may not move. */
async function seedDueParts(): Promise<void> {
  await at.askAll(`CREATE TABLE odd.due (day Date, id UInt64) ENGINE = MergeTree PARTITION BY day ORDER BY id
    SETTINGS storage_policy = 'tiered'`)
  await at.askAll('SYSTEM STOP MOVES odd.due')
  for (const age of [0, 5, 90, 95])
    await at.askAll(`INSERT INTO odd.due SELECT today() - ${age}, number FROM numbers(10)`)
  await at.askAll(
    "ALTER TABLE odd.due MODIFY TTL day + INTERVAL 60 DAY TO VOLUME 'cold', day + INTERVAL 200 DAY SETTINGS mutations_sync = 1",
  )
}

const list = (input: ListFleetInput = {}) => listFleet(at.ctx, { fresh: true, limit: 1_000, ...input })
async function tableOf(name: string): Promise<FleetTable> {
  const found = (await list()).data.tables.find(({ table }) => table === name)
  if (!found) throw new Error(`The fleet has no table ${name}.`)
  return found
}
/** One figure of every node, as an administrator sees it. */
async function figures(sql: string): Promise<number[]> {
  const rows = await at.askAll<{ x: string | number }>(sql)
  return rows.flat().map(({ x }) => Number(x))
}
const total = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0)

describe('figures', () => {
  test('are those of the system tables of all nodes', async () => {
    const { data, nodes } = fleetList.parse(await list())
    expect(nodes.map(({ name, state }) => [name, state])).toEqual([
      [`Test / ${first}`, 'ok'],
      [`Test / ${second}`, 'ok'],
    ])
    const active = "FROM system.parts WHERE active AND database NOT IN ('system', 'INFORMATION_SCHEMA')"
    expect(Number(data.totalBytes)).toBe(total(await figures(`SELECT sum(bytes_on_disk) AS x ${active}`)))
    expect(data.all).toBe(data.tables.length)
    for (const row of data.tables) {
      const own = `${active} AND database = '${row.database}' AND table = '${row.table.replace(/[\\']/g, '\\$&')}'`
      const parts = total(await figures(`SELECT count() AS x ${own}`))
      const partitions = await figures(`SELECT uniqExact(partition_id) AS x ${own}`)
      expect([row.table, Number(row.parts), row.partitions]).toEqual([
        row.table,
        parts,
        Math.max(...partitions),
      ])
      expect(row.partsPerPartition).toBe(parts === 0 ? null : parts / total(partitions))
      expect(row.missingNodes).toEqual([])
    }
    const orders = await tableOf('orders')
    expect(orders.tiers).toEqual(addTiers(ordersOf(await sumParts(at))))
    expect(orders).toMatchObject({
      ttl: "at + toIntervalYear(30) TO VOLUME 'cold'",
      partitionKey: 'toYYYYMM(at)',
    })
  })

  test('have the growth that part_log shows', async () => {
    const inserted = await figures(
      "SELECT sum(size_in_bytes) AS x FROM system.part_log WHERE event_type = 'NewPart' AND table = 'orders'",
    )
    const { growth } = await tableOf('orders')
    // The log is younger than a day, and a rate is of a day at least.
    expect(growth).toMatchObject({ bytesPerDay: total(inserted), reason: null })
    expect(total(inserted)).toBeGreaterThan(0)
    expect((await tableOf('target')).growth.bytesPerDay).toBe(0)
  })

  test('say when the TTL acts next, and how many parts are late', async () => {
    const [due] = await at.ask<{ at: string }>(
      first,
      "SELECT toString(toUnixTimestamp(min(t))) AS at FROM (SELECT arrayJoin(`move_ttl_info.max`) AS t FROM system.parts WHERE active AND table = 'due') WHERE t > now()",
    )
    expect(await tableOf('due')).toMatchObject({
      nextDue: { kind: 'move', at: new Date(Number(due?.at) * 1_000) },
      lateParts: 4n,
    })
    expect(await tableOf('small')).toMatchObject({ nextDue: null, lateParts: 0n })
    await at.askAll('SYSTEM START MOVES odd.due')
    await expect.poll(async () => (await tableOf('due')).lateParts, { timeout: 30_000 }).toBe(0n)
  })
})

describe('oddities', () => {
  test('each is found at its table, and at no other of its kind', async () => {
    const { data } = await list({ search: 'odd.' })
    const found = new Map(data.tables.map(({ table, oddities }) => [table, oddities.map(({ kind }) => kind)]))
    expect(Object.fromEntries(found)).toEqual({
      no_ttl: ['no-ttl'],
      partitions: ['too-many-partitions'],
      small: ['small-parts'],
      blind: ['no-ttl-information'],
      policy: ['policy-differs'],
      target: ['missing-target'],
      due: [],
    })
    for (const { kind, tables } of data.oddities)
      expect([kind, tables]).toEqual([
        kind,
        (await list()).data.tables.filter(({ oddities }) => oddities.some((each) => each.kind === kind))
          .length,
      ])
    expect(data.oddities.map(({ kind }) => kind)).toEqual(oddityKinds)
  })

  test('have their figures in words', async () => {
    const sentence = async (name: string) => (await tableOf(name)).oddities[0]?.sentence
    expect(await sentence('partitions')).toMatch(new RegExp(`^1,001 partitions on ${first}\\.`))
    expect(await sentence('small')).toMatch(/^22 parts of .* on average, 11\.0 per partition\./)
    expect(await sentence('blind')).toMatch(/^2 parts with .* have no information for the TTL/)
    expect(await sentence('policy')).toBe(
      `The policy is tiered on ${first} and default on ${second}. A plan for one node may fail on another.`,
    )
    expect(await sentence('target')).toContain(
      `the policy default has no volume gone on ${first}, ${second}.`,
    )
  })
})

describe('the list', () => {
  const names = async (input: ListFleetInput) => (await list(input)).data.tables.map(({ table }) => table)

  test('is filtered, sorted and paged on the server', async () => {
    expect(await names({ oddity: 'small-parts' })).toEqual(['small'])
    expect(await names({ search: 'SHOP.ord', cluster: at.cluster })).toEqual(['orders'])
    expect(await names({ tier: 'cold', search: 'shop' })).toEqual(['orders'])
    const any = await list({ oddity: 'any', sort: 'name' })
    expect(any.data.tables.every(({ oddities }) => oddities.length > 0)).toBe(true)
    const all = await names({ sort: 'bytes', direction: 'desc' })
    const pages = await Promise.all(
      [0, 3, 6, 9].map((offset) => names({ sort: 'bytes', direction: 'desc', limit: 3, offset })),
    )
    expect(pages.flat()).toEqual(all.slice(0, 12))
    for (const sort of ['growth', 'nextDue', 'partsPerPartition'] as const) {
      const rows = (await list({ sort, direction: 'asc' })).data.tables
      const values = rows.map((row) => {
        if (sort === 'growth') return row.growth.bytesPerDay
        return sort === 'nextDue' ? (row.nextDue?.at.getTime() ?? null) : row.partsPerPartition
      })
      const known = values.filter((value) => value !== null)
      expect(values.slice(0, known.length)).toEqual(known.toSorted((a, b) => a - b))
    }
    await expect(list({ cluster: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('as CSV has the same rows', async () => {
    const { observedAt, data } = await list({ search: 'odd.', sort: 'name', direction: 'asc' })
    const lines = [renderFleetCsv(), ...data.tables.map((table) => renderFleetCsv({ ...table, observedAt }))]
    const width = lines[0]?.split(',').length
    const small = lines.find((line) => line.includes('"small"')) ?? ''
    expect(small).toMatch(/^"test","odd","small"/)
    expect(small).toContain('"Small parts"')
    expect(width).toBe(22)
    expect(lines).toHaveLength(8)
  })

  test('names clusters and nodes that cannot be read, and shows no zero for them', async () => {
    const { id, slug, name, nodes, ...cluster } = await at.ctx.db.cluster.findFirstOrThrow({
      include: { nodes: true },
    })
    await at.ctx.db.cluster.create({
      data: {
        ...{ ...cluster, slug: 'sealed', name: 'Sealed' },
        sealedPassword: cluster.sealedPassword.toReversed(),
        nodes: {
          create: nodes.map(({ name: node, shard, replica }) => ({
            ...{ name: node, shard, replica, url: `http://127.0.0.1:${shard}` },
          })),
        },
      },
    })
    const { data, nodes: seen } = await list()
    expect(data.clusters.map((each) => [each.name, each.coverage.complete, each.tables > 0])).toEqual([
      ['Sealed', false, false],
      ['Test', true, true],
    ])
    expect(data.clusters[0]?.error).toMatch(/password/)
    expect(seen.filter(({ state }) => state === 'failed').map((each) => each.name)).toEqual([
      `Sealed / ${first}`,
      `Sealed / ${second}`,
    ])
    await at.ctx.db.cluster.delete({ where: { slug: 'sealed' } })

    await at.stack.embedded.clickhouse.nodes.find((node) => node.name === second)?.kill()
    const rest = (await list()).data
    expect(rest.clusters[0]?.coverage).toEqual({ complete: false, missingNodes: [second] })
    const small = rest.tables.find(({ table }) => table === 'small')
    expect(small).toMatchObject({ parts: 11n, missingNodes: [second] })
    expect(small?.oddities).toHaveLength(1)
  })
})

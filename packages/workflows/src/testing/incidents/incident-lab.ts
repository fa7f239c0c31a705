import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { getIncident, type Incident, type ServiceContext, watchStarts } from '@frostline/services'
import { type MigrationLab, openMigrationLab } from '../migration-lab.ts'
import { repeatStatement } from './repeat-statement.ts'
import { smallPolicy } from './small-disk.ts'

/** With SLRU, the default of newer servers, a scan evicts nothing that queries have read twice. */
const lruCache = {
  'lru.xml':
    '<clickhouse><storage_configuration><disks><cold_cache><cache_policy>LRU</cache_policy></cold_cache></disks></storage_configuration></clickhouse>',
}

const months = 36
const rowsPerMonth = 1_000
/** Of each read of the store, from the start on: one that answers at once would hide what a cold cache costs. */
const usualLatencyMs = 120

export type IncidentLab = Awaited<ReturnType<typeof openIncidentLab>>

/**
 * Two nodes with tables on local disks and on a store, and a steady load of queries of four forms, as people and programs
 * would send them. Faults are added and taken away while it runs.
 */
export async function openIncidentLab(random: () => number) {
  const lab = await openMigrationLab({
    shards: 2,
    cacheSizeBytes: 9 * 1_048_576,
    dropIns: { ...smallPolicy, ...lruCache },
    own: { nodes: 'its nodes are killed', database: 'its ledger is read' },
  })
  const [[firstName, first], [secondName, second]] = lab.admins as [
    [string, ClickHouseClient],
    [string, ClickHouseClient],
  ]
  await build(lab)
  await lab.store.inject({ operation: 'GetObject', latencyMs: usualLatencyMs })

  let clockAheadMs = 0
  const ctx: ServiceContext = { ...lab.ctx, now: () => new Date(Date.now() + clockAheadMs) }
  /** What clients send with their queries. A fault may change it. */
  const sent: { settings: ClickHouseSettings } = { settings: {} }
  let ended = false
  const draw = (below: number) => Math.floor(random() * below)
  const dayOf = () => new Date(Date.UTC(2023, draw(months), 15)).toISOString().slice(0, 10)
  const forms: { everyMs: number; on: readonly ClickHouseClient[]; sql: () => string }[] = [
    {
      ...{ everyMs: 250, on: [first, second] },
      sql: () =>
        `SELECT sum(length(text)), max(id) FROM lab.orders WHERE toYYYYMM(day) = toYYYYMM(toDate('${dayOf()}')) SETTINGS max_threads = 2`,
    },
    {
      ...{ everyMs: 400, on: [first] },
      sql: () =>
        `SELECT count() FROM lab.audit WHERE id > ${draw(1000)} AND text != '' SETTINGS enable_filesystem_cache = 0`,
    },
    {
      everyMs: 300,
      on: [first, second],
      sql: () => `SELECT count() FROM lab.users WHERE id % 7 = ${draw(7)}`,
    },
    {
      ...{ everyMs: 1_000, on: [first, second] },
      sql: () => `INSERT INTO lab.events SELECT today(), number, 'x' FROM numbers(${50 + draw(50)})`,
    },
    {
      ...{ everyMs: 700, on: [first] },
      sql: () => `SELECT count() FROM cluster('demo', lab.users) WHERE id % 5 = ${draw(5)}`,
    },
  ]
  const loops = [
    ...forms.flatMap(({ everyMs, on, sql }) =>
      on.map(async (client) => {
        while (!ended) {
          const asked = client.command({ query: sql(), clickhouse_settings: sent.settings })
          await Promise.all([asked.catch(() => undefined), sleep(everyMs)])
        }
      }),
    ),
    (async () => {
      while (!ended) await Promise.all([watchStarts(ctx, lab.clusterId).catch(() => undefined), sleep(1_000)])
    })(),
  ]

  return {
    ...lab,
    ...{ first, second, firstName, secondName, sent, draw },
    async run(sql: string, on: ClickHouseClient = first): Promise<void> {
      await on.command({ query: sql })
    },
    /** As a further client would, until it is told to stop. */
    repeat: (sql: () => string, everyMs: number, on: ClickHouseClient = first) =>
      repeatStatement((query) => on.command({ query }), sql, everyMs),
    /** The node that may be killed. */
    ownNode() {
      const node = lab.clickhouse.nodes.find(({ name }) => name === secondName)
      if (!node || !lab.clickhouse.ours) throw new Error('The node is not ours.')
      return node
    },
    /** The clock of the console, compared with that of the nodes. */
    setClockAhead(ms: number): void {
      clockAheadMs = ms
    },
    async slowStore(latencyMs: number): Promise<void> {
      await lab.store.clearFaults()
      await lab.store.inject({ operation: 'GetObject', latencyMs })
    },
    /** The store as it is without a fault. */
    async healStore(): Promise<void> {
      await lab.store.clearFaults()
      await lab.store.inject({ operation: 'GetObject', latencyMs: usualLatencyMs })
    },
    /** Reads all months, so that the cache has them. */
    async warm(): Promise<void> {
      for (const client of [first, second])
        await client
          .command({ query: 'SELECT sum(length(text)), max(id) FROM lab.orders' })
          .catch(() => undefined)
    },
    async look(from: Date, to?: Date): Promise<Incident> {
      for (const client of [first, second])
        await client.command({ query: 'SYSTEM FLUSH LOGS' }).catch(() => undefined)
      // By the clock of the console as it is now.
      const begun = new Date(from.getTime() + clockAheadMs)
      return getIncident(ctx, { cluster: lab.clusterId, from: begun, to: to ?? ctx.now(), fresh: true })
    },
    async close(): Promise<void> {
      ended = true
      await Promise.all(loops)
      await lab.close()
    },
  }
}

async function build(lab: MigrationLab): Promise<void> {
  const monthly = `toDate('2023-01-15') + INTERVAL number % ${months} MONTH`
  const cold = "SETTINGS storage_policy = 'tiered'"
  for (const [, client] of lab.admins) {
    const run = (query: string) => client.command({ query })
    await run(
      `CREATE TABLE lab.orders (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id ${cold}`,
    )
    await run(
      `INSERT INTO lab.orders SELECT ${monthly}, number, randomPrintableASCII(200) FROM numbers(${months * rowsPerMonth})`,
    )
    for (const [table, rows] of [
      ['audit', 2_000],
      ['archive', 40_000],
      ['ttl', 60_000],
    ] as const) {
      await run(
        `CREATE TABLE lab.${table} (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY id % 8 ORDER BY id ${cold}`,
      )
      await run(
        `INSERT INTO lab.${table} SELECT toDate('2023-01-15'), number, randomPrintableASCII(${table === 'audit' ? 100 : 1000}) FROM numbers(${rows})`,
      )
    }
    await run('CREATE TABLE lab.users (id UInt64, text String) ENGINE = MergeTree ORDER BY id')
    await run("INSERT INTO lab.users SELECT number, 'x' FROM numbers(20000)")
    await run(
      `CREATE TABLE lab.events (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY id % 4 ORDER BY id
       SETTINGS parts_to_throw_insert = 60, parts_to_delay_insert = 55, max_delay_to_insert = 1`,
    )
    for (const table of ['orders', 'audit', 'archive'])
      for (const { id } of await lab.rows<{ id: string }>(
        client,
        `SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND database = 'lab' AND table = '${table}'`,
      ))
        await run(`ALTER TABLE lab.${table} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacementReason } from '@frostline/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { explainMoves } from './explain.ts'
import { explainParts } from './explain-parts.ts'
import { startMoves } from './start-moves.ts'

let at: TestConsole
let first: string
let second: string
let fullDisk: string

/** `full` rejects every reservation, `small` every part over 2,000 bytes. */
const policies = `<clickhouse><storage_configuration>
  <disks><full><type>local</type><path>FULL/</path><keep_free_space_bytes>1000000000000000</keep_free_space_bytes></full></disks>
  <policies>
    <nospace><volumes><hot><disk>default</disk></hot><cold><disk>full</disk></cold></volumes><move_factor>0</move_factor></nospace>
    <limited><volumes><hot><disk>default</disk></hot>
      <cold><disk>hot2</disk><max_data_part_size_bytes>2000</max_data_part_size_bytes></cold></volumes><move_factor>0</move_factor></limited>
    <lone><volumes><hot><disk>default</disk></hot></volumes></lone>
  </policies></storage_configuration></clickhouse>`

const create = (name: string, policy: string, ttl: string) =>
  `CREATE TABLE shop.${name} (t DateTime('UTC'), n UInt64, s String DEFAULT randomString(100))
   ENGINE = MergeTree PARTITION BY n ORDER BY n ${ttl} SETTINGS storage_policy = '${policy}'`

beforeAll(async () => {
  fullDisk = await mkdtemp(join(tmpdir(), 'frostline-full-disk-'))
  at = await startConsole({
    shards: 2,
    embeddedOnly: true,
    dropIns: { 'placement.xml': policies.replace('FULL', fullDisk) },
    folders: [fullDisk],
  })
  const [one, two] = at.stack.clickhouse.nodes
  if (!one || !two) throw new Error('Two nodes were asked for.')
  first = one.name
  second = two.name
  await at.askAll('CREATE DATABASE shop')
})
afterAll(async () => {
  await at?.stop()
  await rm(fullDisk, { recursive: true, force: true })
})

const table = (name: string) => ({ cluster: at.cluster, database: 'shop', table: name, fresh: true })
const ask = (sql: string) => at.ask(first, sql)

/** Of the first node only. */
async function reasonsOf(name: string): Promise<Partial<Record<PlacementReason, number>>> {
  const { data } = await explainMoves(at.ctx, table(name))
  return Object.fromEntries(data.reasons.map(({ reason, parts }) => [reason, parts]))
}

async function onlyFinding(name: string) {
  const { data, queries } = await explainMoves(at.ctx, table(name))
  const [finding, ...others] = data.findings
  if (!finding) throw new Error(`Nothing was found about ${name}.`)
  expect(others).toEqual([])
  return { ...finding, names: queries.map((query) => query.name) }
}

describe('why parts are where they are', () => {
  it('covers every one of 10,000 parts', async () => {
    await ask(create('big', 'tiered', '').replace(', s String DEFAULT randomString(100)', ''))
    await ask('SYSTEM STOP MERGES shop.big')
    await ask('SYSTEM STOP MOVES shop.big')
    const insert = (from: number, count: number, time: string) =>
      ask(`INSERT INTO shop.big (t, n) SELECT ${time}, number FROM numbers(${from}, ${count})
           SETTINGS max_partitions_per_insert_block = 0`)
    await insert(0, 4000, 'now() - INTERVAL 1 YEAR')
    await ask(
      "ALTER TABLE shop.big MODIFY TTL t + INTERVAL 8 SECOND TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0",
    )
    await insert(4000, 5900, 'now() + INTERVAL 1 DAY')
    await insert(9900, 100, 'now()')
    await sleep(9000)
    await ask('SYSTEM FLUSH LOGS')

    const { data, queries } = await explainMoves(at.ctx, table('big'))

    const [counted] = await at.ask<{ parts: string; bytes: string }>(
      first,
      "SELECT count() AS parts, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'big'",
    )
    expect(data.total.parts).toBe(10_000)
    expect(data.total.parts).toBe(Number(counted?.parts))
    expect(data.total.bytes).toBe(BigInt(counted?.bytes ?? 0))
    expect(Object.fromEntries(data.reasons.map(({ reason, parts }) => [reason, parts]))).toEqual({
      'no-ttl-info': 4000,
      'not-due': 5900,
      'moves-stopped': 100,
    })
    expect(data.late.parts).toBe(100)
    expect(data.matching).toBe(10_000)
    expect(data.findings).toHaveLength(200)
    const { data: late } = await explainMoves(at.ctx, { ...table('big'), late: true })
    expect(late.matching).toBe(100)
    expect(new Set(late.findings.map(({ reason }) => reason))).toEqual(new Set(['moves-stopped']))
    for (const { evidence } of data.findings)
      for (const name of evidence) expect(queries.map((query) => query.name)).toContain(name)
  }, 120_000)

  it('pages parts by reason and finds one by name', async () => {
    const page = await explainParts(at.ctx, {
      ...table('big'),
      reason: 'moves-stopped',
      offset: 90,
      limit: 50,
    })
    expect(page.data.total).toBe(100)
    expect(page.data.parts).toHaveLength(10)
    const [part] = page.data.parts
    if (!part) throw new Error('A page has parts.')
    const found = await explainParts(at.ctx, { ...table('big'), search: part.name })
    expect(found.data.parts.map(({ name }) => name)).toEqual([part.name])
    expect(part.dueAt?.getTime()).toBeLessThan(Date.now())
    expect((await explainParts(at.ctx, { ...table('big'), late: true })).data.total).toBe(100)
  })

  it('shows who stopped the moves, and starts them with a click: the parts move as predicted', async () => {
    await ask(create('held', 'tiered', "TTL t + INTERVAL 4 SECOND TO VOLUME 'cold'"))
    await ask('SYSTEM STOP MOVES shop.held')
    await ask('INSERT INTO shop.held (t, n) SELECT now(), number FROM numbers(3)')
    await sleep(5000)
    await ask('SYSTEM FLUSH LOGS')
    const { data } = await explainMoves(at.ctx, table('held'))
    const [finding] = data.findings
    expect(finding).toMatchObject({ reason: 'moves-stopped', certainty: 'inferred', volumes: ['hot'] })
    expect(finding?.text).toContain('query_log has SYSTEM STOP MOVES by admin')
    expect(finding?.fixes).toEqual([{ kind: 'start-moves', statement: 'SYSTEM START MOVES `shop`.`held`' }])
    await startMoves(at.ctx, { cluster: at.cluster, database: 'shop', table: 'held', node: first })
    await vi.waitFor(async () => expect(await reasonsOf('held')).toEqual({ 'in-place': 3 }), {
      timeout: 60_000,
      interval: 500,
    })
    const audit = await at.ctx.db.auditEntry.findFirstOrThrow({ where: { action: 'table.start-moves' } })
    expect(audit).toMatchObject({ outcome: 'succeeded', objectName: 'shop.held' })
    expect(JSON.stringify(audit.statements)).toContain('SYSTEM START MOVES')
  })

  it('refuses to start moves that a migration has stopped in order to cancel', async () => {
    const { id: clusterId } = await at.ctx.clusters.get(at.cluster)
    const key = { clusterId, nodeName: first, database: 'shop', table: 'held' }
    await at.ctx.db.stoppedMoves.create({ data: { ...key, workerId: 'w' } })
    const input = { cluster: at.cluster, database: 'shop', table: 'held', node: first }
    await expect(startMoves(at.ctx, input)).rejects.toMatchObject({ code: 'conflict' })
    await at.ctx.db.stoppedMoves.deleteMany()
  })

  it("knows the server's spelling of every rule, however it is written", async () => {
    await ask(`CREATE TABLE shop.spelled (d Date, t DateTime('UTC'), n UInt64, \`we ird\` Nullable(UInt32), m Map(String, UInt32))
      ENGINE = MergeTree PARTITION BY n ORDER BY n TTL
        d + INTERVAL 1 MONTH TO VOLUME 'cold', t + INTERVAL 3600*24*n SECOND + toIntervalDay(-1*n) TO DISK 'cold_cache',
        if(n = 3, t - toIntervalDay(n % 7), t + 5) TO VOLUME 'cold', addMonths(d, 3) TO VOLUME 'cold',
        toDateTime(d) + interval 2 year delete, (d + 1) + toIntervalWeek(assumeNotNull(\`we ird\`)) TO VOLUME 'cold',
        toDate(t) + toIntervalDay(length([1, 2, 3])) + toIntervalYear(m['a']) TO VOLUME 'cold',
        t::Date + toIntervalDay(CASE WHEN n IN (1, 2) THEN 3 ELSE 4 END) TO VOLUME 'cold'
      SETTINGS storage_policy = 'tiered'`)
    await ask("INSERT INTO shop.spelled SELECT today(), now(), 1, 2, map('a', 1)")
    const { data } = await explainMoves(at.ctx, table('spelled'))
    const [row] = await at.ask<{ expressions: string[] }>(
      first,
      "SELECT `move_ttl_info.expression` AS expressions FROM system.parts WHERE active AND table = 'spelled'",
    )
    expect(data.rules.map(({ expression }) => expression).sort()).toEqual(row?.expressions.toSorted())
    expect(data.rules).toHaveLength(7)
  })

  it.concurrent.each([
    ['nospace', 'nospace', 'VOLUME', 'no-space', "'full' has 0 B"],
    ['limited', 'limited', 'VOLUME', 'part-too-large', 'max_data_part_size of volume'],
    ['lone', 'lone', 'VOLUME IF EXISTS', 'single-volume', "only the volume 'hot'"],
    ['gone', 'tiered', 'DISK IF EXISTS', 'destination-missing', "has 'hot' (default), 'cold' (cold_cache)"],
  ])('%s', async (name, policy, to, reason, words) => {
    const target = name === 'gone' ? 'glacier' : 'cold'
    await ask(create(name, policy, `TTL t + INTERVAL 3 SECOND TO ${to} '${target}'`))
    await ask(`INSERT INTO shop.${name} (t, n) SELECT now(), 1 FROM numbers(100)`)
    await sleep(5000)
    const finding = await onlyFinding(name)
    expect(finding).toMatchObject({ reason, state: 'blocked', parts: 1, volumes: ['hot'] })
    expect(finding.text).toContain(words)
    // The engine agrees: it has left the part in place.
    expect(
      await ask(`SELECT DISTINCT disk_name FROM system.parts WHERE active AND table = '${name}'`),
    ).toEqual([{ disk_name: 'default' }])
  })

  it('reports that the table has no rule, and what a materialized rule would do', async () => {
    await ask(create('plain', 'tiered', ''))
    await ask('INSERT INTO shop.plain (t, n) SELECT now() - INTERVAL 1 DAY, 1')
    expect(await reasonsOf('plain')).toEqual({ 'no-rule': 1 })
    await ask(
      "ALTER TABLE shop.plain MODIFY TTL t + INTERVAL 1 HOUR TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0",
    )
    const { reason, fixes } = await onlyFinding('plain')
    expect(reason).toBe('no-ttl-info')
    const [fix] = fixes
    if (fix?.kind !== 'materialize-ttl') throw new Error('MATERIALIZE TTL comes first.')
    await ask(fix.statement)
    await vi.waitFor(async () => expect(await reasonsOf('plain')).toEqual({ 'in-place': 1 }), {
      timeout: 60_000,
      interval: 500,
    })
  })

  it('estimates when a part without TTL information would be due, and does not count it as late', async () => {
    await ask(create('guessed', 'tiered', '').replace('PARTITION BY n', 'PARTITION BY toYYYYMM(t)'))
    await ask(
      "INSERT INTO shop.guessed (t, n) SELECT toDateTime('2025-01-10 12:00:00', 'UTC') - number, 1 FROM numbers(5)",
    )
    await ask(
      "ALTER TABLE shop.guessed MODIFY TTL t + INTERVAL 1 MONTH TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0",
    )
    const finding = await onlyFinding('guessed')
    expect(finding).toMatchObject({ reason: 'no-ttl-info', firstDueAt: null })
    expect(finding.estimatedDueAt).toEqual(new Date('2025-02-10T12:00:00Z'))
    expect(finding.text).toContain('Estimated due time')
    const { late, overdue } = (await explainMoves(at.ctx, table('guessed'))).data
    expect(late.parts).toBe(0)
    expect(overdue).toEqual({ parts: 1, bytes: finding.bytes })
    // After MATERIALIZE TTL the server shows the estimated time.
    await ask('ALTER TABLE shop.guessed MATERIALIZE TTL SETTINGS mutations_sync = 1')
    const [told] = await ask(
      "SELECT toUnixTimestamp(arrayMax(`move_ttl_info.max`)) AS due FROM system.parts WHERE active AND table = 'guessed'",
    )
    expect(told).toEqual({ due: Date.parse('2025-02-10T12:00:00Z') / 1000 })
  })

  it.concurrent.each(['Date', 'Date32', "DateTime64(3, 'UTC')"])(
    'waits with the server for a %s that system.parts shows in the past',
    async (type) => {
      const name = `far_${/^\w+/.exec(type)?.[0]}`
      await ask(`CREATE TABLE shop.${name} (t ${type}, n UInt64) ENGINE = MergeTree PARTITION BY n ORDER BY n
        TTL t + INTERVAL 100 YEAR TO VOLUME 'cold' SETTINGS storage_policy = 'tiered'`)
      await ask(`INSERT INTO shop.${name} SELECT '2026-01-15', 1`)
      await sleep(3000)
      const shown = await ask(
        `SELECT toYear(arrayMax(\`move_ttl_info.max\`)) AS year, disk_name FROM system.parts WHERE active AND table = '${name}'`,
      )
      expect(shown, 'the server waits, and shows a time long gone').toEqual([
        { year: 1989, disk_name: 'default' },
      ])
      const finding = await onlyFinding(name)
      expect(finding).toMatchObject({ reason: 'not-due', certainty: 'inferred' })
      expect(finding.firstDueAt?.toISOString()).toMatch(/^2126-01-1[45]T/)
    },
  )

  it('shows a partition in the plan of a tier migration', async () => {
    await ask(create('ours', 'tiered', ''))
    await ask('INSERT INTO shop.ours (t, n) SELECT now(), number FROM numbers(2)')
    const { id: clusterId } = await at.ctx.clusters.get(at.cluster)
    const run = await at.ctx.db.run.create({
      data: {
        ...{ kind: 'tier-migration', clusterId, status: 'running' },
        ...{ requestedBy: 'ann', createdAt: new Date() },
      },
    })
    const migration = await at.ctx.db.tierMigration.create({
      data: {
        ...{ id: run.id, runId: run.id },
        clusterId,
        database: 'shop',
        table: 'ours',
        tableUuids: {},
        storagePolicy: 'tiered',
        targetVolume: 'cold',
        goal: {},
        totalParts: 1,
        totalRows: 1n,
        totalBytes: 1n,
        requestedBy: 'ann',
        steps: {
          create: {
            ordinal: 0,
            position: 0,
            nodeName: first,
            shard: 1,
            replica: 1,
            partitionId: '1',
            partition: '1',
            fromVolumes: ['hot'],
            toVolume: 'cold',
            plannedParts: 1,
            plannedRows: 1n,
            plannedBytes: 1n,
            granularity: 'partition',
          },
        },
      },
    })
    expect(await reasonsOf('ours')).toEqual({ 'held-by-migration': 1, 'no-rule': 1 })
    const { data } = await explainMoves(at.ctx, { ...table('ours'), partitionId: '1' })
    expect(data.findings[0]?.fixes).toEqual([{ kind: 'open-migration', migrationId: migration.id }])
  })

  it('detects a retry storm while the store is down', async () => {
    await ask(create('storm', 'tiered', "TTL t + INTERVAL 2 SECOND TO VOLUME 'cold'"))
    await at.stack.embedded.store.kill()
    await ask('INSERT INTO shop.storm (t, n) SELECT now(), 1')
    await vi.waitFor(
      async () => {
        await ask('SYSTEM FLUSH LOGS')
        expect(await reasonsOf('storm')).toEqual({ 'retry-storm': 1 })
      },
      { timeout: 45_000, interval: 1000 },
    )
    const { text } = await onlyFinding('storm')
    expect(text).toContain('code 499')
    expect(text).not.toContain('Stack trace')
  })

  it('names the node that could not be read', async () => {
    await at.ask(second, create('ours', 'tiered', ''))
    await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)?.kill()
    const { data, nodes } = await explainMoves(at.ctx, table('ours'))
    expect(data.coverage).toEqual({ complete: false, missingNodes: [second] })
    expect(nodes.find(({ name }) => name === second)?.state).toBe('unreachable')
    expect(data.total.parts).toBe(2)
  })
})

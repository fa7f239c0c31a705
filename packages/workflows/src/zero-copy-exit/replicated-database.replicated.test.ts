import { setTimeout as sleep } from 'node:timers/promises'
import { isDrivenRun } from '@frostline/domain'
import {
  cancelExit,
  type ExitDetail,
  getExit,
  getTableSharing,
  goBackOnExit,
  previewExit,
  requestExit,
  startExit,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// A Replicated database replicates MODIFY SETTING to all its replicas, and with several shards MOVE PARTITION too.
let lab: ReplicatedLab
let worker: ProductProcess
let database = ''
beforeAll(async () => {
  lab = await openReplicatedLab()
  database = `${lab.database}_r`
  worker = await spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
})
afterEach(() => lab.askAll(`DROP DATABASE IF EXISTS ${database} SYNC`))
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach((context) => lab.need(context, 'zero-copy', '2-shards-of-2', 'replicated-database'))

const at = () => ({ cluster: lab.cluster, database, table: 'events' })

/** On these nodes a table with two partitions that the replicas of each shard share, and a local one. */
async function createShared(on: readonly string[]): Promise<void> {
  for (const node of on)
    await lab.ask(
      node,
      `CREATE DATABASE ${database} ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`,
    )
  const [first = ''] = on
  await lab.ask(
    first,
    `CREATE TABLE ${database}.events (day Date, id UInt64, text String) ENGINE = ReplicatedMergeTree
     PARTITION BY toYYYYMM(day) ORDER BY id
     SETTINGS storage_policy = 'tiered_shared', allow_remote_fs_zero_copy_replication = 1`,
  )
  // A replica that has just been created is read-only until it has its session.
  for (const node of on)
    await expect
      .poll(() =>
        lab.ask(
          node,
          `SELECT is_readonly FROM system.replicas WHERE database = '${database}' AND table = 'events'`,
        ),
      )
      .toEqual([{ is_readonly: 0 }])
  for (const { name } of lab.replicas.nodes.filter(({ name, replica }) => replica === 1 && on.includes(name)))
    for (const month of ['01', '02', '03'])
      await lab.ask(
        name,
        `INSERT INTO ${database}.events SELECT toDate('2026-${month}-01'), rand64(), randomPrintableASCII(60) FROM numbers(2000)`,
      )
  for (const node of on) await lab.ask(node, `SYSTEM SYNC REPLICA ${database}.events`)
  for (const node of on)
    for (const id of ['202601', '202602'])
      await lab
        .ask(node, `ALTER TABLE ${database}.events MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
        // The database has moved it there already.
        .catch((error: unknown) => expect(String(error)).toContain('already on'))
}
const each = <Row>(on: readonly string[], sql: string) =>
  Promise.all(on.map((node) => lab.ask<Row & Record<string, unknown>>(node, sql)))
const sums = (on: readonly string[]) =>
  each(on, `SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM ${database}.events`)
async function objectsOf(on: readonly string[]): Promise<string[][]> {
  const [[row]] = (await each<{ uuid: string }>(
    on,
    `SELECT uuid FROM system.tables WHERE database = '${database}' AND name = 'events'`,
  )) as [[{ uuid: string }]]
  const found = await each<{ path: string }>(
    on,
    `SELECT remote_path AS path FROM system.remote_data_paths
     WHERE position(local_path, '${row.uuid}') > 0 AND disk_name = 'cold_shared' ORDER BY path`,
  )
  return found.map((own) => own.map(({ path }) => path))
}
const patience = { timeout: 60_000 }
const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
async function untilEnd(id: string): Promise<ExitDetail> {
  for (const end = Date.now() + 120_000; ; ) {
    const seen = await getExit(lab.as('viewer'), { id })
    if (seen.status !== 'planned' && !isDrivenRun(seen.status)) return seen
    if (Date.now() > end) return expect.fail(JSON.stringify({ ...seen, checks: [] }, bigints))
    await sleep(200)
  }
}

const request = () => ({ ...at(), hotVolume: 'hot', targetVolume: 'cold' })
async function begin(): Promise<string> {
  const { id } = await requestExit(lab.as('admin'), request())
  await startExit(lab.as('admin'), { id })
  return id
}

async function expectApart(on: readonly string[], rows: unknown, before: string[][]): Promise<void> {
  expect(await sums(on)).toEqual(rows)
  const after = await objectsOf(on)
  expect(new Set(after.flat()).size).toBe(after.flat().length)
  expect(after.map((own) => own.length)).toEqual(before.map((own) => own.length))
  expect(after.flat().filter((key) => before.flat().includes(key))).toEqual([])
  const { data } = await getTableSharing(lab.ctx, at())
  expect(data).toMatchObject({ sharing: false, replicas: on.map(() => ({ enabled: false })) })
}

const off = () =>
  `ALTER TABLE \`${database}\`.\`events\` MODIFY SETTING allow_remote_fs_zero_copy_replication = 0`

test('in a Replicated database of one shard one statement turns the setting off', async () => {
  const on = lab.names.slice(0, 2)
  await createShared(on)
  const [rows, before] = [await sums(on), await objectsOf(on)]
  expect(before[0]).toEqual(before[1])
  const preview = await previewExit(lab.as('operator'), request())
  expect(preview.switches).toEqual([{ node: on[0], sql: off() }])
  expect(preview.checks.filter(({ id }) => id.startsWith('database'))).toMatchObject([
    { id: 'database-setting', outcome: 'passed' },
  ])
  const done = await untilEnd(await begin())
  expect(done, done.error ?? '').toMatchObject({ status: 'completed' })
  await expectApart(on, rows, before)
})

test('a Replicated database of two shards moves all replicas at once, even when killed half-way', async (context) => {
  await lab.need(context, 'kills')
  const on = lab.names
  const [first = ''] = on
  const lost = on.at(-1) ?? ''
  await createShared(on)
  const [rows, before] = [await sums(on), await objectsOf(on)]
  expect(before[0]).toEqual(before[1])
  expect(before[2]).toEqual(before[3])
  const preview = await previewExit(lab.as('operator'), {
    ...{ ...request(), limits: { bandwidthBytesPerSecond: '100000' } },
  })
  expect(preview.switches).toEqual([{ node: first, sql: off() }])
  expect(preview.checks.filter(({ id }) => id.startsWith('database'))).toMatchObject([
    { id: 'database-setting', outcome: 'passed' },
    { id: 'database-moves', outcome: 'warning', node: null },
  ])
  const largest = Math.max(...preview.rooms.map(({ neededBytes }) => Number(neededBytes)))
  expect(preview.seconds?.toHot, 'all replicas at once').toBe(Math.ceil(largest / 100_000))

  const id = await begin()
  const read = () => getExit(lab.as('viewer'), { id })
  await expect.poll(async () => (await read()).migrations.length, patience).toBeGreaterThan(0)
  await lab.kill(lost)
  await expect.poll(async () => (await read()).status).toBe('running')
  await lab.start(lost)
  const done = await untilEnd(id)
  expect(done, done.error ?? '').toMatchObject({ status: 'completed' })
  await expectApart(on, rows, before)
})

test('a Replicated database of two shards goes back half-way, to objects that replicas share again', async () => {
  const on = lab.names
  await createShared(on)
  const [rows, before] = [await sums(on), await objectsOf(on)]
  const slow = { limits: { bandwidthBytesPerSecond: '65536' } }
  const { id } = await requestExit(lab.as('admin'), { ...request(), ...slow })
  await startExit(lab.as('admin'), { id })
  const read = () => getExit(lab.as('viewer'), { id })
  await expect
    .poll(async () => (await read()).migrations.some(({ status }) => status === 'running'), patience)
    .toBe(true)
  await cancelExit(lab.as('admin'), { id })
  expect(await untilEnd(id)).toMatchObject({ status: 'cancelled', mayGoBack: true })
  expect(await sums(on)).toEqual(rows)

  await goBackOnExit(lab.as('admin'), { id })
  const back = await untilEnd(id)
  expect(back).toMatchObject({ status: 'cancelled', goesBack: true, mayGoBack: false, error: null })
  expect(back.proof).toContain('The setting is on again on all 4 replicas')
  const after = await objectsOf(on)
  expect(after.map((own) => own.length)).toEqual(before.map((own) => own.length))
  expect(after[0]).toEqual(after[1])
  expect(after[2]).toEqual(after[3])
  expect(await sums(on)).toEqual(rows)
})

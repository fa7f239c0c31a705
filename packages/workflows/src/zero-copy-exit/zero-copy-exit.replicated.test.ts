import { setTimeout as sleep } from 'node:timers/promises'
import { notifyChange } from '@frostline/db'
import { drivenRunStatuses, isDrivenRun } from '@frostline/domain'
import { createObjectStore } from '@frostline/object-store'
import {
  applyTableTtl,
  cancelExit,
  type ExitDetail,
  getExit,
  getTableSharing,
  goBackOnExit,
  pauseExit,
  pauseTierMigration,
  previewExit,
  requestExit,
  requestTierMigrationPlan,
  resumeExit,
  resumeTierMigration,
  retryExit,
  startExit,
  startTierMigration,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

let lab: ReplicatedLab
let worker: ProductProcess
let first = ''
let second = ''
let table = ''
let tables = 0
const startWorker = () =>
  spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach(async (context) => {
  await lab.need(context, 'zero-copy')
  table = await createShared()
})

const name = (of = table) => `${lab.database}.${of}`
const admin = () => lab.as('admin')
const at = () => ({ cluster: lab.cluster, database: lab.database, table })

/** On the replicas of the first shard: two partitions that both have on the shared disk, and a local one. */
async function createShared(): Promise<string> {
  const made = `events_${++tables}`
  await lab.createTable(made, {
    ...{ columns: 'day Date, id UInt64, text String', partitionBy: 'toYYYYMM(day)', orderBy: 'id' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
  for (const month of ['01', '02', '03'])
    await lab.ask(
      first,
      `INSERT INTO ${name(made)} SELECT toDate('2026-${month}-01'), number, randomPrintableASCII(60) FROM numbers(4000)`,
    )
  await lab.waitForEqualReplicas(made)
  for (const node of [first, second])
    for (const id of ['202601', '202602'])
      await lab.ask(node, `ALTER TABLE ${name(made)} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
  return made
}

/** Objects of the table by replica, from the metadata of the nodes. */
async function objectsOf(of = table): Promise<string[][]> {
  const [row] = await lab.ask<{ uuid: string }>(
    first,
    `SELECT uuid FROM system.tables WHERE database = '${lab.database}' AND name = '${of}'`,
  )
  return Promise.all(
    [first, second].map(async (node) =>
      (
        await lab.ask<{ remote_path: string }>(
          node,
          `SELECT remote_path FROM system.remote_data_paths
           WHERE position(local_path, '${row?.uuid}') > 0 AND disk_name = 'cold_shared' ORDER BY remote_path`,
        )
      ).map(({ remote_path }) => remote_path),
    ),
  )
}
async function listBucket(): Promise<string[]> {
  const { store } = lab.replicas
  if (!store) return expect.fail('Nobody said where the cold disks lie.')
  const keys: string[] = []
  for await (const page of createObjectStore(store).list(store.bucket))
    keys.push(...page.objects.map(({ key }) => key))
  return keys
}
const volumes = async () =>
  Promise.all(
    [first, second].map(async (node) =>
      (
        await lab.ask<{ place: string }>(
          node,
          `SELECT DISTINCT concat(partition_id, ' ', disk_name) AS place FROM system.parts
           WHERE active AND database = '${lab.database}' AND table = '${table}' ORDER BY place`,
        )
      ).map(({ place }) => place),
    ),
  )
const settingOn = async () =>
  (await getTableSharing(lab.ctx, at())).data.replicas.map(({ enabled }) => enabled)
const sums = () =>
  Promise.all(
    [first, second].map((node) =>
      lab.ask(node, `SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM ${name()}`),
    ),
  )

async function begin(change: object = {}): Promise<string> {
  const { id } = await requestExit(admin(), { ...at(), hotVolume: 'hot', ...change })
  await startExit(admin(), { id })
  return id
}
async function until(id: string, is: (exit: ExitDetail) => boolean, timeout = 90_000): Promise<ExitDetail> {
  const end = Date.now() + timeout
  for (;;) {
    const seen = await getExit(lab.as('viewer'), { id })
    if (is(seen)) return seen
    if (Date.now() > end) return expect.fail(JSON.stringify({ ...seen, checks: [] }, bigints))
    await sleep(200)
  }
}
const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const ended = ({ status }: ExitDetail) => status !== 'planned' && status !== 'paused' && !isDrivenRun(status)
const cold = ['202601 cold_shared', '202602 cold_shared', '202603 default']
const hot = ['202601 default', '202602 default', '202603 default']

test('an exit ends with separate objects for each replica, and touches no object of another table', async () => {
  const own = table
  const bystander = await createShared()
  table = own
  const [before, others, rows] = await Promise.all([objectsOf(), objectsOf(bystander), sums()])
  expect(before[0]).toEqual(before[1])
  const bucket = await listBucket()

  const preview = await previewExit(lab.as('operator'), { ...at(), hotVolume: 'hot', targetVolume: 'cold' })
  expect(preview).toMatchObject({ accepted: true, partitions: 2, moves: { steps: { length: 4 } } })
  expect(preview.switches.map(({ sql }) => sql)).toEqual(
    Array(2).fill(
      `ALTER TABLE \`${lab.database}\`.\`${table}\` MODIFY SETTING allow_remote_fs_zero_copy_replication = 0`,
    ),
  )
  expect(preview.storedAfterBytes).toBe(preview.storedBytes * 2n)
  expect(preview).toMatchObject({
    uploadBytes: preview.storedBytes * 2n,
    lastMoves: { steps: { length: 4 } },
  })
  const paced = await previewExit(lab.as('operator'), {
    ...{ ...at(), hotVolume: 'hot', limits: { bandwidthBytesPerSecond: '65536' } },
  })
  // The two replicas of a shard move one after the other.
  const seconds = Math.ceil(Number(preview.storedBytes * 2n) / 65_536)
  expect(paced).toMatchObject({ seconds: { toHot: seconds, toTarget: 0 }, uploadBytes: 0n, lastMoves: null })
  expect(preview.rooms.map(({ node, neededBytes }) => [node, neededBytes === preview.storedBytes])).toEqual([
    [first, true],
    [second, true],
  ])

  const id = await begin({ targetVolume: 'cold' })
  await expect(requestExit(admin(), { ...at(), hotVolume: 'hot' })).rejects.toMatchObject({
    code: 'conflict',
  })
  const done = await until(id, ended)
  expect(done).toMatchObject({ status: 'completed', error: null, stage: 'to-target' })
  expect(done.proof).toBe(
    'The setting is off on all 2 replicas. No part has a lock, and no object belongs to two replicas. ' +
      '4 copies of partitions have the same parts as before; the replicas of each shard are equal.',
  )
  expect(done.migrations.map(({ stage, status }) => [stage, status])).toEqual([
    ['to-hot', 'completed'],
    ['to-target', 'completed'],
  ])
  expect(done.switches.map(({ node, on, seenAt }) => [node, on, seenAt !== null]).sort()).toEqual([
    [first, false, true],
    [second, false, true],
  ])
  expect(await volumes()).toEqual([cold, cold])
  expect(await sums()).toEqual(rows)
  const after = await objectsOf()
  expect(after[0]?.length).toBe(before[0]?.length)
  expect(after[0]?.filter((key) => after[1]?.includes(key))).toEqual([])
  expect((await getTableSharing(lab.ctx, at())).data).toMatchObject({
    ...{ sharing: false, states: { shared: 0, single: 0, unheld: 0 } },
  })

  expect(await objectsOf(bystander)).toEqual(others)
  const rest = new Set(await listBucket())
  const gone = bucket.filter((key) => !rest.has(key))
  expect(gone.sort()).toEqual(before[0])
  const known = new Set(bucket)
  expect([...rest].filter((key) => !known.has(key)).sort()).toEqual(after.flat().sort())
  const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['zero-copy-exit.request', 'succeeded'],
    ['zero-copy-exit.start', 'requested'],
    ['zero-copy-exit.finish', 'succeeded'],
  ])
}, 120_000)

test('it pauses half-way, resumes, is cancelled, and goes back to shared objects', async () => {
  const rows = await sums()
  const slow = { limits: { bandwidthBytesPerSecond: '65536' } }
  const id = await begin(slow)
  await until(id, ({ migrations }) => migrations.length > 0)
  const { id: rival } = await requestTierMigrationPlan(lab.as('operator'), {
    ...{ ...at(), targetVolume: 'cold', goal: { kind: 'partitions', partitionIds: ['202603'] } },
  })
  await pauseExit(admin(), { id })
  const paused = await until(id, ({ status }) => status === 'paused')
  expect(paused).toMatchObject({ stage: 'to-hot', mayGoBack: true })
  expect(paused.standing).toContain('It is safe to stop')
  expect(await settingOn()).toEqual([true, true])

  await resumeExit(admin(), { id })
  await expect(startTierMigration(lab.as('operator'), { id: rival })).rejects.toMatchObject({
    code: 'conflict',
  })
  const ttl = { ...at(), ttl: "day + INTERVAL 50 YEAR TO VOLUME 'cold'", mode: 'gentle' as const }
  await expect(applyTableTtl(admin(), ttl)).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining('taken off zero-copy replication') },
  })
  await until(id, ({ migrations }) => migrations.some(({ status }) => status === 'running'))
  await cancelExit(admin(), { id })
  expect(await until(id, ended)).toMatchObject({ status: 'cancelled', mayGoBack: true })
  expect(await sums()).toEqual(rows)

  await goBackOnExit(admin(), { id })
  const back = await until(id, ended)
  expect(back).toMatchObject({ status: 'cancelled', goesBack: true, mayGoBack: false, error: null })
  expect(back.proof).toContain('The setting is on again on all 2 replicas')
  expect(await volumes()).toEqual([cold, cold])
  const [one, two] = await objectsOf()
  expect(one).toEqual(two)
  expect(await sums()).toEqual(rows)
}, 180_000)

test('workers that die at every step lose nothing', async () => {
  const rows = await sums()
  const id = await begin({ targetVolume: 'cold' })
  const signature = (exit: ExitDetail) =>
    JSON.stringify([
      exit.stage,
      exit.status,
      exit.migrations.map(({ status }) => status),
      exit.switches.map(({ seenAt }) => seenAt !== null),
    ])
  let killed = 0
  for (let seen = ''; ; ) {
    const exit = await until(id, (now) => ended(now) || signature(now) !== seen, 120_000)
    if (ended(exit)) break
    seen = signature(exit)
    // What a dispatcher does with a run whose worker is dead; the former run is fenced at its next write.
    await lab.db.run.updateMany({
      where: { id, status: { in: [...drivenRunStatuses] } },
      data: { generation: { increment: 1 }, recoveries: 0 },
    })
    if (killed++ === 1) {
      await worker.kill()
      worker = await startWorker()
    }
    await notifyChange(lab.db, 'zero-copy-exit', id)
  }
  expect(killed).toBeGreaterThan(4)
  const done = await getExit(lab.as('viewer'), { id })
  expect(done).toMatchObject({ status: 'completed', error: null })
  expect(await sums()).toEqual(rows)
  expect(await volumes()).toEqual([cold, cold])
  const [one, two] = await objectsOf()
  expect(one?.filter((key) => two?.includes(key))).toEqual([])
}, 240_000)

test('waits for a replica that is lost in the middle, and the setting stays on until it is back', async (context) => {
  await lab.need(context, 'kills')
  const rows = await sums()
  const { id } = await requestExit(admin(), { ...at(), hotVolume: 'hot' })
  await lab.kill(second)
  await startExit(admin(), { id })
  const waiting = await until(id, ({ waitReason }) => waitReason !== null)
  expect(waiting.waitReason).toContain(second)
  expect(waiting).toMatchObject({ status: 'running', stage: 'to-hot', switches: [] })
  await lab.start(second)
  const done = await until(id, ended, 120_000)
  expect(done).toMatchObject({ status: 'completed', targetVolume: null })
  await lab.waitForEqualReplicas(table)
  expect([await volumes(), await settingOn()]).toEqual([
    [hot, hot],
    [false, false],
  ])
  expect(await sums()).toEqual(rows)
  expect(await objectsOf()).toEqual([[], []])
}, 180_000)

test('parts that become shared meanwhile send it back to the first stage', async () => {
  const rows = await sums()
  const id = await begin({ targetVolume: 'cold', limits: { bandwidthBytesPerSecond: '131072' } })
  const { migrations } = await until(id, (exit) => exit.migrations.length > 0)
  const child = { id: migrations[0]?.id ?? '' }
  await pauseTierMigration(lab.as('operator'), child)
  await until(id, ({ waitReason }) => waitReason === 'Its tier migration is paused. Resume it to continue.')
  // Manually, for a partition that its tier migration does not know.
  for (const node of [first, second])
    await lab.ask(node, `ALTER TABLE ${name()} MOVE PARTITION ID '202603' TO VOLUME 'cold'`)
  await resumeTierMigration(lab.as('operator'), child)
  const done = await until(id, ended, 120_000)
  expect(done).toMatchObject({ status: 'completed', error: null })
  expect(done.migrations.map(({ stage }) => stage)).toEqual(['to-hot', 'to-hot', 'to-target'])
  // What the exit has taken off the shared disk goes back there, and is compared.
  expect(await volumes()).toEqual(Array(2).fill(cold.map((place) => place.replace('default', 'cold_shared'))))
  expect(done.proof).toContain('6 copies of partitions have the same parts as before')
  expect(await sums()).toEqual(rows)
}, 180_000)

test('it is refused while a TTL would share again or a replica is unreachable, and a cancelled one is retried', async () => {
  await lab.ask(
    first,
    `ALTER TABLE ${name()} MODIFY TTL day + INTERVAL 50 YEAR TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0`,
  )
  await expect(requestExit(admin(), { ...at(), hotVolume: 'hot' })).rejects.toMatchObject({
    ...{ code: 'refused', message: expect.stringContaining("The TTL moves parts to the volume 'cold'") },
  })
  await expect(requestExit(lab.as('operator'), { ...at(), hotVolume: 'hot' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await lab.ask(first, `ALTER TABLE ${name()} REMOVE TTL`)
  // Keeper has the replica, and its parts cannot be read.
  await lab.ask(second, `DETACH TABLE ${name()} SYNC`)
  const { accepted, checks } = await previewExit(lab.as('operator'), { ...at(), hotVolume: 'hot' })
  expect({ accepted, text: checks.find(({ id }) => id === 'all-answered')?.text }).toEqual({
    ...{ accepted: false, text: expect.stringContaining('Keeper has this replica of the table') },
  })
  await lab.ask(second, `ATTACH TABLE ${name()}`)
  await lab.waitForEqualReplicas(table)
  const id = await begin()
  await cancelExit(admin(), { id })
  expect(await until(id, ended)).toMatchObject({ status: 'cancelled', proof: null })
  await retryExit(admin(), { id })
  expect(await until(id, ended)).toMatchObject({ status: 'completed', error: null })
  expect(await volumes()).toEqual([hot, hot])
}, 180_000)

import {
  getTierMigration,
  getTierMigrationStep,
  listBucketFindings,
  listCutOffUploads,
  previewTierMigration,
  requestTierMigrationPlan,
  startTierMigration,
  type TierMigrationRequest,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { openSharedStore, type SharedStore } from '../testing/shared-store.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// Replicas that share the objects of a table by zero-copy replication.
let lab: ReplicatedLab
let store: SharedStore
let worker: ProductProcess
let first = ''
let second = ''

const startWorker = () =>
  spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
    FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8',
  })

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  store = await openSharedStore(lab)
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach((context) => lab.need(context, 'zero-copy'))

/** A table on the replicas of the first shard, with some rows in each of these months. */
async function createShared(table: string, months: readonly string[]): Promise<void> {
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64, text String', orderBy: 'id', partitionBy: 'toYYYYMM(day)' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
  for (const month of months) await insert(first, table, month)
  await lab.waitForEqualReplicas(table)
}

const insert = (node: string, table: string, month: string, from = 0) =>
  lab.ask(
    node,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('${month}-01'), number, randomPrintableASCII(100) FROM numbers(${from}, 2000)`,
  )

const request = (table: string, targetVolume = 'cold'): TierMigrationRequest => ({
  ...{ cluster: lab.cluster, database: lab.database, table, targetVolume },
  goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
})

async function plan(table: string, targetVolume?: string): Promise<string> {
  return (await requestTierMigrationPlan(lab.as('operator'), request(table, targetVolume))).id
}
const get = (id: string) => getTierMigration(lab.as('viewer'), { id })

async function run(table: string, targetVolume?: string) {
  const id = await plan(table, targetVolume)
  await startTierMigration(lab.as('operator'), { id })
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')
  return get(id)
}

/** What two listings of the bucket differ by. */
function added(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>) {
  const keys = [...after].filter(([key]) => !before.has(key))
  return { objects: keys.length, bytes: keys.reduce((sum, [, size]) => sum + size, 0n) }
}

/** PUTs that the servers have counted for the statements of a migration, by node. */
async function putsOf(id: string): Promise<Record<string, number>> {
  const moves = await lab.db.tierMigrationMove.findMany({
    where: { step: { migrationId: id } },
    select: { queryId: true, step: { select: { nodeName: true } } },
  })
  const puts: Record<string, number> = {}
  for (const node of [first, second]) {
    await lab.ask(node, 'SYSTEM FLUSH LOGS')
    const ids = moves.flatMap(({ queryId, step }) => (step.nodeName === node ? [`'${queryId}'`] : []))
    const [row] = await lab.ask<{ puts: number }>(
      node,
      `SELECT toUInt32(sum(ProfileEvents['S3PutObject'])) AS puts FROM system.query_log
       WHERE type = 'QueryFinish' AND query_id IN (${ids.join(', ')})`,
    )
    puts[node] = row?.puts ?? -1
  }
  return puts
}

it('has one replica upload, moves the other after it, and counts what lies in the bucket once', async () => {
  await createShared('once', ['2026-01', '2026-02', '2026-03'])
  const before = await store.list()
  const preview = await previewTierMigration(lab.as('operator'), request('once'))
  expect(preview.steps.map(({ node, sharing }) => [node, sharing?.uploader])).toEqual(
    ['1', '2', '3'].flatMap(() => [
      [first, first],
      [second, first],
    ]),
  )
  const hot = preview.steps.reduce((sum, { totals }) => sum + totals.bytes, 0n)
  expect(preview.totals).toMatchObject({ parts: 6, bytes: hot })
  expect(preview.steps.reduce((sum, { sharing }) => sum + (sharing?.sharedBytes ?? 0n), 0n)).toBe(hot)
  expect(preview.checks.find(({ id }) => id === 'zero-copy')?.text).toContain('uploads nothing')

  const migration = await run('once')
  const arrived = added(before, await store.list())
  expect(migration).toMatchObject({ movedParts: 6, movedBytes: hot, totalBytes: hot })
  expect(migration.phases.find(({ phase }) => phase === 'copy')).toMatchObject({
    doneBytes: hot,
    totalBytes: hot,
  })
  const of = (node: string) => migration.stepList.filter(({ nodeName }) => nodeName === node)
  for (const step of of(first))
    expect(step).toMatchObject({ proof: 'identical', sharedObjects: 0, sharingFault: null })
  for (const step of of(second))
    expect(step).toMatchObject({
      ...{ proof: 'identical', plannedBytes: 0n, movedBytes: 0n, uploadedBytes: 0n },
      ...{ ownObjects: 0, sharingFault: null },
    })
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((all, value) => all + (value ?? 0), 0)
  expect(sum(of(first).map(({ ownObjects }) => ownObjects))).toBe(arrived.objects)
  expect(sum(of(second).map(({ sharedObjects }) => sharedObjects))).toBe(arrived.objects)
  expect(of(first).reduce((all, { uploadedBytes }) => all + uploadedBytes, 0n)).toBe(arrived.bytes)
  expect(await putsOf(migration.id)).toEqual({ [first]: arrived.objects, [second]: 0 })
  // One after the other, partition by partition.
  for (const uploaded of of(first)) {
    const follower = of(second).find(({ partitionId }) => partitionId === uploaded.partitionId)
    expect(follower?.startedAt?.getTime()).toBeGreaterThanOrEqual(uploaded.finishedAt?.getTime() ?? Infinity)
  }
})

it('has the most complete replica upload, and the other one what it alone has got', async () => {
  await createShared('uneven', ['2026-01'])
  await lab.ask(second, `SYSTEM STOP MERGES ${lab.database}.uneven`)
  await lab.ask(first, `SYSTEM STOP MERGES ${lab.database}.uneven`)
  await lab.stopFetches(first, 'uneven')
  await insert(second, 'uneven', '2026-01', 5000)
  const { steps } = await previewTierMigration(lab.as('operator'), request('uneven'))
  expect(steps.map(({ node, totals, sharing }) => [node, totals.parts, sharing?.uploader])).toEqual([
    [second, 2, second],
    [first, 1, second],
  ])
  const before = await store.list()
  const id = await plan('uneven')
  await startTierMigration(lab.as('operator'), { id })
  await expect
    .poll(async () => (await get(id)).stepList.find(({ nodeName }) => nodeName === first)?.waitReason)
    .toContain('SYSTEM START FETCHES')
  await lab.startFetches(first, 'uneven')
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')
  const { stepList, movedBytes, totalBytes } = await get(id)
  expect(movedBytes).toBe(totalBytes)
  const arrived = added(before, await store.list())
  expect(stepList.reduce((all, { ownObjects }) => all + (ownObjects ?? 0), 0)).toBe(arrived.objects)
  expect(stepList.every(({ sharingFault }) => sharingFault === null)).toBe(true)
})

it('says where a replica has uploaded a part once more', async () => {
  // What moved before the setting came has no lock, so nobody refers to it.
  await lab.createTable('apart', {
    ...{ columns: 'day Date, id UInt64, text String', orderBy: 'id', partitionBy: 'toYYYYMM(day)' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
  const set = (value: number) =>
    Promise.all(
      [first, second].map((node) =>
        lab.ask(
          node,
          `ALTER TABLE ${lab.database}.apart MODIFY SETTING allow_remote_fs_zero_copy_replication = ${value}`,
        ),
      ),
    )
  await set(0)
  await insert(first, 'apart', '2026-01')
  await lab.waitForEqualReplicas('apart')
  await lab.ask(first, `ALTER TABLE ${lab.database}.apart MOVE PARTITION ID '202601' TO VOLUME 'cold'`)
  await set(1)
  const before = await store.list()
  const migration = await run('apart')
  const [step] = migration.stepList
  const arrived = added(before, await store.list())
  expect(arrived.objects).toBeGreaterThan(0)
  expect(step).toMatchObject({ nodeName: second, ownObjects: arrived.objects, uploadedBytes: arrived.bytes })
  expect(step?.sharingFault).toContain('again, because')
  const detail = await getTierMigrationStep(lab.as('viewer'), { id: migration.id, ordinal: 0 })
  expect(detail.before?.[0]?.shared).toBeUndefined()
})

it('counts each object once though the worker is killed during the upload and the move after it', async () => {
  await createShared('crashed', ['2026-01'])
  const before = await store.list()
  const id = await plan('crashed')
  await startTierMigration(lab.as('operator'), { id })
  const sent = () => lab.db.tierMigrationMove.count({ where: { step: { migrationId: id } } })
  for (let statements = 1; statements <= 2; statements++) {
    await expect
      .poll(async () => (await sent()) >= statements || (await get(id)).status === 'completed', {
        ...{ timeout: 60_000, interval: 20 },
      })
      .toBe(true)
    await worker.kill()
    worker = await startWorker()
  }
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')
  const { stepList, movedBytes, totalBytes } = await get(id)
  expect(movedBytes).toBe(totalBytes)
  const arrived = added(before, await store.list())
  const objectsOf = (node: string) =>
    stepList.reduce(
      (sum, step) =>
        step.nodeName === node
          ? { own: sum.own + (step.ownObjects ?? 0), shared: sum.shared + (step.sharedObjects ?? 0) }
          : sum,
      { own: 0, shared: 0 },
    )
  expect(objectsOf(first)).toEqual({ own: arrived.objects, shared: 0 })
  expect(objectsOf(second)).toEqual({ own: 0, shared: arrived.objects })
  expect(stepList.map(({ proof, sharingFault }) => [proof, sharingFault])).toEqual(
    stepList.map(() => ['identical', null]),
  )
})

it('moves back to hot as each its own copy', async () => {
  await createShared('back', ['2026-01'])
  await run('back')
  const migration = await run('back', 'hot')
  expect(migration.stepList.map(({ uploader, sharedObjects }) => [uploader, sharedObjects])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(
    migration.stepList.every(
      ({ plannedBytes, movedBytes }) => plannedBytes > 0n && movedBytes === plannedBytes,
    ),
  ).toBe(true)
})

it('waits for Keeper, and leaves no objects and no locks where a move without it would', async (context) => {
  await lab.need(context, 'kills')
  await createShared('without_keeper', ['2026-01'])
  const before = await store.list()
  await run('without_keeper')
  const id = await plan('without_keeper', 'hot')
  await lab.kill('zookeeper')
  await expect
    .poll(
      async () => {
        const rows = await lab.ask<{ is_readonly: number }>(
          first,
          `SELECT is_readonly FROM system.replicas WHERE database = '${lab.database}' AND table = 'without_keeper'`,
        )
        return rows[0]?.is_readonly
      },
      { timeout: 90_000 },
    )
    .toBe(1)
  await startTierMigration(lab.as('operator'), { id })
  await expect
    .poll(async () => (await get(id)).stepList.map(({ waitReason }) => waitReason), { timeout: 60_000 })
    .toContainEqual(expect.stringContaining('so a move has to wait'))
  expect(await lab.db.tierMigrationMove.count({ where: { step: { migrationId: id } } })).toBe(0)
  await lab.start('zookeeper')
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')
  await expect
    .poll(async () => added(before, await store.list()).objects, { timeout: 60_000, interval: 1000 })
    .toBe(0)
})

it('tells of an upload whose server was killed, and which objects it has left', async (context) => {
  await lab.need(context, 'kills')
  // A wide part is uploaded file by file.
  await lab.createTable('killed', {
    ...{ columns: 'day Date, id UInt64, a String, b String', orderBy: 'id', partitionBy: 'toYYYYMM(day)' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
  await lab.ask(
    first,
    `INSERT INTO ${lab.database}.killed SELECT toDate('2026-01-01'), number, randomPrintableASCII(100), randomPrintableASCII(100) FROM numbers(80000)`,
  )
  await lab.waitForEqualReplicas('killed')
  const at = { cluster: lab.cluster, database: lab.database, table: 'killed' }
  const before = await store.list()
  const { id } = await requestTierMigrationPlan(lab.as('operator'), {
    ...request('killed'),
    limits: { bandwidthBytesPerSecond: '1000000' },
  })
  await startTierMigration(lab.as('operator'), { id })
  // What is not flushed is lost with the server.
  const logged = async () => {
    await lab.ask(first, 'SYSTEM FLUSH LOGS')
    const [row] = await lab.ask<{ n: string }>(
      first,
      `SELECT toString(count()) AS n FROM system.blob_storage_log WHERE event_type = 'Upload' AND query_id IN
         (SELECT query_id FROM system.processes WHERE query LIKE '%${lab.database}%killed%MOVE%')`,
    )
    return Number(row?.n)
  }
  await expect.poll(logged).toBeGreaterThan(0)
  await lab.kill(first)
  await lab.start(first)
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')

  const { stepList, movedBytes, totalBytes } = await get(id)
  expect(movedBytes).toBe(totalBytes)
  expect(stepList.map(({ proof, sharingFault }) => [proof, sharingFault])).toEqual([
    ['identical', null],
    ['identical', null],
  ])
  const orphans = await store.findUnneeded(
    [...(await store.list()).keys()].filter((key) => !before.has(key)),
    lab.names,
  )
  expect(orphans.length).toBeGreaterThan(0)
  const { uploads } = await listCutOffUploads(lab.as('viewer'), at)
  expect(uploads).toMatchObject([
    { migrationId: id, node: first, partitionId: '202601', bytes: totalBytes, audit: null },
  ])
  const named = uploads[0]?.logged?.objects ?? 0
  expect(named).toBeGreaterThan(0)
  const auditId = await store.auditUpTo(uploads[0]?.cutOffAt ?? new Date())
  const found = await listCutOffUploads(lab.as('viewer'), { cluster: lab.cluster, migrationId: id })
  expect(found.uploads[0]?.audit).toMatchObject({ id: auditId, orphans: orphans.length, byLog: named })
  const { findings } = await listBucketFindings(lab.as('viewer'), { id: auditId, kind: 'orphan' })
  expect(findings.map(({ key }) => key).filter((key) => !before.has(key))).toEqual(orphans)
})

it('has another replica upload while the one that was to is away', async (context) => {
  await lab.need(context, 'kills')
  await createShared('absent', ['2026-01', '2026-02'])
  const before = await store.list()
  const id = await plan('absent')
  await lab.kill(first)
  try {
    await startTierMigration(lab.as('operator'), { id })
    const of = async (node: string) => (await get(id)).stepList.filter(({ nodeName }) => nodeName === node)
    await expect
      .poll(async () => (await of(second)).map(({ status }) => status), { timeout: 90_000 })
      .toEqual(['completed', 'completed'])
  } finally {
    await lab.start(first)
  }
  await expect.poll(async () => (await get(id)).status, { timeout: 90_000 }).toBe('completed')
  const { stepList, movedBytes, totalBytes, phases } = await get(id)
  expect(movedBytes).toBe(totalBytes)
  expect(phases.find(({ phase }) => phase === 'copy')?.doneBytes).toBe(totalBytes)
  const arrived = added(before, await store.list())
  const put = (node: string) =>
    stepList.reduce((sum, step) => (step.nodeName === node ? sum + (step.ownObjects ?? 0) : sum), 0)
  expect([put(first), put(second)]).toEqual([0, arrived.objects])
  expect(stepList.every(({ sharingFault }) => sharingFault === null)).toBe(true)
})

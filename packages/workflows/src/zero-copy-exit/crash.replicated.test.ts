import { createObjectStore } from '@frostline/object-store'
import { type ExitDetail, getExit, getTableSharing, requestExit, startExit } from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// Workers, a node and Keeper are killed between the steps of an exit; it continues, and nothing is lost or duplicated.
let lab: ReplicatedLab
let worker: ProductProcess
let table = ''
let tables = 0
let bucketBefore = new Set<string>()
/** A worker is silent for 10 s before another one takes over. */
const takeover = { timeout: 120_000, interval: 100 }

beforeAll(async () => {
  lab = await openReplicatedLab()
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach(async (context) => {
  await lab.need(context, 'zero-copy', 'kills')
  bucketBefore = new Set(await listBucket())
  table = `events_${++tables}`
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64, text String', partitionBy: 'toYYYYMM(day)', orderBy: 'id' },
    policy: 'tiered_shared',
  })
  // A merge during a move to a shared disk can leave objects there (docs/clickhouse.md), which would be taken for the exit's.
  await lab.askAll(`SYSTEM STOP MERGES ${name()}`)
  for (const node of lab.names)
    for (const month of ['01', '02'])
      await lab.ask(
        node,
        `INSERT INTO ${name()} SELECT toDate('2026-${month}-01'), rand64(), randomPrintableASCII(60) FROM numbers(1000)`,
      )
  await lab.waitForEqualReplicas(table)
  for (const node of lab.names)
    for (const id of ['202601', '202602'])
      await lab.ask(node, `ALTER TABLE ${name()} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
  await lab.askAll(`SYSTEM START MERGES ${name()}`)
})

const name = () => `${lab.database}.${table}`
const at = () => ({ cluster: lab.cluster, database: lab.database, table })
const startWorker = () =>
  spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
const sums = () => lab.askAll(`SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM ${name()}`)
const read = (id: string): Promise<ExitDetail> => getExit(lab.as('viewer'), { id })

async function listBucket(): Promise<string[]> {
  const { store } = lab.replicas
  if (!store) return expect.fail('Nobody said where the cold disks lie.')
  const keys: string[] = []
  for await (const page of createObjectStore(store).list(store.bucket))
    keys.push(...page.objects.map(({ key }) => key))
  return keys
}

async function request(): Promise<string> {
  const { id } = await requestExit(lab.as('admin'), {
    ...{ ...at(), hotVolume: 'hot', targetVolume: 'cold', limits: { bandwidthBytesPerSecond: '131072' } },
  })
  return id
}

/** The objects that the parts need, against the bucket. A merge of the table of the former test may add some of its own. */
async function compareObjects() {
  const [uuids] = await lab.askAll<{ uuid: string }>(
    `SELECT uuid FROM system.tables WHERE database = '${lab.database}' AND name = '${table}'`,
  )
  const paths = await lab.askAll<{ path: string; own: boolean }>(
    `SELECT remote_path AS path, position(local_path, '${uuids?.[0]?.uuid}') > 0 AS own
     FROM system.remote_data_paths WHERE disk_name = 'cold_shared'`,
  )
  const needed = paths.flat()
  const own = needed.filter((each) => Boolean(each.own)).map(({ path }) => path)
  const known = new Set([...bucketBefore, ...needed.map(({ path }) => path)])
  const present = new Set(await listBucket())
  return {
    hasOwn: own.length > 0,
    shared: own.filter((path, index) => own.indexOf(path) !== index),
    missing: own.filter((path) => !present.has(path)),
    unreferenced: await findWriters([...present].filter((path) => !known.has(path))),
  }
}

/** The uploads and deletions of each object. Nothing else names its writer once its part is gone. */
async function findWriters(keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  await lab.askAll('SYSTEM FLUSH LOGS')
  const events = await lab.askAll<{ text: string }>(
    `SELECT concat_ws(' ', remote_path, event_type, 'at', toString(event_time_microseconds), 'for', local_path,
       query_id, error) AS text
     FROM system.blob_storage_log WHERE remote_path IN (${keys.map((key) => `'${key}'`).join()}) ORDER BY text`,
  )
  const texts = events.flatMap((of, node) => of.map(({ text }) => `${text} on ${lab.names[node]}`))
  return keys.flatMap((key) => {
    const own = texts.filter((text) => text.startsWith(key))
    return own.length > 0 ? own : [`${key}, which no log knows`]
  })
}

/** Objects are those of the parts, each of one replica; no lock is left; and rows are as before. */
async function expectApart(rows: Awaited<ReturnType<typeof sums>>): Promise<void> {
  expect(await sums()).toEqual(rows)
  const disks = await lab.askAll(
    `SELECT DISTINCT disk_name AS disk FROM system.parts WHERE active AND database = '${lab.database}' AND table = '${table}'`,
  )
  expect(disks).toEqual(lab.names.map(() => [{ disk: 'cold_shared' }]))
  // A merge may change the bucket between both reads.
  const apart = { hasOwn: true, shared: [], missing: [], unreferenced: [] }
  await expect.poll(compareObjects, { timeout: 60_000, interval: 1_000 }).toEqual(apart)
  const { data } = await getTableSharing(lab.ctx, at())
  expect(data).toMatchObject({ sharing: false, replicas: lab.names.map(() => ({ enabled: false })) })
  for (const root of data.lockRoots)
    expect(
      await lab.ask(
        lab.names[0] ?? '',
        `SELECT name FROM system.zookeeper WHERE path = '${root.slice(0, root.lastIndexOf('/'))}'
         AND name = '${root.slice(root.lastIndexOf('/') + 1)}' AND numChildren > 0`,
      ),
    ).toEqual([])
}

test('workers that are killed in each stage of an exit on two shards lose and duplicate nothing', async () => {
  const rows = await sums()
  const id = await request()
  await startExit(lab.as('admin'), { id })
  const moments: ((exit: ExitDetail) => boolean)[] = [
    ({ migrations }) => migrations.some(({ movedBytes }) => movedBytes > 0n),
    ({ switches }) => switches.length > 0,
    ({ stage, migrations }) =>
      stage === 'to-target' && migrations.some((own) => own.stage === stage && own.movedBytes > 0n),
  ]
  for (const moment of moments) {
    await expect.poll(async () => moment(await read(id)), takeover).toBe(true)
    await worker.kill()
    expect((await read(id)).status).toBe('running')
    worker = await startWorker()
  }
  await expect.poll(async () => (await read(id)).status, takeover).toBe('completed')
  const { migrations, switches, proof } = await read(id)
  expect(migrations.map(({ stage, status }) => [stage, status])).toEqual([
    ['to-hot', 'completed'],
    ['to-target', 'completed'],
  ])
  expect([...new Set(switches.map(({ node }) => node))].sort()).toEqual([...lab.names].sort())
  expect(proof).toContain('the replicas of each shard are equal')
  await expectApart(rows)
}, 240_000)

test('waits while Keeper and a node are killed, and continues when they are back', async () => {
  const rows = await sums()
  const id = await request()
  await lab.kill('zookeeper')
  await startExit(lab.as('admin'), { id })
  await expect.poll(async () => (await read(id)).waitReason, takeover).not.toBeNull()
  expect(await read(id)).toMatchObject({ status: 'running', stage: 'to-hot', migrations: [], switches: [] })
  await lab.start('zookeeper')
  const moves = async () => (await read(id)).migrations.some(({ movedBytes }) => movedBytes > 0n)
  await expect.poll(moves, takeover).toBe(true)
  const node = lab.names[1] ?? ''
  await lab.kill(node)
  await lab.start(node)
  await expect.poll(async () => (await read(id)).status, takeover).toMatch(/completed|failed/)
  expect(await read(id)).toMatchObject({ status: 'completed', error: null })
  await lab.waitForEqualReplicas(table)
  await expectApart(rows)
}, 240_000)

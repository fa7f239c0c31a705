import {
  cancelBucketAudit,
  getBucketAudit,
  getOrphanRemoval,
  getTableSharing,
  listBucketFindings,
  previewOrphanRemoval,
  restoreOrphanRemoval,
  startOrphanRemoval,
  updateCluster,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { openSharedStore, type SharedStore } from '../testing/shared-store.ts'
import { spawnWorker } from '../testing/worker-process.ts'

let lab: ReplicatedLab
let store: SharedStore
let worker: ProductProcess
let first = ''
let second = ''

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  store = await openSharedStore(lab)
  worker = await spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
    FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8',
  })
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach((context) => lab.need(context, 'zero-copy', 'kills'))

/** With parts of two months on the disk that both replicas of the first shard share. */
async function createCold(table: string): Promise<void> {
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64', orderBy: 'id', partitionBy: 'toYYYYMM(day)' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
  for (const month of ['2026-01', '2026-02'])
    await lab.ask(
      first,
      `INSERT INTO ${lab.database}.${table} SELECT toDate('${month}-01'), number FROM numbers(1000)`,
    )
  await lab.waitForEqualReplicas(table)
  for (const node of [first, second])
    for (const id of ['202601', '202602'])
      await lab.ask(node, `ALTER TABLE ${lab.database}.${table} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
}

/** An operator removes the node from the cluster: it is gone for good. */
async function giveUpSecond(): Promise<void> {
  const { clusterName, nodes, users } = lab.replicas
  await updateCluster(lab.as('admin'), {
    ...{ cluster: lab.cluster, name: 'Replicas', clusterName, acceptUnusable: true, ...users.frostline },
    nodes: nodes
      .filter(({ name }) => name !== second)
      .map(({ name, shard, replica, httpUrl: url }) => ({ name, shard, replica, url })),
  })
}

it('frees what the locks of a dropped replica hold, through an audit and the quarantine', async () => {
  // Other tests leave objects in this bucket too.
  const foreign = await store.list()
  const listOwn = async () => [...(await store.list()).keys()].filter((key) => !foreign.has(key)).sort()
  await createCold('left')
  await lab.kill(second)
  await expect
    .poll(
      () =>
        lab.ask(first, `SYSTEM DROP REPLICA 'r2' FROM TABLE ${lab.database}.left`).then(
          () => 'dropped',
          (error: Error) => error.message,
        ),
      { timeout: 30_000 },
    )
    .toBe('dropped')
  const before = await listOwn()
  await lab.ask(first, `ALTER TABLE ${lab.database}.left DROP PARTITION ID '202601'`)
  const survivors = lab.names.filter((name) => name !== second)
  const unneeded = () => store.findUnneeded(before, survivors)
  const sharing = async () =>
    (await getTableSharing(lab.ctx, { cluster: lab.cluster, database: lab.database, table: 'left' })).data

  // While the node is registered it may come back with the parts, so nothing is concluded.
  const early = await store.startAudit()
  const audit = () => getBucketAudit(lab.as('viewer'), early)
  await expect.poll(async () => (await audit()).waitReason, { timeout: 60_000 }).toContain(second)
  await cancelBucketAudit(lab.as('operator'), early)
  await expect.poll(async () => (await audit()).status, { timeout: 30_000 }).toBe('cancelled')
  expect((await sharing()).findings).toEqual([])

  await giveUpSecond()
  await expect
    .poll(async () => (await sharing()).findings.map(({ fault }) => fault), { timeout: 60_000 })
    .toEqual(['dropped-replica-locks', 'unheld-locks'])
  // The server removes the metadata of what it has dropped gradually: no object is deleted with it.
  const inPart = before.length / 2
  await expect.poll(async () => (await unneeded()).length, { timeout: 60_000 }).toBe(inPart)
  const orphans = await unneeded()
  expect(await listOwn()).toEqual(before)

  const auditId = await store.auditUpTo(new Date())
  const { findings } = await listBucketFindings(lab.as('viewer'), { id: auditId, kind: 'orphan', limit: 500 })
  expect(
    findings
      .map(({ key }) => key)
      .filter((key) => !foreign.has(key))
      .sort(),
  ).toEqual(orphans)
  expect((await sharing()).audit?.orphans).toBeGreaterThanOrEqual(orphans.length)

  const admin = await lab.person('admin')
  const choice = { kinds: ['engine' as const] }
  const { objects, bytes, obstacles } = await previewOrphanRemoval(admin, { auditId, choice })
  expect(obstacles).toEqual([])
  const { id } = await startOrphanRemoval(admin, {
    ...{ auditId, choice, way: 'copy', attested: true },
    ...{ expectedObjects: Number(objects), expectedBytes: String(bytes) },
  })
  const removal = async () => (await getOrphanRemoval(lab.as('viewer'), { id })).status
  await expect.poll(removal, { timeout: 60_000 }).toBe('waiting')
  // What the remaining replica needs exists and is intact.
  const remaining = (await listOwn()).filter((key) => before.includes(key))
  expect(remaining).toEqual(before.filter((key) => !orphans.includes(key)))
  expect(
    await lab.ask(first, `CHECK TABLE ${lab.database}.left SETTINGS check_query_single_value_result = 1`),
  ).toEqual([{ result: 1 }])
  expect(
    await lab.ask(
      first,
      `SELECT toUInt32(sum(id)) AS ids, toUInt32(count()) AS rows FROM ${lab.database}.left`,
    ),
  ).toEqual([{ ids: 499_500, rows: 1000 }])

  // The node comes back after all: it has the part, and needs what is in quarantine.
  await restoreOrphanRemoval(admin, { id })
  await expect.poll(removal, { timeout: 60_000 }).toBe('cancelled')
  expect(await listOwn()).toEqual(before)
  await lab.start(second)
  await expect
    .poll(() => lab.ask(second, `SELECT toUInt32(count()) AS rows FROM ${lab.database}.left`), {
      timeout: 60_000,
    })
    .toEqual([{ rows: 2000 }])
  await lab.ask(second, `SYSTEM RESTORE REPLICA ${lab.database}.left`)
})

import type { Run } from '@frostline/db'
import {
  approveArchive,
  attachArchive,
  previewArchive,
  startArchive,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadWork } from '../load-job/run-load-job.ts'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { openReplicatedLoadLab, type ReplicatedLoadLab } from '../testing/replicated-load-lab.ts'
import { archiveWork, releaseDueArchives } from './run-archive.ts'
import { restoreWork } from './run-restore.ts'

// Detached, attached and dropped parts are the business of each replica.
let lab: ReplicatedLoadLab
let first = ''
let second = ''

beforeAll(async () => {
  lab = await openReplicatedLoadLab()
  ;[first = '', second = ''] = lab.names
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const deps = () => ({ ...labDeps(lab), sourceAddresses: lab.ctx.sourceAddresses })
const drive = (id: string): Promise<Run> => driveOnce(deps(), archiveWork(), id)
const at = (table: string) => `${lab.database}.\`${table}\``

async function insert(node: string, table: string, from: number): Promise<void> {
  await lab.ask(
    node,
    `INSERT INTO ${at(table)} SELECT toDate('2024-01-15'), number, toString(number) FROM numbers(${from}, 500)`,
  )
}

/** Two parts of one partition on each shard. */
async function create(table: string): Promise<void> {
  await lab.createTarget(table)
  await lab.askAll(`SYSTEM STOP MERGES ${at(table)}`)
  for (const [node] of lab.shards) for (const from of [0, 500]) await insert(node, table, from)
  await lab.waitForEqualReplicas(table)
}

const sums = async (table: string): Promise<unknown[]> =>
  (await lab.askAll(`SELECT count() AS rows, sum(sipHash64(day, id, text)) AS sum FROM ${at(table)}`)).flat()

/** Of each node. */
async function detached(table: string): Promise<number[]> {
  const found = await lab.askAll<{ parts: number }>(
    `SELECT toUInt32(count()) AS parts FROM system.detached_parts WHERE database = '${lab.database}' AND table = '${table}'`,
  )
  return found.map((rows) => rows[0]?.parts ?? -1)
}

async function start(table: string): Promise<string> {
  const { source } = lab.draft(table)
  const input = {
    ...{ cluster: lab.cluster, database: lab.database, table },
    prefix: `archives-${lab.database}/`,
    source: { id: source.id, bucket: source.bucket },
    choice: { kind: 'partitions' as const, partitionIds: ['202401'] },
  }
  const { rows, steps, obstacles } = await previewArchive(lab.as('admin'), input)
  expect(obstacles).toEqual([])
  const shown = { expectedRows: String(rows), expectedPartitions: steps.length }
  return (await startArchive(lab.as('admin'), { ...input, graceHours: 24, ...shown })).id
}

async function prove(table: string): Promise<string> {
  const id = await start(table)
  expect(await drive(id)).toMatchObject({ status: 'waiting', error: null })
  return id
}

async function approve(id: string): Promise<void> {
  const { _sum } = await lab.db.archiveStep.aggregate({ where: { archiveId: id }, _sum: { rows: true } })
  await approveArchive(lab.as('admin'), { id, expectedRows: String(_sum.rows) })
}

const waitReason = async (id: string) =>
  (await lab.db.run.findUniqueOrThrow({ where: { id } })).waitReason ?? ''

async function dropAndRestore(id: string, table: string): Promise<void> {
  await lab.db.archive.update({ where: { id }, data: { dropAt: new Date(Date.now() - 1_000) } })
  await releaseDueArchives(deps())
  expect(await drive(id)).toMatchObject({ status: 'completed', error: null })
  expect(await detached(table)).toEqual([0, 0, 0, 0])
  const { id: restore } = await startArchiveRestore(lab.as('admin'), { archiveId: id, mode: 'into' })
  const steps = await lab.db.archiveRestoreStep.findMany({ where: { restoreId: restore } })
  for (const loadId of new Set(steps.flatMap((step) => step.loadId ?? [])))
    await driveOnce(deps(), loadWork, loadId)
  expect(await driveOnce(deps(), restoreWork, restore)).toMatchObject({ status: 'completed', error: null })
}

it('leaves every replica of every shard, and comes back on all of them', async () => {
  await create('whole')
  const before = await sums('whole')
  const id = await prove('whole')
  expect(await sums('whole')).toEqual(before)
  await approve(id)
  expect(await drive(id)).toMatchObject({ status: 'waiting', error: null })
  expect(await sums('whole')).toEqual(before.map(() => ({ rows: '0', sum: '0' })))
  expect(await detached('whole')).toEqual([2, 2, 2, 2])
  await dropAndRestore(id, 'whole')
  await lab.waitForEqualReplicas('whole')
  expect(await sums('whole')).toEqual(before)
})

it('is attached again on every replica, with nothing left behind', async () => {
  await create('back')
  const before = await sums('back')
  const id = await prove('back')
  await approve(id)
  await drive(id)
  await attachArchive(lab.as('admin'), { id })
  expect(await drive(id)).toMatchObject({ status: 'cancelled', error: null })
  await lab.waitForEqualReplicas('back')
  expect(await sums('back')).toEqual(before)
  expect(await detached('back')).toEqual([0, 0, 0, 0])
})

it('keeps rows that another replica gets meanwhile', async () => {
  await create('late')
  const id = await prove('late')
  await insert(second, 'late', 5_000)
  await approve(id)
  expect(await drive(id)).toMatchObject({ status: 'waiting', error: null })
  await lab.waitForEqualReplicas('late')
  expect((await sums('late')).map((row) => (row as { rows: string }).rows)).toEqual(['500', '500', '0', '0'])
  expect(await detached('late')).toEqual([2, 2, 2, 2])
})

it('waits for a replica that has not fetched a part, and for one that has not detached it', async () => {
  await create('lagging')
  await lab.stopFetches(second, 'lagging')
  await insert(first, 'lagging', 1_000)
  const before = (await sums('lagging')).filter((_, index) => index % 2 === 0)
  const id = await start('lagging')
  const proving = drive(id)
  await expect.poll(() => waitReason(id)).toContain('Waiting for replication')
  await lab.startFetches(second, 'lagging')
  expect(await proving).toMatchObject({ status: 'waiting', error: null })
  await lab.ask(second, `SYSTEM STOP REPLICATION QUEUES ${at('lagging')}`)
  await approve(id)
  const detaching = drive(id)
  await expect.poll(() => waitReason(id)).toContain(`${second} has detached`)
  expect((await lab.db.archiveStep.findFirstOrThrow({ where: { archiveId: id, shard: 1 } })).state).toBe(
    'detaching',
  )
  await lab.ask(second, `SYSTEM START REPLICATION QUEUES ${at('lagging')}`)
  expect(await detaching).toMatchObject({ status: 'waiting', error: null })
  expect(await detached('lagging')).toEqual([3, 3, 2, 2])
  await dropAndRestore(id, 'lagging')
  await lab.waitForEqualReplicas('lagging')
  expect((await sums('lagging')).filter((_, index) => index % 2 === 0)).toEqual(before)
})

it('takes a table that was made ON CLUSTER, and waits for a replica that is away', async (test) => {
  await lab.need(test, 'on-cluster', 'kills')
  await lab.ask(
    first,
    `CREATE TABLE ${at('away')} ON CLUSTER '${lab.replicas.clusterName}' (day Date, id UInt64, text String)
     ENGINE = ReplicatedMergeTree('/clickhouse/tables/${lab.database}/{shard}/away', '{replica}')
     PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  await insert(first, 'away', 0)
  await lab.waitForEqualReplicas('away')
  const before = await sums('away')
  const id = await prove('away')
  await lab.kill(second)
  await approve(id)
  const detaching = drive(id)
  await expect.poll(() => waitReason(id)).toContain('Reading')
  // Nothing leaves the table before all replicas have been seen.
  expect(await lab.ask(first, `SELECT count() AS rows FROM ${at('away')}`)).toEqual([{ rows: '500' }])
  await lab.start(second)
  expect(await detaching).toMatchObject({ status: 'waiting', error: null })
  expect(await detached('away')).toEqual([1, 1, 0, 0])
  await dropAndRestore(id, 'away')
  await lab.waitForEqualReplicas('away')
  expect(await sums('away')).toEqual(before)
})

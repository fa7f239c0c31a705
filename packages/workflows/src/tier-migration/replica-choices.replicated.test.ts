import type { ReplicaChoices } from '@frostline/domain'
import {
  createSchedule,
  getSchedule,
  getTierMigration,
  previewTierMigration,
  requestTierMigrationPlan,
  retryTierMigration,
  runScheduleNow,
  type ServiceContext,
  startTierMigration,
  type TierMigrationRequest,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// What becomes of replicas that are away, read-only or behind, as a person chose.
let lab: ReplicatedLab
let worker: ProductProcess
let first = ''
let second = ''

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  worker = await spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})

async function createTable(table: string): Promise<void> {
  await lab.createTable(table, {
    columns: 'day Date, id UInt64, text String',
    orderBy: 'id',
    partitionBy: 'toYYYYMM(day)',
  })
  await lab.askAll(`SYSTEM STOP MERGES ${lab.database}.${table}`)
  await insert(table, 0)
  await lab.waitForEqualReplicas(table)
}

const insert = (table: string, from: number) =>
  lab.ask(
    first,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2024-01-15'), number, 'text' FROM numbers(${from}, 1000)`,
  )

/** The second replica has one part of two. */
async function createLagging(table: string): Promise<void> {
  await createTable(table)
  await lab.stopFetches(second, table)
  await insert(table, 1000)
}

const request = (table: string, replicas: ReplicaChoices): TierMigrationRequest => ({
  cluster: lab.cluster,
  database: lab.database,
  table,
  targetVolume: 'cold',
  goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
  limits: { replicas },
})

async function start(table: string, replicas: ReplicaChoices): Promise<string> {
  const { id } = await requestTierMigrationPlan(lab.as('operator'), request(table, replicas))
  await startTierMigration(lab.as('operator'), { id })
  return id
}

const get = (id: string) => getTierMigration(lab.as('viewer'), { id })
const statusOf = async (id: string) => (await get(id)).status
const stepOf = async (id: string, node: string) =>
  (await get(id)).stepList.find(({ nodeName }) => nodeName === node)

async function preview(table: string, replicas: ReplicaChoices) {
  const plan = await previewTierMigration(lab.as('operator'), request(table, replicas))
  const check = (node: string) =>
    plan.checks.find(
      ({ id, ...each }) =>
        each.node === node && ['replica-reachable', 'replica-writable', 'replication'].includes(id),
    )
  return { accepted: plan.accepted, check }
}

const disksOf = async (node: string, table: string) =>
  (
    await lab.ask<{ disk: string }>(
      node,
      `SELECT disk_name AS disk FROM system.parts WHERE active AND database = '${lab.database}' AND table = '${table}'`,
    )
  ).map(({ disk }) => disk)

it('makes no plan while a replica is behind, where that was chosen', async () => {
  await createLagging('refused')
  const refused = await preview('refused', { behind: 'refuse' })
  expect(refused.accepted).toBe(false)
  expect(refused.check(second)).toMatchObject({ id: 'replication', outcome: 'blocking' })
  expect((await preview('refused', {})).accepted).toBe(true)
  await lab.startFetches(second, 'refused')
  await lab.waitForEqualReplicas('refused')
  expect((await preview('refused', { behind: 'refuse' })).accepted).toBe(true)
})

it('waits for parts only as long as it may, and keeps the reason', async () => {
  await createLagging('limited')
  const id = await start('limited', { waitSeconds: 2 })
  await expect.poll(() => statusOf(id)).toBe('completed')
  const step = await stepOf(id, second)
  expect(step).toMatchObject({ status: 'completed', notFetched: 1, waitReason: null })
  expect(step?.endReason).toMatch(/^Waited 2 seconds, as long as the pace allows\. 1 part is not fetched yet/)
  expect((await stepOf(id, first))?.endReason).toBeNull()
  await lab.startFetches(second, 'limited')
})

it('waits for a replica that is away while it is planned, and moves there what moves on its shard', async (test) => {
  await lab.need(test, 'kills')
  await createTable('awaited')
  await lab.kill(second)
  const plan = await preview('awaited', { away: 'wait' })
  expect(plan.accepted).toBe(true)
  expect(plan.check(second)).toMatchObject({
    outcome: 'warning',
    text: expect.stringContaining('wait for it'),
  })
  const id = await start('awaited', { away: 'wait' })
  await expect.poll(async () => (await stepOf(id, first))?.status).toBe('completed')
  await expect.poll(async () => (await stepOf(id, second))?.waitReason).toContain('cannot be read')
  await lab.start(second)
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await disksOf(second, 'awaited')).toEqual(['cold_cache'])
  expect(await stepOf(id, second)).toMatchObject({ movedParts: 1, proof: 'identical' })
})

it('fails openly when such a replica does not come back in time, and is retried', async (test) => {
  await lab.need(test, 'kills')
  await createTable('given_up')
  await lab.kill(second)
  const id = await start('given_up', { away: 'wait', waitSeconds: 2 })
  await expect.poll(() => statusOf(id)).toBe('failed')
  expect((await stepOf(id, second))?.error).toMatch(/^Waited 2 seconds.* cannot be read/)
  await lab.start(second)
  await lab.waitForEqualReplicas('given_up')
  await retryTierMigration(lab.as('operator'), { id })
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await disksOf(second, 'given_up')).toEqual(['cold_cache'])
})

it('keeps to the choices of a schedule, and says in its run which replica was left', async (test) => {
  await lab.need(test, 'kills')
  await createTable('scheduled')
  const { id: ownerId } = await lab.db.user.create({
    data: { id: 'owner', email: 'owner@lab', name: 'Owner', role: 'operator' },
  })
  const owner: ServiceContext = {
    ...lab.ctx,
    actor: { type: 'user', id: ownerId, name: 'owner@lab', role: 'operator' },
  }
  const definition = {
    ...{ cluster: lab.cluster, targetVolume: 'cold', olderThanDays: 30, budgetBytes: null },
    ...{ tables: [{ database: lab.database, table: 'scheduled' }], cron: '0 3 1 1 *', timeZone: 'UTC' },
  }
  const refusing = await createSchedule(owner, { ...definition, name: 'refusing' })
  const leaving = await createSchedule(owner, {
    ...definition,
    name: 'leaving',
    replicas: { away: 'leave' },
  })
  await lab.kill(second)
  const runOf = async (id: string) => (await getSchedule(lab.as('viewer'), { id })).lastRun
  await runScheduleNow(owner, { id: refusing.id })
  await expect.poll(async () => (await runOf(refusing.id))?.status).toBe('failed')
  await runScheduleNow(owner, { id: leaving.id })
  await expect.poll(async () => (await runOf(leaving.id))?.status).toBe('completed')
  const [table] = (await runOf(leaving.id))?.tables ?? []
  expect(table?.reason).toContain(`${second} could not be checked and is excluded`)
  expect(await disksOf(first, 'scheduled')).toEqual(['cold_cache'])
  expect((await get(table?.migrationId ?? '')).limits).toEqual({ replicas: { away: 'leave' } })
  await lab.start(second)
  await lab.waitForEqualReplicas('scheduled')
  expect(await disksOf(second, 'scheduled')).toEqual(['default'])
})

it('leaves or refuses replicas that are read-only, where that was chosen', async (test) => {
  await lab.need(test, 'kills')
  await createTable('read_only')
  await lab.kill('zookeeper')
  await expect
    .poll(async () => (await preview('read_only', { readOnly: 'refuse' })).check(first)?.outcome)
    .toBe('blocking')
  expect((await preview('read_only', {})).accepted).toBe(true)
  const left = await preview('read_only', { readOnly: 'leave' })
  expect(left.check(first)).toMatchObject({
    id: 'replica-writable',
    outcome: 'warning',
    text: expect.stringContaining('is excluded'),
  })
  // All replicas are: nothing is left to move.
  expect(left.accepted).toBe(false)
  await lab.start('zookeeper')
})

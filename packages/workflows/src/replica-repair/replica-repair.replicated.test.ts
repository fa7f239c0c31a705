import {
  cancelRepair,
  getRunHistory,
  getTableReplication,
  listRepairs,
  previewRepair,
  type RepairDraft,
  repairFigures,
  retryRepair,
  startRepair,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { repairWork } from './run-repair.ts'

let lab: ReplicatedLab
let first: string
let second: string
let table: string
let tables = 0

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
})
afterAll(() => lab?.close())
beforeEach(async () => {
  table = `events_${++tables}`
  await lab.createTable(table, { columns: 'id UInt64', orderBy: 'id', on: [first, second] })
  await insert(100)
  await lab.waitForEqualReplicas(table)
})

const insert = (rows: number) =>
  lab.ask(first, `INSERT INTO ${lab.database}.${table} SELECT rand64() FROM numbers(${rows})`)
const setOf = async () => {
  const { data } = await getTableReplication(lab.ctx, {
    ...{ cluster: lab.cluster, database: lab.database, table, fresh: true },
  })
  return data.sets[0] ?? expect.fail('The table has no replicas.')
}
/** Of the replica on the second node, by the names in Keeper. */
async function draft(kind: RepairDraft['kind'], limitSeconds = 60): Promise<RepairDraft> {
  const [keeperPath, replicaName] = await place
  return { cluster: lab.cluster, database: lab.database, table, kind, keeperPath, replicaName, limitSeconds }
}
let place: Promise<readonly [string, string]>
beforeEach(() => {
  place = setOf().then(({ keeperPath, replicas }) => {
    return [keeperPath, replicas.find(({ node }) => node === second)?.replicaName ?? ''] as const
  })
  return place
})

/** Drives it like a worker. */
async function drive(id: string) {
  const run = await driveOnce(labDeps(lab), repairWork, id)
  return { ...(await lab.db.replicaRepair.findUniqueOrThrow({ where: { id } })), ...run }
}
async function repair(kind: RepairDraft['kind'], limitSeconds?: number) {
  const { id } = await startRepair(lab.ctx, await draft(kind, limitSeconds))
  return drive(id)
}
const rowsOf = (figures: unknown) => repairFigures.parse(figures).replicas.map(({ rows }) => rows)
const outcomes = async (id: string) =>
  (await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })).map(
    ({ action, outcome }) => [action, outcome],
  )

test("a sync fetches what is missing, and fails at its limit with the server's reason", async (context) => {
  await lab.needGrants(context, 'SYSTEM SYNC REPLICA')
  await lab.stopFetches(second, table)
  try {
    await insert(50)
    const { does, refusal, statement } = await previewRepair(lab.ctx, await draft('sync', 5))
    expect({ refusal, statement }).toEqual({
      refusal: null,
      statement: `SYSTEM SYNC REPLICA \`${lab.database}\`.\`${table}\``,
    })
    expect(does.join(' ')).toContain('It waits at most 5 s.')

    const late = await repair('sync', 5)
    expect(late).toMatchObject({ status: 'failed', nodeName: second })
    expect(late.error).toMatch(/^The queue was not processed within 5 s\. GET_PART: .*fetches are cancelled/i)
    expect(rowsOf(late.after)).toEqual(['150', '100'])

    const { id } = await startRepair(lab.ctx, await draft('sync'))
    const driven = drive(id)
    await expect
      .poll(async () => (await lab.db.replicaRepair.findUniqueOrThrow({ where: { id } })).sentAt)
      .not.toBe(null)
    await lab.startFetches(second, table)
    const done = await driven
    expect(done).toMatchObject({ status: 'completed', error: null })
    expect([rowsOf(done.before), rowsOf(done.after)]).toEqual([
      ['150', '100'],
      ['150', '150'],
    ])
    expect(done.proof).toMatch(/^All 2 replicas are equal: 150 rows/)
    expect(await outcomes(id)).toEqual([
      ['replica-repair.start', 'requested'],
      ['replica-repair.finish', 'succeeded'],
    ])
    const { repairs } = await listRepairs(lab.ctx, { cluster: lab.cluster, database: lab.database, table })
    expect(repairs.map(({ status }) => status)).toEqual(['completed', 'failed'])

    // Its limit restarts, although it started longer ago.
    await retryRepair(lab.ctx, { id: late.id })
    expect(await drive(late.id)).toMatchObject({ status: 'completed', error: null })
    expect((await getRunHistory(lab.ctx, { id: late.id })).map(({ order }) => order)).toEqual([
      ...['complete', 'begin', 'retry', 'fail', 'begin', 'start'],
    ])
  } finally {
    await lab.startFetches(second, table)
  }
})

test('a sync is cancelled while it waits, and only one repair of a table is open', async (context) => {
  await lab.needGrants(context, 'SYSTEM SYNC REPLICA', 'SYSTEM RESTART REPLICA')
  await lab.stopFetches(second, table)
  try {
    await insert(50)
    const { id } = await startRepair(lab.ctx, await draft('sync', 3_600))
    await expect(startRepair(lab.ctx, await draft('restart'))).rejects.toMatchObject({ code: 'conflict' })
    const driven = drive(id)
    await expect
      .poll(async () => (await lab.db.replicaRepair.findUniqueOrThrow({ where: { id } })).sentAt)
      .not.toBe(null)
    await cancelRepair(lab.ctx, { id })
    expect(await driven).toMatchObject({
      status: 'cancelled',
      proof: expect.stringMatching(/^It was cancelled\./),
    })
    const running = "SELECT query FROM system.processes WHERE query LIKE 'SYSTEM SYNC REPLICA%'"
    expect(await lab.ask(second, running)).toEqual([])
  } finally {
    await lab.startFetches(second, table)
  }
})

test('a statement that an earlier worker has sent is followed and not sent again', async (context) => {
  await lab.needGrants(context, 'SYSTEM SYNC REPLICA')
  const { id } = await startRepair(lab.ctx, await draft('sync'))
  const sql = `SYSTEM SYNC REPLICA ${lab.database}.${table}`
  const node = await lab.frostline(second)
  const queryId = `frostline-repair-${id}`
  const sentAt = new Date()
  await node.client.command({ sql, params: {}, queryId })
  await lab.db.replicaRepair.update({ where: { id }, data: { queryId, sentAt } })
  await lab.db.run.update({ where: { id }, data: { status: 'running' } })
  expect(await drive(id)).toMatchObject({ status: 'completed', queryId })
})

test('a restart compares the replica with Keeper again and ends what was stopped on it', async (context) => {
  await lab.needGrants(context, 'SYSTEM RESTART REPLICA')
  await lab.stopFetches(second, table)
  await insert(50)
  const viewer = { ...lab.ctx, actor: { ...lab.ctx.actor, role: 'operator' as const } }
  await expect(startRepair(viewer, await draft('restart'))).rejects.toMatchObject({ code: 'forbidden' })
  expect((await previewRepair(lab.ctx, await draft('restart'))).warnings[0]).toMatch(/STOP FETCHES/)
  const restarted = await repair('restart')
  expect(restarted).toMatchObject({ status: 'completed', error: null })
  await expect(cancelRepair(viewer, { id: restarted.id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(cancelRepair(lab.ctx, { id: restarted.id })).rejects.toMatchObject({ code: 'conflict' })
  await lab.waitForEqualReplicas(table)
})

test('a replica is dropped only when it is dead, and restored when it comes back', async (context) => {
  await lab.need(context, 'kills')
  await lab.needGrants(context, 'SYSTEM DROP REPLICA', 'SYSTEM RESTART REPLICA', 'SYSTEM RESTORE REPLICA')
  await expect(startRepair(lab.ctx, await draft('drop'))).rejects.toMatchObject({
    code: 'refused',
    message: `${second} has the replica ${(await place)[1]} and answers, so it is not dead.`,
  })
  await expect(startRepair(lab.ctx, await draft('restore'))).rejects.toMatchObject({
    message: `The replica on ${second} is not read-only.`,
  })
  await lab.kill(second)
  // Its session lives on for some seconds: Keeper still shows it as active.
  await expect(startRepair(lab.ctx, await draft('drop'))).rejects.toMatchObject({ code: 'refused' })
  await expect.poll(async () => (await previewRepair(lab.ctx, await draft('drop'))).refusal).toBe(null)
  const preview = await previewRepair(lab.ctx, await draft('drop'))
  expect(preview).toMatchObject({
    node: first,
    warnings: [expect.stringMatching(`^${second} did not answer`)],
  })
  expect(preview.does[0]).toContain(`/replicas/${(await place)[1]}`)
  const dropped = await repair('drop')
  expect(dropped).toMatchObject({
    ...{ status: 'completed', nodeName: first, error: null },
    proof: `Keeper has 1 replica, 1 of them active. ${(await place)[1]} was removed.`,
  })
  expect(await outcomes(dropped.id)).toContainEqual(['replica-repair.finish', 'succeeded'])
  await insert(50)

  await lab.start(second)
  await expect
    .poll(async () => (await setOf()).replicas.find(({ node }) => node === second)?.readOnly?.metadataLost)
    .toBe(true)
  await expect(startRepair(lab.ctx, await draft('restart'))).rejects.toMatchObject({
    hint: expect.stringContaining('Restore the replica instead.'),
  })
  const restored = await repair('restore')
  expect(restored).toMatchObject({ status: 'completed', error: null })
  expect(restored.proof).toMatch(/^It accepts writes\./)
  await lab.waitForEqualReplicas(table)
  expect(await setOf()).toMatchObject({ difference: 'equal', keeper: { total: 2, active: 2 } })
})

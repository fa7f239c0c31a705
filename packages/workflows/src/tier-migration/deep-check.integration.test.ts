import { createObjectStore } from '@frostline/object-store'
import {
  cancelTierMigration,
  checkTierMigrationDeeply,
  getTierMigration,
  getTierMigrationStep,
  pauseTierMigration,
  requestTierMigrationPlan,
  resumeTierMigration,
  startTierMigration,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import type { ProductProcess } from '../testing/product-process.ts'

const small = { months: 2, parts: 2, rowsPerPart: 2000 }

let lab: MigrationLab
let worker: ProductProcess
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1, own: { nodes: 'it slows down the store of its nodes' } })
  worker = await lab.startWorker()
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

const admin = () => lab.admins[0]?.[1] ?? raise()
const run = (query: string) => admin().command({ query })
function raise(): never {
  throw new Error('The lab has no node')
}

const readSums = async (id: string) => {
  const { stepList } = await getTierMigration(lab.ctx, { id })
  return Promise.all(stepList.map(({ ordinal }) => getTierMigrationStep(lab.ctx, { id, ordinal })))
}

it('sums up the content before and after, checks every part, and goes on after a kill -9 in the middle', async () => {
  await lab.createTable('deep', small)
  const before = await lab.sumPartitions('deep')
  // Reads of the store are the deep check's alone: a move writes.
  await lab.store.inject({ operation: 'GetObject', latencyMs: 80 })
  const id = await lab.start('deep', { deepCheck: true })
  await lab.waitFor(id, (now) =>
    now.stepList.some((step) => step.waitReason?.includes('after the move') ?? false),
  )
  await worker.kill()
  await lab.store.clearFaults()
  worker = await lab.startWorker()
  const done = await lab.waitUntilSettled(id)
  expect(done.status).toBe('completed')
  expect(done.stepList.some((step) => step.attempts > 1)).toBe(true)
  expect(done.stepList.map((step) => [step.proof, step.deepCheckVerdict])).toEqual(
    done.stepList.map(() => ['identical', 'passed']),
  )
  for (const step of await readSums(id)) {
    expect(step.deepCheck).toMatchObject({ comparison: 'equal', reason: null })
    expect(step.deepCheck?.after?.checksum).toBe(step.deepCheck?.before?.checksum)
    expect(step.deepCheck?.after?.rows).toBe(step.plannedRows.toString())
    expect(step.deepCheck?.parts).toEqual(
      step.after?.map(({ name }) => ({ name, passed: true, message: '' })),
    )
  }
  expect(await lab.sumPartitions('deep')).toEqual(before)
  expect((await lab.listArrivals('deep')).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
})

it('checks a completed migration later, compares with its former check, and finds what was lost', async () => {
  await lab.createTable('later', small)
  const id = await lab.start('later')
  const original = await lab.waitUntilSettled(id)
  expect((await readSums(id)).map((step) => step.deepCheck)).toEqual([null, null])

  const first = await checkTierMigrationDeeply(lab.ctx, { id })
  const checked = await lab.waitUntilSettled(first.id)
  expect(checked).toMatchObject({ status: 'completed', checkOfId: id, movedBytes: original.totalBytes })
  expect((await readSums(first.id)).map((step) => step.deepCheck?.comparison)).toEqual([
    'not-comparable',
    'not-comparable',
  ])
  await expect(checkTierMigrationDeeply(lab.ctx, { id: first.id })).rejects.toMatchObject({
    code: 'conflict',
  })

  const second = await checkTierMigrationDeeply(lab.ctx, { id })
  await lab.waitUntilSettled(second.id)
  expect((await readSums(second.id)).map((step) => step.deepCheck?.comparison)).toEqual(['equal', 'equal'])

  await loseAnObject('later', '202401')
  const third = await checkTierMigrationDeeply(lab.ctx, { id })
  const failed = await lab.waitUntilSettled(third.id)
  expect(failed.status).toBe('failed')
  expect(failed.stepList.map((step) => [step.status, step.deepCheckVerdict])).toEqual([
    ['failed', 'failed'],
    ['completed', 'passed'],
  ])
  expect(failed.stepList[0]?.error).toMatch(
    /Deep check failed. CHECK TABLE found part 202401_\d+_\d+_0 damaged/,
  )
  const untouched = await getTierMigration(lab.ctx, { id })
  expect(untouched.status).toBe('completed')
  expect(untouched.deepChecks.map((check) => check.id)).toEqual([third.id, second.id, first.id])
  expect(await lab.db.auditEntry.count({ where: { objectId: id, action: 'tier-migration.check' } })).toBe(3)
  expect(await lab.db.tierMigrationMove.count({ where: { step: { migrationId: third.id } } })).toBe(0)
})

it('fails a step whose content differs from before, with both sums', async () => {
  await lab.createTable('differs', small)
  const { id } = await requestTierMigrationPlan(lab.ctx, {
    cluster: lab.clusterId,
    database: 'lab',
    table: 'differs',
    targetVolume: 'cold',
    goal: { kind: 'partitions', partitionIds: ['202401'] },
    deepCheck: true,
  })
  const sum = { rows: '4000', checksum: '12345', queryId: 'before' }
  await lab.db.tierMigrationStep.updateMany({
    where: { migrationId: id },
    data: { deepCheck: { before: sum } },
  })
  await startTierMigration(lab.ctx, { id })
  const failed = await lab.waitUntilSettled(id)
  expect(failed.stepList.map((step) => [step.status, step.proof, step.deepCheckVerdict])).toEqual([
    ['failed', 'identical', 'failed'],
  ])
  expect(failed.stepList[0]?.error).toContain('The content differs: 4000 rows with checksum 12345 before')
})

it('moves nothing when what it is to check was brought back, and a cancellation ends its read', async () => {
  await lab.createTable('back', small)
  const id = await lab.start('back')
  await lab.waitUntilSettled(id)
  await lab.store.inject({ operation: 'GetObject', latencyMs: 120_000 })
  const slow = await checkTierMigrationDeeply(lab.ctx, { id })
  await lab.waitFor(slow.id, (now) =>
    now.stepList.some((step) => step.waitReason?.startsWith('Deep check') ?? false),
  )
  const askedAt = Date.now()
  await cancelTierMigration(lab.ctx, slow)
  expect((await lab.waitUntilSettled(slow.id)).status).toBe('cancelled')
  expect(Date.now() - askedAt).toBeLessThan(60_000)
  await lab.store.clearFaults()

  await run("ALTER TABLE lab.back MOVE PARTITION ID '202401' TO VOLUME 'hot'")
  const check = await checkTierMigrationDeeply(lab.ctx, { id })
  const failed = await lab.waitUntilSettled(check.id)
  expect(failed.stepList.map((step) => step.status)).toEqual(['failed', 'completed'])
  expect(failed.stepList[0]?.error).toContain('only reads, so nothing was moved')
  const hot = Object.keys(await lab.placeParts('back')).filter((place) => !place.endsWith('cold_cache'))
  expect(hot).toHaveLength(1)
})

it('ends under a bandwidth limit, and reads each part once, also when the worker is killed between two parts', async () => {
  await lab.createTable('limited', { months: 2, parts: 3, rowsPerPart: 2000 })
  const id = await lab.start('limited', {
    deepCheck: true,
    limits: { bandwidthBytesPerSecond: String(1024 * 1024) },
  })
  const known = async () =>
    lab.db.tierMigrationRead.findMany({ where: { step: { migrationId: id } }, orderBy: { readAt: 'asc' } })
  const untilRead = (kind: string) =>
    expect
      .poll(async () => (await known()).some((read) => read.kind === kind), { timeout: 60_000 })
      .toBe(true)
  await untilRead('sum_before')
  await pauseTierMigration(lab.ctx, { id })
  await lab.waitFor(id, (now) => now.status === 'paused')
  await resumeTierMigration(lab.ctx, { id })
  await untilRead('check')
  await worker.kill()
  worker = await lab.startWorker()
  const done = await lab.waitUntilSettled(id)
  expect(done.status).toBe('completed')
  expect(done.stepList.map((step) => step.deepCheckVerdict)).toEqual(['passed', 'passed'])
  expect((await readSums(id)).map((step) => step.deepCheck?.comparison)).toEqual(['equal', 'equal'])
  const reads = await known()
  expect(reads).toHaveLength(18)
  await run('SYSTEM FLUSH LOGS')
  const ended = await lab.rows<{ queryId: string; query: string }>(
    admin(),
    `SELECT query_id AS queryId, query FROM system.query_log
     WHERE type = 'QueryFinish' AND query_id LIKE 'frostline-deep-check-%' AND query LIKE '%limited%'`,
  )
  const statements = new Set(reads.map((read) => read.queryId))
  expect(reads.filter((read) => !ended.some(({ queryId }) => queryId === read.queryId))).toEqual([])
  // The kill can lose the read that is under way, and no other; the pause none.
  expect(ended.length - statements.size).toBeLessThanOrEqual(1)
})

/** The largest object of the first part of a partition, behind the server's back. */
async function loseAnObject(table: string, partitionId: string): Promise<void> {
  const [row] = await lab.rows<{ key: string }>(
    admin(),
    `SELECT remote_path AS key FROM system.remote_data_paths
     WHERE local_path LIKE concat('%', (SELECT toString(uuid) FROM system.tables WHERE database = 'lab' AND name = '${table}'), '/${partitionId}%')
     ORDER BY size DESC LIMIT 1`,
  )
  const { endpoint, region, accessKeyId, secretAccessKey } = lab.store
  const store = createObjectStore({ endpoint, region, accessKeyId, secretAccessKey })
  expect(await store.delete(lab.bucket, row?.key ?? raise())).toEqual({ kind: 'ok' })
  await run('SYSTEM DROP FILESYSTEM CACHE')
  store.close()
}

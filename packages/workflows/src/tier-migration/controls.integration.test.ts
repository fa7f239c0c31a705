import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Weekday } from '@frostline/domain'
import {
  cancelTierMigration,
  exportTierMigrationSql,
  getTierMigrationStep,
  pauseTierMigration,
  putTierMigrationStepsFirst,
  restoreTierMigrationSteps,
  resumeTierMigration,
  retryTierMigrationStep,
  setTierMigrationLimits,
  skipTierMigrationSteps,
  type TierMigrationDetail,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

const SLOW_STORE = { operation: 'PutObject', latencyMs: 150 } as const
const small = { months: 6, parts: 2, rowsPerPart: 1000 }

const weekdays: Weekday[] = [0, 1, 2, 3, 4, 5, 6]

let lab: MigrationLab
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1, own: { nodes: 'it slows down the store of its nodes' } })
  await lab.startWorker()
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

async function readMoves(id: string) {
  return lab.db.tierMigrationMove.findMany({
    where: { step: { migrationId: id }, status: { not: 'withdrawn' } },
    include: { step: { select: { ordinal: true } } },
    orderBy: { sentAt: 'asc' },
  })
}

/** Completed and cold, and every part arrived exactly once, whatever was paused, skipped or put first. */
async function expectMovedOnce(table: string, migration: TierMigrationDetail, skipped = 0): Promise<void> {
  expect(migration.status).toBe('completed')
  expect(migration.steps).toMatchObject({
    completed: migration.steps.total - skipped,
    skipped,
    failed: 0,
    cancelled: 0,
  })
  const proofs = migration.stepList.flatMap((step) => (step.status === 'completed' ? [step.proof] : []))
  expect(proofs).toEqual(proofs.map(() => 'identical'))
  const hot = Object.keys(await lab.placeParts(table)).filter((place) => !place.endsWith('cold_cache'))
  expect(hot).toHaveLength(skipped)
  expect((await lab.listArrivals(table)).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
}

describe('a running tier migration', () => {
  it('pauses between statements, holds still, and resumes with what is left', async () => {
    await lab.createTable('paused', small)
    const before = await lab.sumPartitions('paused')
    await lab.store.inject(SLOW_STORE)
    const id = await lab.start('paused')
    await lab.waitFor(id, (now) => now.steps.completed >= 1)
    expect(await pauseTierMigration(lab.ctx, { id })).toMatchObject({ status: 'pausing' })
    const paused = await lab.waitFor(id, (now) => now.status === 'paused')
    expect(paused.pausedBy).toBe('operator@lab')
    expect(paused.steps.planned).toBeGreaterThan(0)
    expect(paused.steps.completed + paused.steps.planned).toBe(paused.steps.total)
    const sent = await readMoves(id)
    expect(sent.map((move) => move.status)).toEqual(sent.map(() => 'done'))
    await sleep(1500)
    expect(await readMoves(id)).toHaveLength(sent.length)
    await resumeTierMigration(lab.ctx, { id })
    await expectMovedOnce('paused', await lab.waitUntilSettled(id))
    expect(await lab.sumPartitions('paused')).toEqual(before)
    const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'tier-migration.plan succeeded',
      'tier-migration.start requested',
      'tier-migration.pause requested',
      'tier-migration.pause succeeded',
      'tier-migration.resume requested',
      'tier-migration.finish succeeded',
    ])
  })

  it('can be cancelled while it is paused, and refuses what makes no sense', async () => {
    await lab.createTable('paused_cancelled', small)
    await lab.store.inject(SLOW_STORE)
    const id = await lab.start('paused_cancelled')
    await expect(resumeTierMigration(lab.ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
    const { sql } = await exportTierMigrationSql(lab.ctx, { id })
    expect(sql.split('\n').filter((line) => line.startsWith('ALTER TABLE'))).toHaveLength(small.months)
    await lab.waitFor(id, (now) => now.steps.running >= 1)
    await pauseTierMigration(lab.ctx, { id })
    await lab.waitFor(id, (now) => now.status === 'paused')
    expect(await cancelTierMigration(lab.ctx, { id })).toMatchObject({ status: 'cancelled' })
    await expect(pauseTierMigration(lab.ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
    const audit = await lab.db.auditEntry.findMany({
      where: { objectId: id, action: 'tier-migration.cancel' },
    })
    expect(audit.map(({ outcome }) => outcome)).toEqual(['cancelled'])
  })

  it('takes the steps that were put first next, and leaves skipped ones where they are', async () => {
    await lab.createTable('ordered', small)
    // The first step is held until all orders are given.
    await lab.store.inject({ operation: 'PutObject', latencyMs: 5000 })
    const id = await lab.start('ordered')
    await lab.waitFor(id, (now) => now.steps.running >= 1)
    await putTierMigrationStepsFirst(lab.ctx, { id, ordinals: [5, 4] })
    await skipTierMigrationSteps(lab.ctx, { id, ordinals: [3, 2] })
    await restoreTierMigrationSteps(lab.ctx, { id, ordinals: [2] })
    await expect(putTierMigrationStepsFirst(lab.ctx, { id, ordinals: [0] })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(skipTierMigrationSteps(lab.ctx, { id, ordinals: [0] })).rejects.toMatchObject({
      code: 'conflict',
    })
    await lab.store.clearFaults()
    await expectMovedOnce('ordered', await lab.waitUntilSettled(id), 1)
    const order = (await readMoves(id)).map((move) => move.step.ordinal)
    expect(order.indexOf(5)).toBeLessThan(order.indexOf(4))
    expect(order.indexOf(4)).toBeLessThan(order.indexOf(2))
    expect(order).not.toContain(3)
  })

  it('retries one step alone, and leaves what was never begun as it is', async () => {
    await lab.createTable('one_step', { ...small, months: 4 })
    await lab.store.inject(SLOW_STORE)
    const id = await lab.start('one_step')
    await skipTierMigrationSteps(lab.ctx, { id, ordinals: [2, 3] })
    await lab.store.clearFaults()
    await expectMovedOnce('one_step', await lab.waitUntilSettled(id), 2)
    await retryTierMigrationStep(lab.ctx, { id, ordinal: 3 })
    await expect(retryTierMigrationStep(lab.ctx, { id, ordinal: 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
    await lab.waitFor(id, (now) => now.status === 'completed' && now.steps.completed === 3)
    // As a failed run leaves it: one failed, one never begun. Only the failed one is taken up.
    await lab.createTable('one_failed', { ...small, months: 3 })
    const other = await lab.start('one_failed', { goal: { kind: 'partitions', partitionIds: ['202401'] } })
    await lab.waitUntilSettled(other)
    const stored = await lab.db.tierMigrationStep.findFirstOrThrow({ where: { migrationId: other } })
    const { id: _id, before: _b, after: _a, mergedFrom: _m, deepCheck: _d, proof: _p, ...step } = stored
    const template = {
      ...step,
      startedAt: null,
      finishedAt: null,
      attempts: 0,
      movedParts: 0,
      movedBytes: 0n,
    }
    await lab.db.tierMigrationStep.createMany({
      data: [
        { ...template, ordinal: 1, position: 1, partitionId: '202402', status: 'failed' },
        { ...template, ordinal: 2, position: 2, partitionId: '202403', status: 'planned' },
      ],
    })
    await lab.db.run.update({ where: { id: other }, data: { status: 'failed' } })
    await retryTierMigrationStep(lab.ctx, { id: other, ordinal: 1 })
    const settled = await lab.waitUntilSettled(other)
    expect(settled.stepList.map((entry) => entry.status)).toEqual(['completed', 'completed', 'cancelled'])
    expect(settled.status).toBe('cancelled')
  })

  it('completes when all that failed is skipped', async () => {
    await lab.createTable('skipped_away', { ...small, months: 2 })
    const id = await lab.start('skipped_away', { goal: { kind: 'partitions', partitionIds: ['202401'] } })
    await lab.waitUntilSettled(id)
    await lab.db.tierMigrationStep.updateMany({ where: { migrationId: id }, data: { status: 'failed' } })
    await lab.db.run.update({ where: { id }, data: { status: 'failed' } })
    await skipTierMigrationSteps(lab.ctx, { id, ordinals: [0] })
    expect((await lab.waitUntilSettled(id)).status).toBe('completed')
  })

  it('keeps to the bandwidth that it was given, and to a new one while it runs', async () => {
    await lab.createTable('throttled', { months: 4, parts: 1, rowsPerPart: 10_000 })
    const limit = 2n * 1024n * 1024n
    const began = performance.now()
    const id = await lab.start('throttled', { limits: { bandwidthBytesPerSecond: limit.toString() } })
    const half = await lab.waitFor(id, (now) => now.steps.completed >= 2)
    const elapsedMs = performance.now() - began
    const moved = half.stepList.reduce((sum, step) => sum + step.movedBytes, 0n)
    // The last statement that was counted may have been answered before its share of the time is over.
    const shareMs = Number((moved * 1000n) / limit)
    expect(elapsedMs).toBeGreaterThan(shareMs * 0.6)
    await setTierMigrationLimits(lab.ctx, { id, limits: {} })
    await expectMovedOnce('throttled', await lab.waitUntilSettled(id))
    const step = await getTierMigrationStep(lab.ctx, { id, ordinal: 0 })
    const client = lab.admins[0]?.[1] ?? raise()
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    const [logged] = await lab.rows<{ limit: string }>(
      client,
      `SELECT Settings['max_remote_write_network_bandwidth'] AS limit FROM system.query_log
       WHERE type = 'QueryFinish' AND query_id = '${step.moves[0]?.queryId}'`,
    )
    expect(logged?.limit).toBe(limit.toString())
  })

  it('waits for its window, says until when, and goes on as soon as it may', async () => {
    await lab.createTable('windowed', { ...small, months: 2 })
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000)
    const day = weekdays[inThreeDays.getUTCDay()] ?? 0
    const closed = { timeZone: 'UTC', spans: [{ days: [day], from: '02:00', to: '05:00' }] }
    const id = await lab.start('windowed', { limits: { window: closed } })
    const waiting = await lab.waitFor(id, (now) => now.stepList.some((step) => step.waitReason !== null))
    expect(waiting.stepList.map((step) => step.waitReason)).toContainEqual(
      expect.stringMatching(/^Waiting for its window. It opens \w{3},? 02:00 \(UTC\)\.$/),
    )
    await sleep(1500)
    expect(await readMoves(id)).toEqual([])
    const open = { timeZone: 'UTC', spans: [{ days: weekdays, from: '00:00', to: '24:00' }] }
    await setTierMigrationLimits(lab.ctx, { id, limits: { window: open } })
    await expectMovedOnce('windowed', await lab.waitUntilSettled(id))
  })

  it('lets slow queries of others go first, and goes on when they are done', async () => {
    await lab.createTable('paced', { ...small, months: 2 })
    const [entry] = lab.admins
    const client = entry?.[1] ?? raise()
    // They run for as long as the test needs, and are enough beside what the tests before have asked.
    const prefix = `slow-${randomUUID()}`
    const foreground = Array.from({ length: 8 }, (_, index) =>
      client
        .query({
          query: 'SELECT sleepEachRow(1) FROM numbers(120) SETTINGS max_block_size = 1',
          query_id: `${prefix}-${index}`,
        })
        .then((answer) => answer.text())
        .catch(String),
    )
    const countSlow = `SELECT 1 FROM system.processes WHERE startsWith(query_id, '${prefix}') AND elapsed > 1`
    await expect
      .poll(async () => (await lab.rows(client, countSlow)).length, { timeout: 30_000, interval: 500 })
      .toBe(foreground.length)
    const id = await lab.start('paced', { limits: { pacing: { foregroundP95Ms: 300 } } })
    const waiting = await lab.waitFor(id, (now) => now.stepList.some((step) => step.waitReason !== null))
    expect(waiting.stepList.map((step) => step.waitReason)).toContainEqual(
      expect.stringMatching(
        /^Yields to other workloads: the p95 of \d+ foreground queries is \d+ ms, over 300 ms\.$/,
      ),
    )
    expect(await readMoves(id)).toEqual([])
    await client.command({ query: `KILL QUERY WHERE startsWith(query_id, '${prefix}') SYNC` })
    await Promise.all(foreground)
    await expectMovedOnce('paced', await lab.waitUntilSettled(id))
  })

  it('merges each partition into one part first, but none that has a cold part', async () => {
    await lab.createTable('merged_first', { months: 3, parts: 3, rowsPerPart: 500 })
    const client = lab.admins[0]?.[1] ?? raise()
    await client.command({ query: 'SYSTEM START MERGES lab.merged_first' })
    const [cold] = await lab.rows<{ name: string }>(
      client,
      "SELECT name FROM system.parts WHERE active AND table = 'merged_first' AND partition_id = '202403' LIMIT 1",
    )
    await client.command({ query: `ALTER TABLE lab.merged_first MOVE PART '${cold?.name}' TO VOLUME 'cold'` })
    const before = await lab.sumPartitions('merged_first')
    const id = await lab.start('merged_first', { optimizeFirst: true })
    const done = await lab.waitUntilSettled(id)
    expect(done.status).toBe('completed')
    expect(await lab.sumPartitions('merged_first')).toEqual(before)
    const [node] = lab.clickhouse.nodes
    expect(await lab.placeParts('merged_first')).toEqual({
      [`${node?.name} 202401 cold_cache`]: 1,
      [`${node?.name} 202402 cold_cache`]: 1,
      [`${node?.name} 202403 cold_cache`]: 3,
    })
    const steps = await Promise.all(
      [0, 1, 2].map((ordinal) => getTierMigrationStep(lab.ctx, { id, ordinal })),
    )
    expect(steps.map((step) => step.moves.map((move) => `${move.kind} ${move.status}`))).toEqual([
      ['optimize done', 'move done'],
      ['optimize done', 'move done'],
      ['move done'],
    ])
    expect(steps.map((step) => step.mergedFrom?.length ?? 0)).toEqual([3, 3, 0])
    expect(steps.map((step) => step.before?.length)).toEqual([1, 1, 3])
    expect(steps.map((step) => step.proof)).toEqual(['identical', 'identical', 'identical'])
  })

  it('tells why a merge cannot begin while it tries again', async () => {
    await lab.createTable('never_merged', { months: 1, parts: 2, rowsPerPart: 10 })
    const id = await lab.start('never_merged', { optimizeFirst: true })
    const waiting = await lab.waitFor(
      id,
      (now) => now.stepList[0]?.waitReason?.startsWith('Attempt 1') ?? false,
    )
    expect(waiting.stepList[0]?.waitReason).toMatch(/answered code \d+/)
    await cancelTierMigration(lab.ctx, { id })
    expect((await lab.waitUntilSettled(id)).status).toBe('cancelled')
  })

  it('moves as many partitions of a replica at a time as it may', async () => {
    await lab.createTable('concurrent', small)
    await lab.store.inject(SLOW_STORE)
    const id = await lab.start('concurrent', { limits: { concurrencyPerReplica: 3 } })
    await expectMovedOnce('concurrent', await lab.waitUntilSettled(id))
    const moves = await readMoves(id)
    const client = lab.admins[0]?.[1] ?? raise()
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    const [most] = await lab.rows<{ most: number }>(
      client,
      `WITH times AS (
         SELECT query_start_time_microseconds AS at, 1 AS change FROM system.query_log WHERE type = 'QueryFinish' AND query_id IN (${moves.map((move) => `'${move.queryId}'`).join()})
         UNION ALL
         SELECT event_time_microseconds AS at, -1 AS change FROM system.query_log WHERE type = 'QueryFinish' AND query_id IN (${moves.map((move) => `'${move.queryId}'`).join()}))
       SELECT toUInt32(max(running)) AS most FROM (SELECT sum(change) OVER (ORDER BY at, change) AS running FROM times)`,
    )
    expect(most?.most).toBe(3)
  })
})

function raise(): never {
  throw new Error('The lab has no node')
}

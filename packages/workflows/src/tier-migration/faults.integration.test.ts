import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelTierMigration,
  getTierMigration,
  getTierMigrationStep,
  retryTierMigration,
  retryTierMigrationStep,
  skipTierMigrationSteps,
  type TierMigrationDetail,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findSecondArrivals, type NodeKill } from '../testing/arrivals.ts'
import { type MigrationLab, openMigrationLab, type PartitionSum } from '../testing/migration-lab.ts'
import type { ProductProcess } from '../testing/product-process.ts'

/** Each part is a handful of objects, so a part takes a few seconds with this: time enough to break something. */
const SLOW_STORE = { operation: 'PutObject', latencyMs: 300 } as const

let lab: MigrationLab
let workers: ProductProcess[] = []
beforeAll(async () => {
  lab = await openMigrationLab({
    shards: 2,
    own: { nodes: 'it kills nodes', database: 'it kills the database' },
  })
})
afterEach(async () => {
  await lab.store.clearFaults()
  await Promise.all(workers.map((worker) => worker.kill()))
  workers = []
})
afterAll(() => lab?.close())

async function startWorker(): Promise<ProductProcess> {
  const worker = await lab.startWorker()
  workers.push(worker)
  return worker
}

const small = { months: 3, parts: 2, rowsPerPart: 2000 }

function inMiddleOfStep(migration: TierMigrationDetail): boolean {
  return migration.stepList.some((step) => step.status === 'running') && migration.steps.completed >= 1
}

/** The promise of the product after any fault: complete, proved, everything cold, the data as before, no part twice. */
async function expectNothingLostNothingDoubled(
  table: string,
  migration: TierMigrationDetail,
  before: PartitionSum[],
  nodeKills: readonly NodeKill[] = [],
): Promise<void> {
  expect(
    migration.stepList.map((step) => [step.nodeName, step.partitionId, step.status, step.error]),
  ).toEqual(migration.stepList.map((step) => [step.nodeName, step.partitionId, 'completed', null]))
  expect(migration.status).toBe('completed')
  expect(migration.stepList.map((step) => step.proof)).toEqual(migration.stepList.map(() => 'identical'))
  expect(migration.movedBytes).toBe(migration.totalBytes)
  expect(await lab.sumPartitions(table)).toEqual(before)
  const places = Object.keys(await lab.placeParts(table))
  expect(places.filter((place) => !place.endsWith('cold_cache'))).toEqual([])
  const arrivals = await lab.listArrivals(table)
  if (nodeKills.length === 0) expect(arrivals.filter(({ atMs }) => atMs.length !== 1)).toEqual([])
  else expect(findSecondArrivals(arrivals, nodeKills).filter(({ undoneByKill }) => !undoneByKill)).toEqual([])
  expect(await lab.db.stoppedMoves.count()).toBe(0)
}

describe('a tier migration', () => {
  it('takes a step again on a replica that is through while another still moves', async () => {
    await lab.createTable('opened_again', small)
    const before = await lab.sumPartitions('opened_again')
    const id = await lab.start('opened_again')
    const { stepList } = await getTierMigration(lab.ctx, { id })
    const [node = ''] = [...new Set(stepList.map((step) => step.nodeName))]
    const own = stepList.filter((step) => step.nodeName === node).map((step) => step.ordinal)
    await skipTierMigrationSteps(lab.ctx, { id, ordinals: own })
    await lab.store.inject(SLOW_STORE)
    await startWorker()
    await lab.waitFor(id, inMiddleOfStep)
    for (const ordinal of own) await retryTierMigrationStep(lab.ctx, { id, ordinal })
    const beside = await lab.waitFor(id, (now) =>
      now.stepList.some((step) => own.includes(step.ordinal) && step.status === 'running'),
    )
    expect(beside.status).toBe('running')
    await lab.store.clearFaults()
    await expectNothingLostNothingDoubled('opened_again', await lab.waitUntilSettled(id), before)
  })

  it('moves, proves and accounts for every part', async () => {
    await lab.createTable('plain', small)
    const before = await lab.sumPartitions('plain')
    await startWorker()
    const id = await lab.start('plain')
    const migration = await lab.waitUntilSettled(id)
    await expectNothingLostNothingDoubled('plain', migration, before)
    const step = await getTierMigrationStep(lab.ctx, { id, ordinal: 0 })
    expect(
      step.before?.map(({ name, rows, hash, bytesOnDisk }) => ({ name, rows, hash, bytesOnDisk })),
    ).toEqual(step.after?.map(({ name, rows, hash, bytesOnDisk }) => ({ name, rows, hash, bytesOnDisk })))
    const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['tier-migration.plan', 'succeeded'],
      ['tier-migration.start', 'requested'],
      ['tier-migration.finish', 'succeeded'],
    ])
    expect(audit.at(-1)?.statements).toHaveLength(6)
    expect(step.moves.map((move) => move.status)).toEqual(['done'])
    expect(step.moves[0]?.statement).toBe(
      "ALTER TABLE `lab`.`plain` MOVE PARTITION ID '202401' TO VOLUME 'cold'",
    )
  })

  it('is taken over by another worker when its own is killed in the middle of a step', async () => {
    await lab.createTable('worker_killed', small)
    const before = await lab.sumPartitions('worker_killed')
    await lab.store.inject(SLOW_STORE)
    const first = await startWorker()
    const second = await startWorker()
    const id = await lab.start('worker_killed')
    await lab.waitFor(id, inMiddleOfStep)
    const owners = await lab.db.tierMigrationStep.findMany({ where: { migrationId: id, status: 'running' } })
    const ownerId = owners[0]?.workerId ?? 'nobody'
    const owner = first.output().includes(ownerId) ? first : second
    const survivor = owner === first ? second : first
    await owner.kill()
    await lab.waitFor(id, () => survivor.output().includes('Took over the runs'))
    const taken = await lab.waitFor(id, (now) => now.stepList.some((step) => step.attempts > 1))
    expect(taken.status).toBe('running')
    await lab.store.clearFaults()
    await expectNothingLostNothingDoubled('worker_killed', await lab.waitUntilSettled(id), before)
  })

  it('goes on when a paused worker wakes up after it was taken over', async () => {
    await lab.createTable('worker_paused', small)
    const before = await lab.sumPartitions('worker_paused')
    await lab.store.inject(SLOW_STORE)
    const first = await startWorker()
    const id = await lab.start('worker_paused')
    await lab.waitFor(id, inMiddleOfStep)
    first.signal('SIGSTOP')
    await startWorker()
    await lab.waitFor(id, (now) => now.stepList.some((step) => step.attempts > 1))
    first.signal('SIGCONT')
    await lab.store.clearFaults()
    await expectNothingLostNothingDoubled('worker_paused', await lab.waitUntilSettled(id), before)
  })

  it('survives PostgreSQL being killed', async () => {
    await lab.createTable('postgres_killed', small)
    const before = await lab.sumPartitions('postgres_killed')
    await lab.store.inject(SLOW_STORE)
    await startWorker()
    const id = await lab.start('postgres_killed')
    await lab.waitFor(id, inMiddleOfStep)
    await lab.postgres.kill()
    await sleep(2000)
    await lab.postgres.restart()
    await lab.store.clearFaults()
    await expectNothingLostNothingDoubled('postgres_killed', await lab.waitUntilSettled(id), before)
  })

  it('waits for a killed node and goes on when it is back', async () => {
    await lab.createTable('node_killed', small)
    const before = await lab.sumPartitions('node_killed')
    await lab.store.inject(SLOW_STORE)
    await startWorker()
    const id = await lab.start('node_killed')
    await lab.waitFor(id, inMiddleOfStep)
    const node = lab.clickhouse.nodes[0]
    if (!node) throw new Error('The lab has no node')
    const kill = { node: node.name, atMs: Date.now() }
    await node.kill()
    await lab.waitFor(id, (now) =>
      now.stepList.some((step) => step.nodeName === node.name && step.waitReason?.includes(node.name)),
    )
    await lab.store.clearFaults()
    await node.start()
    await expectNothingLostNothingDoubled('node_killed', await lab.waitUntilSettled(id), before, [kill])
  })

  it('tries again while the store answers 503', async () => {
    await lab.createTable('store_away', small)
    const before = await lab.sumPartitions('store_away')
    await lab.store.inject({ operation: 'PutObject', status: 503 })
    await startWorker()
    const id = await lab.start('store_away')
    const waiting = await lab.waitFor(id, (now) =>
      now.stepList.some((step) => step.waitReason?.includes('499') ?? false),
    )
    expect(waiting.status).toBe('running')
    await lab.store.clearFaults()
    await expectNothingLostNothingDoubled('store_away', await lab.waitUntilSettled(id), before)
  })

  it('cancels within a part, always starts moves again, and a retry completes it', async () => {
    await lab.createTable('cancelled', small)
    const before = await lab.sumPartitions('cancelled')
    await lab.store.inject({ ...SLOW_STORE, latencyMs: 3000 })
    await startWorker()
    const id = await lab.start('cancelled')
    await lab.waitFor(
      id,
      (now) =>
        new Set(now.stepList.flatMap((step) => (step.status === 'running' ? [step.nodeName] : []))).size ===
        2,
    )
    // What the ledger calls running may not have been sent yet, and then there is nothing to stop.
    for (const [, client] of lab.admins)
      await expect
        .poll(() => lab.rows(client, "SELECT 1 FROM system.moves WHERE table = 'cancelled'"))
        .not.toEqual([])
    await cancelTierMigration(lab.ctx, { id })
    const cancelled = await lab.waitUntilSettled(id)
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled.cancelledBy).toBe('operator@lab')
    expect(
      await lab.db.auditEntry.findFirst({ where: { objectId: id, action: 'tier-migration.finish' } }),
    ).toMatchObject({ outcome: 'cancelled', error: null })
    expect(new Set(cancelled.stepList.map((step) => step.status))).toEqual(new Set(['cancelled']))
    expect(await lab.db.stoppedMoves.count()).toBe(0)
    expect(await lab.sumPartitions('cancelled')).toEqual(before)
    for (const [, client] of lab.admins) {
      await client.command({ query: 'SYSTEM FLUSH LOGS' })
      const [sent] = await lab.rows<{ stops: number; starts: number }>(
        client,
        `SELECT toUInt32(countIf(query LIKE 'SYSTEM STOP MOVES%')) AS stops, toUInt32(countIf(query LIKE 'SYSTEM START MOVES%')) AS starts
         FROM system.query_log WHERE type = 'QueryFinish' AND query LIKE 'SYSTEM % MOVES%cancelled%'`,
      )
      expect(sent?.stops).toBeGreaterThan(0)
      expect(sent?.starts).toBeGreaterThan(0)
    }
    await lab.store.clearFaults()
    await retryTierMigration(lab.ctx, { id })
    await expectNothingLostNothingDoubled('cancelled', await lab.waitUntilSettled(id), before)
  })

  it('pays the START MOVES that a dead worker owes', async () => {
    await lab.createTable('owed', small)
    const [entry] = lab.admins
    if (!entry) throw new Error('The lab has no node')
    const [nodeName, client] = entry
    await lab.db.stoppedMoves.create({
      data: { clusterId: lab.clusterId, nodeName, database: 'lab', table: 'owed', workerId: 'dead/0' },
    })
    await client.command({ query: 'SYSTEM STOP MOVES lab.owed' })
    const move = "ALTER TABLE lab.owed MOVE PARTITION ID '202401' TO VOLUME 'cold'"
    await expect(client.command({ query: move })).rejects.toMatchObject({ code: '236' })
    await startWorker()
    await expect.poll(() => lab.db.stoppedMoves.count()).toBe(0)
    await client.command({ query: move })
  })

  it('fails a step whose table is gone, says why, and completes it by a retry', async () => {
    await lab.createTable('detached', small)
    const before = await lab.sumPartitions('detached')
    const [entry] = lab.admins
    if (!entry) throw new Error('The lab has no node')
    const [nodeName, client] = entry
    const id = await lab.start('detached')
    await client.command({ query: 'DETACH TABLE lab.detached' })
    await startWorker()
    const failed = await lab.waitUntilSettled(id)
    expect(failed.status).toBe('failed')
    const steps = failed.stepList.filter((step) => step.nodeName === nodeName)
    expect(steps.map((step) => step.status)).toEqual(['failed', 'failed', 'failed'])
    expect(steps[0]?.error).toContain(`Table lab.detached on ${nodeName} does not exist any more`)
    await client.command({ query: 'ATTACH TABLE lab.detached' })
    await retryTierMigration(lab.ctx, { id })
    await expectNothingLostNothingDoubled('detached', await lab.waitUntilSettled(id), before)
  })

  it('adopts what the server moves and merges meanwhile', async () => {
    await lab.createTable('adopted', small)
    const before = await lab.sumPartitions('adopted')
    const id = await lab.start('adopted')
    for (const [, client] of lab.admins) {
      await client.command({ query: "ALTER TABLE lab.adopted MOVE PARTITION ID '202401' TO VOLUME 'cold'" })
      await client.command({ query: 'SYSTEM START MERGES lab.adopted' })
      await client.command({ query: "OPTIMIZE TABLE lab.adopted PARTITION ID '202402' FINAL" })
    }
    await startWorker()
    const migration = await lab.waitUntilSettled(id)
    expect(migration.status).toBe('completed')
    expect(await lab.sumPartitions('adopted')).toEqual(before)
    expect(Object.keys(await lab.placeParts('adopted')).every((place) => place.endsWith('cold_cache'))).toBe(
      true,
    )
  })
})

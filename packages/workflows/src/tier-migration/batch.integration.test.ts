import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelTierBatch,
  createApprovalRule,
  getRunApproval,
  getTierBatch,
  listTierMigrations,
  pauseTierBatch,
  previewTierBatch,
  removeApprovalRule,
  requestTierBatch,
  resumeTierBatch,
  startTierBatch,
  type TierBatchDetail,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

const small = { months: 2, parts: 1, rowsPerPart: 500 }
const everything = { kind: 'older-than', before: '2030-01-01T00:00:00Z' } as const

let lab: MigrationLab
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1, own: { nodes: 'it slows down the store of its nodes' } })
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

async function waitForBatch(
  id: string,
  wanted: (batch: TierBatchDetail) => boolean,
): Promise<TierBatchDetail> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const batch = await getTierBatch(lab.ctx, { id })
    if (wanted(batch)) return batch
    if (Date.now() > deadline)
      throw new Error(`The batch is ${batch.status}: ${batch.migrations.map(({ status }) => status).join()}`)
    await sleep(30)
  }
}

const movable = (tables: string[], volume = 'cold') => ({
  cluster: lab.clusterId,
  tables: tables.map((table) => ({ database: 'lab', table })),
  targetVolume: volume,
  goal: everything,
})

describe('a plan of several tables', () => {
  it('moves one table after the other, each part once, though the worker is killed between and within them', async () => {
    const tables = ['first', 'second', 'third']
    for (const table of tables) await lab.createTable(table, small)
    const before = await Promise.all(tables.map((table) => lab.sumPartitions(table)))
    await lab.store.inject({ operation: 'PutObject', latencyMs: 100 })
    const { id } = await requestTierBatch(lab.ctx, movable(tables))
    await startTierBatch(lab.ctx, { id })
    const worker = await lab.startWorker()
    // Right when the first is done and the second waits or has just begun.
    await waitForBatch(id, ({ migrations: [first] }) => first?.status === 'completed')
    await worker.kill()
    const between = await getTierBatch(lab.ctx, { id })
    expect(between.migrations[2]?.status).toBe('queued')
    await lab.startWorker()
    const done = await waitForBatch(id, ({ status }) => status === 'completed')
    expect(done.movedBytes).toBe(done.totals.bytes)
    const [first, second, third] = done.migrations
    expect(second?.startedAt?.getTime()).toBeGreaterThanOrEqual(first?.finishedAt?.getTime() ?? Infinity)
    expect(third?.startedAt?.getTime()).toBeGreaterThanOrEqual(second?.finishedAt?.getTime() ?? Infinity)
    expect(await Promise.all(tables.map((table) => lab.sumPartitions(table)))).toEqual(before)
    for (const table of tables) {
      expect(
        Object.keys(await lab.placeParts(table)).filter((place) => !place.endsWith('cold_cache')),
      ).toEqual([])
      expect((await lab.listArrivals(table)).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
    }
    const again = await previewTierBatch(lab.ctx, movable(tables))
    expect(again.tables.map(({ kind }) => kind)).toEqual(['nothing', 'nothing', 'nothing'])
    // Bring back, chosen by a pattern.
    const { id: back } = await requestTierBatch(lab.ctx, {
      cluster: lab.clusterId,
      pattern: 'lab.*ir*',
      targetVolume: 'hot',
      goal: { kind: 'newer-than', from: '2024-02-01T00:00:00Z' },
    })
    await startTierBatch(lab.ctx, { id: back })
    const returned = await waitForBatch(back, ({ status }) => status === 'completed')
    expect(returned.migrations.map(({ table, totalParts }) => `${table} ${totalParts}`)).toEqual([
      'first 1',
      'third 1',
    ])
  })

  it('says which tables an approval rule would hold, and it holds these', async () => {
    for (const table of ['ruled', 'unruled']) await lab.createTable(table, small)
    const admin = { ...lab.ctx, actor: { ...lab.ctx.actor, id: 'admin', role: 'admin' as const } }
    const rule = { kinds: ['tier-migration' as const], database: 'lab', table: 'ruled' }
    const { id: ruleId } = await createApprovalRule(admin, { ...rule, name: 'Every move', minBytes: '1' })
    await createApprovalRule(admin, { ...rule, name: 'Huge moves', minBytes: '1000000000000' })
    const preview = await previewTierBatch(lab.ctx, movable(['ruled', 'unruled']))
    expect(preview.tables.map(({ rules }) => rules.map(({ name }) => name))).toEqual([['Every move'], []])
    const { id } = await requestTierBatch(lab.ctx, movable(['ruled', 'unruled']))
    const { migrations } = await getTierBatch(lab.ctx, { id })
    const approvals = await Promise.all(migrations.map((each) => getRunApproval(lab.ctx, { id: each.id })))
    expect(approvals.map(({ rules }) => rules)).toEqual(preview.tables.map(({ rules }) => rules))
    // There they are already, so that no tier migration would begin.
    const { tables } = await previewTierBatch(lab.ctx, movable(['ruled'], 'hot'))
    expect(tables).toMatchObject([{ kind: 'nothing', rules: [] }])
    await removeApprovalRule(admin, { id: ruleId })
  })

  it('is paused, resumed and cancelled as one, and is one row of the list', async () => {
    for (const table of ['left', 'right']) await lab.createTable(table, { ...small, months: 8 })
    // Slow and long enough that the first table is still under way when the order to pause arrives.
    await lab.store.inject({ operation: 'PutObject', latencyMs: 800 })
    const { id } = await requestTierBatch(lab.ctx, movable(['left', 'right']))
    await startTierBatch(lab.ctx, { id })
    await waitForBatch(id, ({ migrations: [left] }) => left?.status === 'running')
    await pauseTierBatch(lab.ctx, { id })
    const paused = await waitForBatch(id, ({ status }) => status === 'paused')
    expect(paused.migrations.map(({ status }) => status)).toEqual(['paused', 'paused'])
    await resumeTierBatch(lab.ctx, { id })
    await waitForBatch(id, ({ migrations: [left] }) => left?.status === 'running')
    await cancelTierBatch(lab.ctx, { id })
    const ended = await waitForBatch(id, ({ status }) => status === 'cancelled')
    expect(ended.migrations[1]).toMatchObject({ status: 'cancelled', movedBytes: 0n })
    await expect(pauseTierBatch(lab.ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
    const { migrations } = await listTierMigrations(lab.ctx, { cluster: 'lab', grouped: true })
    const row = migrations.find(({ batch }) => batch?.id === id)
    expect(row?.batch).toMatchObject({ status: 'cancelled', tables: ['lab.left', 'lab.right'] })
    expect(migrations.filter(({ batchId }) => batchId === id)).toHaveLength(1)
  })
})

import {
  alignBucketHolds,
  cancelArchiveExpiry,
  compareArchive,
  createArchiveView,
  getArchive,
  getArchiveExpiry,
  getArchiveView,
  holdArchive,
  previewArchiveRestore,
  previewArchiveRetention,
  releaseArchiveHold,
  retryArchiveExpiry,
  setArchiveRetention,
  startArchiveRestore,
  startDueExpiries,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import type { CrashPoint } from '../testing/crashing-worker.ts'
import { expiryWork } from './run-expiry.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const dayMs = 24 * 3_600_000
const oneDay = { count: 1, unit: 'days' as const }
const keysOf = (table: string) => lab.keys(`cold/frostline-archive/lab.${table}/`)

describe('the retention of an archive', () => {
  it('is previewed, set, and deletes exactly the files of the archive after its end', async () => {
    await lab.createEvents('expired')
    await lab.createEvents('beside_it')
    const other = await lab.archive('beside_it')
    const id = await lab.archive('expired', { retention: { count: 2, unit: 'months' } })
    const detail = await getArchive(lab.as('viewer'), { id })
    expect(detail.retention).toMatchObject({ count: 2, unit: 'months', setBy: 'admin@lab' })
    expect(detail.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 58 * dayMs)

    const preview = await previewArchiveRetention(lab.admin, { id, retention: oneDay })
    expect(preview).toMatchObject({ partitions: 3, rows: 2_000n, files: 6, obstacles: [], rowsRestored: 0n })
    expect(Math.abs((preview.expiresAt?.getTime() ?? 0) - Date.now() - dayMs)).toBeLessThan(600_000)
    const order = { id, retention: oneDay, expectedExpiresAt: preview.expiresAt }
    await expect(setArchiveRetention(lab.admin, { ...order, expectedRows: '1' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      setArchiveRetention(lab.admin, { ...order, expectedRows: '2000', expectedExpiresAt: null }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      setArchiveRetention(lab.as('operator'), { ...order, expectedRows: '2000' }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await setArchiveRetention(lab.admin, { ...order, expectedRows: '2000' })

    // Not due yet.
    await startDueExpiries(lab.loadCtx)
    expect(await lab.db.archiveExpiry.count({ where: { archiveId: id } })).toBe(0)

    await createArchiveView(lab.admin, { cluster: lab.clusterId, database: 'lab', table: 'expired' })
    const run = (await lab.passRetention(id)) ?? ''
    // Two workers sweep at once: one run.
    await Promise.all([startDueExpiries(lab.loadCtx), startDueExpiries(lab.loadCtx)])
    expect(await lab.db.archiveExpiry.count({ where: { archiveId: id } })).toBe(1)
    const others = await keysOf('beside_it')
    expect(await lab.driveExpiry(run)).toMatchObject({ status: 'completed', error: null })
    expect(await keysOf('expired')).toEqual([])
    expect(await keysOf('beside_it')).toEqual(others)
    expect(await lab.states(id)).toEqual(['expired', 'expired', 'expired'])
    expect(await lab.states(other)).toEqual(['dropped', 'dropped', 'dropped'])

    const view = await getArchiveView(lab.admin, {
      cluster: lab.clusterId,
      database: 'lab',
      table: 'expired',
    })
    expect(view).toMatchObject({ partitions: 0, files: 0, nodes: [{ state: 'current' }] })
    expect(await lab.sum('expired_with_archive', '1', 'day, id')).toBe('0 rows 0')
    // Neither a fault nor a restore.
    expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0, error: null })
    const { obstacles } = await previewArchiveRestore(lab.admin, { archiveId: id, mode: 'into' })
    expect(obstacles.join(' ')).toContain('retention of the archive ended')
    expect(await getArchiveExpiry(lab.as('viewer'), { id: run })).toMatchObject({
      ...{ partitions: 3, deletedPartitions: 3, rows: 2_000n, requestedBy: 'admin@lab' },
    })
    await startDueExpiries(lab.loadCtx)
    expect(await lab.db.archiveExpiry.count({ where: { archiveId: id } })).toBe(1)
    const audit = await lab.db.auditEntry.findMany({
      where: {
        objectId: { in: [id, run] },
        action: { in: ['archive.keep', 'archive-expiry.start', 'archive-expiry.finish'] },
      },
      orderBy: { at: 'asc' },
    })
    expect(audit.map(({ action, outcome, actorName }) => [action, outcome, actorName])).toMatchObject([
      ['archive.keep', 'denied', 'operator@lab'],
      ['archive.keep', 'succeeded', 'admin@lab'],
      ['archive-expiry.start', 'requested', expect.any(String)],
      ['archive-expiry.finish', 'succeeded', expect.any(String)],
    ])
  })

  it('waits while a restore reads the files, and a restore waits for nothing', async () => {
    await lab.createEvents('read')
    const before = await lab.sum('read')
    const id = await lab.archive('read')
    await keepFor(id, '2000')
    const { id: restoreId } = await startArchiveRestore(lab.admin, { archiveId: id, mode: 'into' })
    const run = (await lab.passRetention(id)) ?? ''
    const deleting = lab.driveExpiry(run)
    await until(async () => ((await lab.runOf(run)).waitReason ?? '').includes('A restore reads these files'))
    expect((await keysOf('read')).length).toBe(6)
    expect(await lab.driveRestore(restoreId)).toMatchObject({ status: 'completed', error: null })
    expect(await deleting).toMatchObject({ status: 'completed', error: null })
    expect(await keysOf('read')).toEqual([])
    expect(await lab.sum('read')).toBe(before)
  })

  it('leaves a file that somebody has replaced, and goes on when it is gone', async () => {
    await lab.createEvents('replaced')
    const id = await lab.archive('replaced')
    await keepFor(id, '2000')
    const key = (await keysOf('replaced')).find((each) => each.endsWith('.parquet')) ?? ''
    await lab.put(key, 'not the file')
    const run = (await lab.passRetention(id)) ?? ''
    expect(await lab.driveExpiry(run)).toMatchObject({
      ...{ status: 'failed', error: expect.stringContaining('other content than the proved file') },
    })
    expect(await keysOf('replaced')).toContain(key)
    // It waits for a person.
    expect(await lab.passRetention(id)).toBeNull()
    await lab.objects.delete(lab.bucket, key)
    await retryArchiveExpiry(lab.admin, { id: run })
    expect(await lab.driveExpiry(run)).toMatchObject({ status: 'completed', error: null })
    expect(await keysOf('replaced')).toEqual([])
  })

  it('is removed by whoever cancels the deletion', async () => {
    await lab.createEvents('cancelled')
    const id = await lab.archive('cancelled')
    await keepFor(id, '2000')
    const run = (await lab.passRetention(id)) ?? ''
    expect(await cancelArchiveExpiry(lab.admin, { id: run })).toMatchObject({ status: 'cancelled' })
    expect(await getArchive(lab.admin, { id })).toMatchObject({ retention: null, expiresAt: null })
    await expect(retryArchiveExpiry(lab.admin, { id: run })).rejects.toThrow('retried')
    await startDueExpiries(lab.loadCtx)
    expect(await lab.db.archiveExpiry.count({ where: { archiveId: id } })).toBe(1)
    expect((await keysOf('cancelled')).length).toBe(6)
  })
})

describe('a legal hold', () => {
  it('keeps all files until an admin releases it, also from a deletion that has begun', async () => {
    await lab.createEvents('held')
    const before = await lab.sum('held')
    const id = await lab.archive('held')
    await keepFor(id, '2000')
    const run = (await lab.passRetention(id)) ?? ''
    // Killed after the first partition was marked, before its first file was deleted.
    const at = await lab.crash(run, { of: 'store.delete', step: 1, when: 'before' }, expiryWork)
    expect(at).toBe('store.delete')
    expect(await holdArchive(lab.as('operator'), { id, reason: 'Case 4711' })).toMatchObject({ begun: 1 })
    expect(await lab.driveExpiry(run)).toMatchObject({ status: 'cancelled', error: null })
    expect(await lab.states(id)).toEqual(['dropped', 'dropped', 'dropped'])
    expect((await keysOf('held')).length).toBe(6)
    expect(await lab.passRetention(id)).toBeNull()
    await expect(holdArchive(lab.admin, { id, reason: 'again' })).rejects.toThrow('Case 4711')
    await expect(releaseArchiveHold(lab.as('operator'), { id, reason: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await getArchive(lab.as('viewer'), { id })).toMatchObject({
      hold: { reason: 'Case 4711', by: 'operator@lab' },
    })

    // The store holds it too where the bucket has object lock. The embedded store does not know it, and the page says so.
    const lock = await lab.objects.readObjectLock(lab.bucket)
    const hasLock = lock.kind === 'ok' && lock.enabled
    await alignBucketHolds(lab.loadCtx)
    expect((await getArchive(lab.as('viewer'), { id })).bucketHold).toMatchObject(
      hasLock
        ? { state: 'held', note: null }
        : { state: 'unsupported', note: expect.stringContaining('object lock') },
    )

    const restored = await lab.restore({ archiveId: id, mode: 'into' })
    expect(restored).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sum('held')).toBe(before)

    await releaseArchiveHold(lab.admin, { id, reason: 'Closed' })
    await alignBucketHolds(lab.loadCtx)
    expect((await getArchive(lab.as('viewer'), { id })).bucketHold?.state).toBe(
      hasLock ? 'cleared' : 'unsupported',
    )
    const later = (await lab.passRetention(id)) ?? ''
    expect(await lab.driveExpiry(later)).toMatchObject({ status: 'completed', error: null })
    expect(await keysOf('held')).toEqual([])
    const audit = await lab.db.auditEntry.findMany({
      where: { objectId: id, action: { in: ['archive.hold', 'archive.release-hold'] }, outcome: 'succeeded' },
      orderBy: { at: 'asc' },
    })
    expect(audit.map(({ action, details }) => [action, details])).toMatchObject([
      ['archive.hold', { reason: 'Case 4711' }],
      ['archive.release-hold', { reason: 'Closed' }],
    ])
  })
})

it('wherever its worker is killed, all files are deleted, each after it was looked at', {
  timeout: 240_000,
}, async () => {
  const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 11)
  const kinds = ['before', 'sent', 'after'] as const
  await lab.command(
    'CREATE TABLE lab.crash (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id',
  )
  let crashes = 0
  for (let step = 2; ; step += stride) {
    await lab.command(
      `INSERT INTO lab.crash SELECT toDate('2024-01-15') + INTERVAL number % 2 MONTH, number FROM numbers(20)`,
    )
    const id = await lab.archive('crash')
    await keepFor(id, '20')
    const run = (await lab.passRetention(id)) ?? ''
    const point: CrashPoint = { step, when: kinds[crashes % 3] ?? 'after' }
    const at = await lab.crash(run, point, expiryWork)
    const where = `step ${step} (${at}), ${point.when}`
    if ((await lab.runOf(run)).status !== 'completed') await lab.driveExpiry(run)
    expect([where, (await lab.runOf(run)).status]).toEqual([where, 'completed'])
    expect([where, await keysOf('crash')]).toEqual([where, []])
    expect([where, await lab.states(id)]).toEqual([where, ['expired', 'expired']])
    if (at === null) break
    crashes += 1
  }
  expect(crashes).toBeGreaterThan(20 / stride)
})

/** One day, as its preview says. */
async function keepFor(id: string, rows: string): Promise<void> {
  const { expiresAt } = await previewArchiveRetention(lab.admin, { id, retention: oneDay })
  await setArchiveRetention(lab.admin, {
    ...{ id, retention: oneDay, expectedRows: rows, expectedExpiresAt: expiresAt },
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

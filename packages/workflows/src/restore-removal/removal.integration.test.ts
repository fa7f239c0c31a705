import {
  cancelRestoreRemoval,
  createArchiveView,
  getArchiveRestore,
  getArchiveView,
  getRestoreRemoval,
  keepRestored,
  listRestoreRemovals,
  previewArchiveRestore,
  previewArchiveRetention,
  previewKeepRestored,
  retryRestoreRemoval,
  setArchiveRetention,
  startArchiveRestore,
  startDueRemovals,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import type { CrashPoint } from '../testing/crashing-worker.ts'
import { restoreRemovalWork } from './run-removal.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const done = { status: 'completed', error: null }
const at = (table: string) => ({ cluster: lab.clusterId, database: 'lab', table })
const hasTable = async (table: string) => {
  const [, client] = lab.admins[0] ?? []
  return client ? (await lab.rows(client, `EXISTS TABLE lab.${table}`))[0] : undefined
}

async function restoreFor(table: string, mode: 'into' | 'beside', keepDays: number | null = 7) {
  const archiveId = await lab.archive(table)
  const { restoreId, status, error } = await lab.restore({
    ...{ archiveId, mode, keepDays },
    ...(mode === 'beside' ? { table: `${table}_back` } : {}),
  })
  expect({ status, error }).toEqual(done)
  return { archiveId, restoreId }
}

describe('rows restored into the table', () => {
  it('are removed again after their time, and queries of the view still see each row once', async () => {
    await lab.createEvents('into')
    const before = await lab.sum('into')
    const { archiveId, restoreId } = await restoreFor('into', 'into')
    await createArchiveView(lab.admin, at('into'))
    const seen = () => lab.sum('into_with_archive', '1', 'day, id, text, at')
    const both = await seen()
    const restore = await getArchiveRestore(lab.as('viewer'), { id: restoreId })
    expect(restore).toMatchObject({ kept: { days: 7, setBy: 'admin@lab' }, removedPartitions: 0 })
    expect(Math.abs((restore.removeAt?.getTime() ?? 0) - Date.now() - 7 * 24 * 3_600_000)).toBeLessThan(
      600_000,
    )

    // Not due yet.
    await startDueRemovals(lab.loadCtx)
    expect(await lab.db.restoreRemoval.count({ where: { restoreId } })).toBe(0)

    const preview = await previewKeepRestored(lab.admin, { id: restoreId, days: 0 })
    expect(preview).toMatchObject({ partitions: 3, rows: 2_000n, obstacles: [], warnings: [] })
    const now = { id: restoreId, days: 0 }
    await expect(keepRestored(lab.admin, { ...now, expectedRows: '1' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(keepRestored(lab.as('operator'), { ...now, expectedRows: '2000' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await keepRestored(lab.admin, { ...now, expectedRows: '2000' })
    // Two workers sweep at once: one run.
    await Promise.all([startDueRemovals(lab.loadCtx), startDueRemovals(lab.loadCtx)])
    const [removal] = (await listRestoreRemovals(lab.as('viewer'), { restoreId })).removals
    expect(removal).toMatchObject({ status: 'queued', partitions: 3, requestedBy: 'admin@lab' })
    expect(await lab.db.restoreRemoval.count({ where: { restoreId } })).toBe(1)
    await expect(startArchiveRestore(lab.admin, { archiveId, mode: 'into' })).rejects.toMatchObject({
      code: 'conflict',
    })

    expect(await lab.driveRemoval(removal?.id ?? '')).toMatchObject(done)
    expect(await lab.sum('into')).toBe('0 rows 0')
    expect(await seen()).toBe(both)
    expect(await getArchiveView(lab.admin, at('into'))).toMatchObject({ nodes: [{ state: 'current' }] })
    const detail = await getRestoreRemoval(lab.as('viewer'), { id: removal?.id ?? '' })
    expect(detail).toMatchObject({ removedPartitions: 3, rows: 2_000n, mode: 'into' })
    expect(await getArchiveRestore(lab.admin, { id: restoreId })).toMatchObject({ removedPartitions: 3 })
    expect(await lab.passKeep(restoreId)).toBeNull()

    // The archive still has it all.
    const again = await lab.restore({ archiveId, mode: 'into' })
    expect(again).toMatchObject(done)
    expect(await lab.sum('into')).toBe(before)
    const audit = await lab.db.auditEntry.findMany({
      where: { objectId: { in: [restoreId, removal?.id ?? ''] }, action: { contains: 're' } },
      orderBy: { at: 'asc' },
    })
    expect(
      audit
        .map(({ action, outcome }) => [action, outcome])
        .filter(([action]) => !action?.endsWith('e.start')),
    ).toMatchObject([
      ['archive-restore.finish', 'succeeded'],
      ['archive-restore.keep', 'denied'],
      ['archive-restore.keep', 'succeeded'],
      ['restore-removal.start', 'requested'],
      ['restore-removal.finish', 'succeeded'],
    ])
  })

  it('stay where somebody has changed them, and can be kept forever', async () => {
    await lab.createEvents('changed')
    const { restoreId } = await restoreFor('changed', 'into')
    await lab.command(`INSERT INTO lab.changed SELECT toDate('2024-02-20'), 1, 'late', now64(3)`)
    expect((await previewKeepRestored(lab.admin, { id: restoreId, days: 0 })).warnings).toEqual([
      expect.stringMatching(/^Partition 202402 on .* has 66\d rows, not the 66\d that were restored/),
    ])
    const run = (await lab.passKeep(restoreId)) ?? ''
    const end = await lab.driveRemoval(run)
    expect(end).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('changed since it was restored'),
    })
    expect(end.error).toContain('202402')
    expect(await lab.sum('changed', `toYYYYMM(day) = 202401`)).toBe('0 rows 0')
    expect(await lab.sum('changed', `text = 'late'`)).toMatch(/^1 rows/)
    // It waits for a person.
    expect(await lab.passKeep(restoreId)).toBeNull()
    await keepRestored(lab.admin, { id: restoreId, days: null, expectedRows: '1333' })
    await expect(retryRestoreRemoval(lab.admin, { id: run })).rejects.toThrow('retried')
    expect(await getArchiveRestore(lab.admin, { id: restoreId })).toMatchObject({
      ...{ kept: null, removeAt: null, removedPartitions: 1 },
    })
    expect(await lab.passKeep(restoreId)).toBeNull()
  })

  it('stay when the removal is cancelled before it begins', async () => {
    await lab.createEvents('stays')
    const before = await lab.sum('stays')
    const { restoreId } = await restoreFor('stays', 'into')
    const run = (await lab.passKeep(restoreId)) ?? ''
    expect(await cancelRestoreRemoval(lab.admin, { id: run })).toMatchObject({ status: 'cancelled' })
    expect(await getArchiveRestore(lab.admin, { id: restoreId })).toMatchObject({ kept: null })
    expect(await lab.passKeep(restoreId)).toBeNull()
    expect(await lab.sum('stays')).toBe(before)
  })

  it('stay where the archive has lost a file: they are the only copy', async () => {
    await lab.createEvents('only')
    const before = await lab.sum('only')
    const { restoreId } = await restoreFor('only', 'into')
    const key = (await lab.keys('cold/frostline-archive/lab.only/')).find((each) => each.endsWith('.parquet'))
    await lab.objects.delete(lab.bucket, key ?? '')
    const run = (await lab.passKeep(restoreId)) ?? ''
    expect(await lab.driveRemoval(run)).toMatchObject({
      ...{ status: 'failed', error: expect.stringContaining('not as it was proved') },
    })
    expect(await lab.sum('only')).toBe(before)
  })

  it('are removed before a deletion of the files goes on, or stay after it', async () => {
    await lab.createEvents('files')
    const { archiveId, restoreId } = await restoreFor('files', 'into')
    const oneDay = { count: 1, unit: 'days' as const }
    const { expiresAt } = await previewArchiveRetention(lab.admin, { id: archiveId, retention: oneDay })
    await setArchiveRetention(lab.admin, {
      ...{ id: archiveId, retention: oneDay, expectedRows: '2000', expectedExpiresAt: expiresAt },
    })
    const { warnings } = await previewArchiveRestore(lab.admin, { archiveId, mode: 'beside', keepDays: 7 })
    expect(warnings.join(' ')).toContain('are the only copy, and stay')
    const removal = (await lab.passKeep(restoreId)) ?? ''
    const expiry = (await lab.passRetention(archiveId)) ?? ''
    const deleting = lab.driveExpiry(expiry)
    await until(async () =>
      ((await lab.runOf(expiry)).waitReason ?? '').includes('Restored rows of these files are being removed'),
    )
    expect(await lab.driveRemoval(removal)).toMatchObject(done)
    expect(await deleting).toMatchObject(done)
    expect(await lab.sum('files')).toBe('0 rows 0')
    expect(await lab.states(archiveId)).toEqual(['expired', 'expired', 'expired'])
  })
})

describe('rows restored beside the table', () => {
  it('are removed with their table', async () => {
    await lab.createEvents('beside')
    const { restoreId } = await restoreFor('beside', 'beside')
    const run = (await lab.passKeep(restoreId)) ?? ''
    expect(await lab.driveRemoval(run)).toMatchObject(done)
    expect(await hasTable('beside_back')).toEqual({ result: 0 })
    expect(await getRestoreRemoval(lab.admin, { id: run })).toMatchObject({
      note: 'The empty table was dropped.',
    })
  })

  it('leave a table in which others have rows', async () => {
    await lab.createEvents('shared')
    const { restoreId } = await restoreFor('shared', 'beside')
    await lab.command(
      `INSERT INTO lab.shared_back (day, id, text, at) VALUES ('2025-01-01', 1, 'mine', now())`,
    )
    const run = (await lab.passKeep(restoreId)) ?? ''
    expect(await lab.driveRemoval(run)).toMatchObject(done)
    expect(await lab.sum('shared_back')).toMatch(/^1 rows/)
    expect((await getRestoreRemoval(lab.admin, { id: run })).note).toContain('keeps the table')
  })

  it('are gone already where somebody has dropped the table', async () => {
    await lab.createEvents('gone')
    const { restoreId } = await restoreFor('gone', 'beside')
    await lab.command('DROP TABLE lab.gone_back SYNC')
    const run = (await lab.passKeep(restoreId)) ?? ''
    expect(await lab.driveRemoval(run)).toMatchObject(done)
  })
})

it('wherever its worker is killed, exactly the restored rows are removed', { timeout: 240_000 }, async () => {
  const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 11)
  const kinds = ['before', 'sent', 'after'] as const
  await lab.command(
    'CREATE TABLE lab.crash (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id',
  )
  for (const from of [0, 20])
    await lab.command(
      `INSERT INTO lab.crash SELECT toDate('2024-01-15') + INTERVAL number % 2 MONTH, number FROM numbers(${from}, 20)`,
    )
  const archiveId = await lab.archive('crash')
  let crashes = 0
  for (let step = 2; ; step += stride) {
    const { restoreId, ...end } = await lab.restore({ archiveId, mode: 'into', keepDays: 1 })
    expect(end).toMatchObject(done)
    const run = (await lab.passKeep(restoreId)) ?? ''
    const point: CrashPoint = { step, when: kinds[crashes % 3] ?? 'after' }
    const killedAt = await lab.crash(run, point, restoreRemovalWork)
    const where = `step ${step} (${killedAt}), ${point.when}`
    // What is not detached yet gets other parts.
    await lab.command(`OPTIMIZE TABLE lab.crash PARTITION ID '202402' FINAL`)
    if ((await lab.runOf(run)).status !== 'completed') await lab.driveRemoval(run)
    const { status, error } = await lab.runOf(run)
    expect([where, status, error]).toEqual([where, 'completed', null])
    expect([where, await lab.sum('crash')]).toEqual([where, '0 rows 0'])
    const [, client] = lab.admins[0] ?? []
    const detached = client
      ? await lab.rows(client, `SELECT name FROM system.detached_parts WHERE table = 'crash'`)
      : []
    expect([where, detached]).toEqual([where, []])
    expect(await lab.states(archiveId)).toEqual(['dropped', 'dropped'])
    if (killedAt === null) break
    crashes += 1
  }
  expect(crashes).toBeGreaterThan(20 / stride)
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

import { QueryFailedError } from '@frostline/clickhouse'
import {
  cancelArchiveRestore,
  compareArchive,
  createArchiveView,
  getArchive,
  getArchiveRestore,
  getArchiveView,
  previewArchiveRestore,
  retryArchiveRestore,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const columns = 'day, id, text, at'
const at = (table: string) => ({ cluster: lab.clusterId, database: 'lab', table })

/** What the bucket says, by the end of the key. */
async function classesOf(table: string): Promise<Record<string, string[]>> {
  const found = { files: new Set<string>(), manifests: new Set<string>() }
  for await (const { objects } of lab.objects.list(lab.bucket, {
    prefix: `cold/frostline-archive/lab.${table}/`,
  }))
    for (const { key, storageClass } of objects)
      found[key.endsWith('.json') ? 'manifests' : 'files'].add(storageClass)
  return { files: [...found.files], manifests: [...found.manifests] }
}

describe('the storage class of an archive', () => {
  it('is that of the write, where the server reads it back', async () => {
    await lab.createEvents('instant')
    const before = await lab.sum('instant')
    const id = await lab.archive('instant', { storageClass: 'GLACIER_IR' })
    expect(await classesOf('instant')).toEqual({ files: ['GLACIER_IR'], manifests: ['STANDARD'] })
    const { classes, storageNote } = await getArchive(lab.as('viewer'), { id })
    expect([classes, storageNote]).toMatchObject([[{ storageClass: 'GLACIER_IR', files: 3 }], null])
    expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0 })
    const { retrieval } = await previewArchiveRestore(lab.admin, { archiveId: id, mode: 'into' })
    expect(retrieval).toBeNull()
    expect(await lab.restore({ archiveId: id, mode: 'into' })).toMatchObject({ status: 'completed' })
    expect(await lab.sum('instant')).toBe(before)
  })

  it.each(['before', 'sent', 'after'] as const)(
    'is given after the drop where files cannot be read back at once, also when the worker is killed %s a copy',
    async (when) => {
      const table = `deep_${when}`
      await lab.createEvents(table)
      const before = await lab.sum(table)
      const id = await lab.start(table, { storageClass: 'DEEP_ARCHIVE' })
      await lab.drive(id)
      await lab.approve(id)
      await lab.drive(id)
      await createArchiveView(lab.admin, at(table))
      expect(await lab.sum(`${table}_with_archive`, '1', columns)).toMatch(/^2000 rows/)
      await lab.passGrace(id)
      expect(await lab.crash(id, { of: 'store.copy', step: 2, when })).toBe('store.copy')
      // No query fails, wherever the copies are.
      expect(await lab.sum(`${table}_with_archive`, '1', columns)).toMatch(/^\d+ rows/)
      expect(await lab.drive(id)).toMatchObject({ status: 'completed', error: null })
      expect(await classesOf(table)).toEqual({ files: ['DEEP_ARCHIVE'], manifests: ['STANDARD'] })
      expect(await getArchive(lab.as('viewer'), { id })).toMatchObject({
        ...{ storageNote: null, classes: [{ storageClass: 'DEEP_ARCHIVE', files: 3 }] },
      })
      expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0, error: null })
      expect(await lab.sum(`${table}_with_archive`, '1', columns)).toBe('0 rows 0')
      expect(await getArchiveView(lab.admin, at(table))).toMatchObject({
        ...{ partitions: 0, unreadable: { partitions: 3, rows: 2_000n }, obstacles: [] },
      })
      const restored = await lab.restore({ archiveId: id, mode: 'into' })
      expect(restored).toMatchObject({ status: 'completed', error: null })
      expect(await lab.sum(table)).toBe(before)
    },
  )

  it('gives another ETag to a file that was uploaded in parts, and the ledger follows', async () => {
    await lab.command(
      'CREATE TABLE lab.large (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY day ORDER BY id',
    )
    await lab.command(
      "INSERT INTO lab.large SELECT toDate('2024-01-15'), number, randomString(1000) FROM numbers(45000)",
    )
    const before = await lab.sum('large')
    const id = await lab.start('large', { storageClass: 'GLACIER' })
    await lab.drive(id)
    await lab.approve(id)
    await lab.drive(id)
    const [written] = await lab.db.archiveFile.findMany({ where: { archiveId: id } })
    expect(written?.etag).toMatch(/-\d+$/)
    await lab.passGrace(id)
    // Copied, and not written down.
    await lab.crash(id, { of: 'store.copy', step: 1, when: 'after' })
    expect(await lab.drive(id)).toMatchObject({ status: 'completed', error: null })
    const [stored] = await lab.db.archiveFile.findMany({ where: { archiveId: id } })
    expect(stored).toMatchObject({ storageClass: 'GLACIER', etag: expect.not.stringContaining('-') })
    expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0 })
    expect(await lab.restore({ archiveId: id, mode: 'into' })).toMatchObject({ status: 'completed' })
    expect(await lab.sum('large')).toBe(before)
  })

  it('is read back from the bucket, as lifecycle rules have changed it', async () => {
    await lab.createEvents('lifecycle')
    const id = await lab.archive('lifecycle')
    await createArchiveView(lab.admin, at('lifecycle'))
    const [file] = await lab.db.archiveFile.findMany({ where: { archiveId: id }, orderBy: { key: 'asc' } })
    const [key, etag] = [file?.key ?? '', file?.etag ?? '']
    await lab.objects.copy(lab.bucket, key, key, { ifMatch: etag, storageClass: 'GLACIER' })
    expect(await compareArchive(lab.as('operator'), { id })).toMatchObject({ faults: 0 })
    const { classes } = await getArchive(lab.as('viewer'), { id })
    expect(classes).toMatchObject([
      { storageClass: 'GLACIER', files: 1 },
      { storageClass: 'STANDARD', files: 2 },
    ])
    expect(await createArchiveView(lab.admin, at('lifecycle'))).toMatchObject({ complete: true })
    expect(await lab.sum('lifecycle_with_archive', '1', columns)).toMatch(/^1333 rows|^1334 rows/)
  })
})

describe('a restore of files in Glacier', () => {
  it('says hours and cost before, has the store retrieve them, and is cancelled and retried meanwhile', async () => {
    await lab.createEvents('glacier')
    const before = await lab.sum('glacier')
    const id = await lab.archive('glacier', { storageClass: 'GLACIER' })
    const order = { archiveId: id, mode: 'beside' as const, table: 'glacier_back', retrievalDays: 2 }
    const preview = await previewArchiveRestore(lab.admin, { ...order, retrievalTier: 'bulk' })
    expect(preview).toMatchObject({ obstacles: [], retrieval: { files: 3, hours: 12 } })
    expect(preview.retrieval?.cost).toBeGreaterThan(0)

    const { id: restoreId } = await startArchiveRestore(lab.admin, { ...order, retrievalTier: 'bulk' })
    expect(await lab.db.archiveRestoreStep.count({ where: { restoreId, loadId: { not: null } } })).toBe(0)
    const driving = lab.driveRestore(restoreId)
    while (!(await lab.runOf(restoreId)).waitReason?.includes('retrieving 3 of 3 files'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await cancelArchiveRestore(lab.admin, { id: restoreId })).toMatchObject({ status: 'cancelling' })
    expect(await driving).toMatchObject({ status: 'cancelled' })

    await retryArchiveRestore(lab.admin, { id: restoreId })
    expect(await lab.driveRestore(restoreId)).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sum('glacier_back')).toBe(before)
    expect(await getArchiveRestore(lab.as('viewer'), { id: restoreId })).toMatchObject({
      ...{ retrievalTier: 'bulk', retrievedAt: expect.any(Date), provedPartitions: 3 },
    })
    const loads = await lab.db.loadJob.findMany({
      include: { run: true },
      where: { run: { status: 'completed' } },
    })
    expect(loads.some(({ run }) => run.requestedBy === 'admin@lab')).toBe(true)
  })

  it('waits for a node that is away when the files are there', async () => {
    await lab.createEvents('late')
    const before = await lab.sum('late')
    const id = await lab.archive('late', { storageClass: 'GLACIER' })
    const order = { archiveId: id, mode: 'into' as const, retrievalTier: 'bulk' as const }
    const { id: restoreId } = await startArchiveRestore(lab.admin, { ...order, retrievalDays: 2 })
    let isAway = true
    const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
      query: (query, params, options) => {
        const silent = { kind: 'unreachable', reason: 'No answer' } as const
        return isAway
          ? Promise.reject(new QueryFailedError(silent, query.name, lab.clickhouse.nodes[0]?.name ?? ''))
          : ask(query, params, options)
      },
    }))
    const driving = lab.driveRestore(restoreId, { clusters })
    await expect
      .poll(async () => (await lab.runOf(restoreId)).waitReason)
      .toContain('No node of lab could be read')
    expect(await lab.runOf(restoreId)).toMatchObject({ status: 'running', error: null })
    isAway = false
    expect(await driving).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sum('late')).toBe(before)
  })
})

import { expect, it } from 'vitest'
import {
  answerArchive,
  answerArchivePlan,
  answerArchiveView,
  answerExpiry,
  answerRestore,
  answerRestorePlan,
  answerRestoreRemoval,
  answerRetention,
} from './answer-archive.ts'
import { answerText } from './words.ts'

const sum = (partitions: number, rows = 0n) => ({ partitions, rows, bytes: rows * 10n })
const none = sum(0)
const archive = {
  ...{ status: 'running' as const, stage: 'exporting' as const, total: sum(3, 300n), proved: none },
  ...{ held: none, dropped: none, files: 3, fileBytes: 1_024n, dropAt: null, waitReason: null },
}
const says = (change: Partial<Parameters<typeof answerArchive>[0]>) => {
  const { tone, words } = answerArchive({ ...archive, ...change })
  return [tone, answerText({ tone, words })]
}

it('says where the rows of an archive are at every stage', () => {
  expect(says({ proved: sum(1, 100n) })).toEqual(['accent', '1 of 3 partitions is proved.'])
  expect(says({ status: 'waiting', proved: sum(3, 300n) })).toEqual([
    'warn',
    '300 rows in 3 partitions are proved in the bucket and still in the table; the detach needs an approval.',
  ])
  expect(
    says({
      status: 'waiting',
      stage: 'detaching',
      held: sum(1, 100n),
      dropAt: new Date('2026-01-02T00:00:00Z'),
    }),
  ).toEqual([
    'warn',
    '100 rows in 1 partition are detached and can be attached again; it is dropped 2026-01-02T00:00:00.000Z.',
  ])
  expect(says({ status: 'completed', stage: 'dropping', dropped: sum(3, 300n) })).toEqual([
    'ok',
    '300 rows in 3 partitions are in the archive alone, in 3 files (1.00 KiB); 2.92 KiB on disk were freed.',
  ])
  expect(says({ status: 'failed', stage: 'detaching' })[1]).toContain('without its proof')
  expect(says({ status: 'cancelled' })[1]).toBe('All rows are in the table; the archive was cancelled.')
})

it('says how long files are kept', () => {
  const kept = { rows: 300n, files: 3, expired: 0, retention: null, expiresAt: null, hold: null }
  const retention = { count: 90, unit: 'days' as const }
  const expiresAt = new Date('2027-01-02T00:00:00Z')
  const text = (change: Partial<Parameters<typeof answerRetention>[0]>) =>
    answerText(answerRetention({ ...kept, ...change }))
  expect(text({})).toBe('3 files with 300 rows are kept forever.')
  expect(text({ retention })).toContain('are deleted 90 days after the drop')
  expect(text({ retention, expiresAt })).toContain('are deleted 2027-01-02T00:00:00.000Z')
  expect(text({ retention, expiresAt, hold: { by: 'Ada' } })).toContain('under a legal hold by Ada')
  expect(text({ files: 0, rows: 0n, expired: 3 })).toContain('All files were deleted')
})

it('says what a plan, a restore and a view do', () => {
  expect(answerText(answerArchivePlan({ ...sum(2, 200n), files: 2, obstacles: 0 }))).toContain(
    'would become 2 files',
  )
  expect(answerArchivePlan({ ...none, files: 0, obstacles: 2 }).tone).toBe('danger')
  const restore = {
    partitions: 2,
    provedPartitions: 1,
    removedPartitions: 0,
    rows: 200n,
    table: 'd.t',
    waitReason: null,
  }
  expect(answerText(answerRestore({ ...restore, status: 'running' }))).toBe(
    '1 of 2 partitions is loaded and equal to the archive.',
  )
  expect(answerText(answerRestore({ ...restore, status: 'completed' }))).toContain('in d.t again')
  const removed = { ...restore, status: 'completed' as const, partitions: 2 }
  expect(answerText(answerRestore({ ...removed, removedPartitions: 2 }))).toContain('in the archive only now')
  expect(answerText(answerRestore({ ...removed, removedPartitions: 1 }))).toContain(
    '1 of 2 partitions was removed',
  )
  const plan = { rows: 200n, partitions: 2, fileBytes: 2_048n, table: 'd.t', obstacles: 0 }
  expect(answerText(answerRestorePlan(plan))).toContain('200 rows in 2 partitions would be loaded')
  const view = {
    name: 'd.v',
    partitions: 2,
    rows: 200n,
    files: 2,
    fileBytes: 10n,
    wrongNodes: 0,
    unreadNodes: 0,
    obstacles: 0,
  }
  expect(answerText(answerArchiveView({ ...view, exists: true }))).toContain('d.v has each row once')
  expect(answerText(answerArchiveView({ ...view, exists: false }))).toContain(
    'queries of the table miss 200 rows'.slice(1),
  )
  expect(answerArchiveView({ ...view, exists: true, wrongNodes: 1 }).tone).toBe('warn')
  expect(answerText(answerArchiveView({ ...view, exists: true, unreadNodes: 2 }))).toBe(
    'd.v cannot be checked on 2 nodes; they do not answer.',
  )
})

it('says which files were deleted after their retention, and where the rest is', () => {
  const expiry = {
    partitions: 3,
    deletedPartitions: 1,
    rows: 300n,
    files: 4,
    fileBytes: 1_024n,
    waitReason: null,
  }
  const text = (change: Partial<Parameters<typeof answerExpiry>[0]>) =>
    answerText(answerExpiry({ status: 'running', ...expiry, ...change }))
  expect(text({})).toBe('The files of 1 of 3 partitions are deleted.')
  expect(text({ status: 'failed' })).toContain('the rest is in the bucket')
  expect(text({ status: 'cancelled' })).toContain('the rest is kept forever; it was cancelled')
  expect(text({ status: 'completed', deletedPartitions: 3 })).toBe(
    '4 files (1.00 KiB) with 300 rows were deleted from the bucket; the archive cannot restore them any more.',
  )
})

it('says where restored rows are while they are removed', () => {
  const removal = { partitions: 3, removedPartitions: 2, rows: 300n, table: 'demo.trips', waitReason: null }
  const text = (change: Partial<Parameters<typeof answerRestoreRemoval>[0]>) =>
    answerText(answerRestoreRemoval({ status: 'running', ...removal, ...change }))
  expect(text({})).toBe('2 of 3 partitions are removed from demo.trips.')
  expect(text({ status: 'failed' })).toContain('the rest is in the table')
  expect(text({ status: 'completed', removedPartitions: 3 })).toBe(
    '300 rows in 3 partitions were removed from demo.trips; they are in the archive only.',
  )
})

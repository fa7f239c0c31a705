import {
  beginArchiveRun,
  type CreateArchiveScheduleInput,
  createArchiveSchedule,
  disableArchiveSchedule,
  enableArchiveSchedule,
  listArchiveScheduleRuns,
  listArchiveSchedules,
  previewArchive,
  removeArchiveSchedule,
  runArchiveScheduleNow,
  settleArchiveRuns,
  takeDueArchiveRuns,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
  await lab.db.user.create({ data: { id: 'admin@lab', email: 'admin@lab', name: 'Admin', role: 'admin' } })
}, 120_000)
afterAll(() => lab?.close())

function place(table: string) {
  const source = { id: lab.sourceId, bucket: lab.bucket }
  return { cluster: lab.clusterId, database: 'lab', table, source, prefix: 'cold/' }
}

async function make(table: string, change: Partial<CreateArchiveScheduleInput> = {}): Promise<string> {
  const timing = { cron: '0 2 1 1 *', timeZone: 'Europe/Berlin' }
  const input = { ...place(table), ...timing, name: `schedule of ${table}`, olderThanDays: 30, ...change }
  return (await createArchiveSchedule(lab.admin, input)).id
}

/** The sweep of two workers at once. */
async function sweep(): Promise<void> {
  await takeDueArchiveRuns(lab.loadCtx)
  await settleArchiveRuns(lab.loadCtx)
  const due = await lab.db.archiveScheduleRun.findMany({ where: { status: 'due' } })
  await Promise.all([...due, ...due].map(({ id }) => beginArchiveRun(lab.loadCtx, id)))
}
const comeDue = (id: string) =>
  lab.db.archiveSchedule.update({ where: { id }, data: { nextDueAt: new Date() } })
const runsOf = async (id: string) => (await listArchiveScheduleRuns(lab.as('viewer'), { id })).runs

it('archives the oldest partitions within its budget, once whatever workers sweep, up to the approval', async () => {
  await lab.createEvents('paced')
  const choice = { kind: 'older-than' as const, days: 30 }
  const { steps } = await previewArchive(lab.admin, { ...place('paced'), choice })
  const [first, second] = steps
  const id = await make('paced', { budgetBytes: String((first?.bytes ?? 0n) + (second?.bytes ?? 0n)) })
  await comeDue(id)
  await sweep()
  const [run] = await runsOf(id)
  expect(run).toMatchObject({ status: 'running', archiveId: expect.any(String) })
  expect(run?.leftOutBytes).toBe(steps[2]?.bytes)
  expect(await lab.db.archive.count({ where: { table: 'paced' } })).toBe(1)

  await comeDue(id)
  await sweep()
  expect((await runsOf(id))[0]).toMatchObject({
    status: 'skipped',
    reason: expect.stringContaining('never overlap'),
  })

  const archiveId = run?.archiveId ?? ''
  expect(await lab.drive(archiveId)).toMatchObject({ status: 'waiting' })
  await sweep()
  expect((await runsOf(id)).find((each) => each.archiveId === archiveId)).toMatchObject({
    status: 'completed',
  })
  // Proved, and still in the table: nobody has approved it.
  expect(await lab.states(archiveId)).toEqual(['proved', 'proved'])

  // Partitions of the open archive are not archived twice.
  await runArchiveScheduleNow(lab.admin, { id })
  await sweep()
  const [next] = await runsOf(id)
  expect(next).toMatchObject({ status: 'running', requestedBy: 'admin@lab' })
  const taken = await lab.steps(next?.archiveId ?? '')
  expect(taken.map(({ partitionId }) => partitionId)).toEqual(['202403'])
  await lab.drive(next?.archiveId ?? '')
  await sweep()

  await runArchiveScheduleNow(lab.admin, { id })
  await sweep()
  expect((await runsOf(id))[0]).toMatchObject({ status: 'nothing', reason: 'Nothing is due.' })
  await removeArchiveSchedule(lab.admin, { id })
  expect(await lab.db.archive.count({ where: { table: 'paced' } })).toBe(2)
})

it('waits for its hours, and says when they begin', async () => {
  await lab.createEvents('hours')
  // A span that ended an hour ago.
  const end = new Date(Date.now() - 3_600_000)
  const clock = (at: Date) => at.toISOString().slice(11, 16)
  const windowSpans = [
    {
      days: [0, 1, 2, 3, 4, 5, 6] as const,
      from: clock(new Date(end.getTime() - 3_600_000)),
      to: clock(end),
    },
  ].map((span) => ({ ...span, days: [...span.days] }))
  const id = await make('hours', { windowSpans, timeZone: 'UTC' })
  await comeDue(id)
  await sweep()
  expect((await runsOf(id))[0]).toMatchObject({
    status: 'due',
    reason: expect.stringContaining('Waiting for its hours'),
  })
  await disableArchiveSchedule(lab.admin, { id })
  expect((await runsOf(id))[0]).toMatchObject({ status: 'skipped' })
})

it('stops when its owner is no admin any more', async () => {
  await lab.createEvents('owned')
  const id = await make('owned')
  await lab.db.user.update({ where: { id: 'admin@lab' }, data: { role: 'operator' } })
  await comeDue(id)
  await sweep()
  const seen = (await listArchiveSchedules(lab.as('viewer'), {})).find((each) => each.id === id)
  expect(seen).toMatchObject({ enabled: false, stoppedReason: expect.stringContaining('admin') })
  await expect(enableArchiveSchedule(lab.as('admin', 'other@lab'), { id })).rejects.toThrow(
    'cannot be enabled',
  )
  await expect(runArchiveScheduleNow(lab.as('operator'), { id })).rejects.toThrow()
  await lab.db.user.update({ where: { id: 'admin@lab' }, data: { role: 'admin' } })
  await enableArchiveSchedule(lab.admin, { id })
})

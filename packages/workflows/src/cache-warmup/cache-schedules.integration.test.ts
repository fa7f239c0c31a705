import {
  beginCacheRun,
  type CreateCacheScheduleInput,
  createCacheSchedule,
  disableCacheSchedule,
  enableCacheSchedule,
  getWarmup,
  listCacheScheduleRuns,
  listCacheSchedules,
  removeCacheSchedule,
  runCacheScheduleNow,
  type ServiceContext,
  settleCacheRuns,
  takeDueCacheRuns,
  updateCacheSchedule,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWarmupLab, type WarmupLab } from '../testing/warmup-lab.ts'

let lab: WarmupLab
let owner: ServiceContext
beforeAll(async () => {
  lab = await openWarmupLab()
  await lab.createCold('trips', 2)
  const { id } = await lab.db.user.create({
    data: { id: 'owner', email: 'owner@lab', name: 'Owner', role: 'operator' },
  })
  owner = { ...lab.ctx, actor: { type: 'user', id, name: 'owner@lab', role: 'operator' } }
})
afterAll(() => lab?.close())

const warmup: CreateCacheScheduleInput['task'] = {
  kind: 'warmup',
  spec: { database: 'lab', table: 'trips', partitions: { kind: 'newest', count: 1 } },
}

async function make(
  name: string,
  task: CreateCacheScheduleInput['task'],
  missedRuns: 'skip' | 'catch_up' = 'skip',
) {
  const timing = { cron: '0 2 1 1 *', timeZone: 'Europe/Berlin', missedRuns }
  return (await createCacheSchedule(owner, { cluster: 'lab', name, task, ...timing })).id
}
/** The sweep of a worker. */
async function sweep(): Promise<void> {
  await takeDueCacheRuns(lab.ctx)
  await settleCacheRuns(lab.ctx)
  const due = await lab.db.cacheScheduleRun.findMany({ where: { status: 'due' } })
  // Two workers at once.
  await Promise.all([...due, ...due].map(({ id }) => beginCacheRun(lab.ctx, id)))
}
/** Makes it due `agoMs` before now, as if the clock had reached it. */
async function comeDue(id: string, agoMs = 0): Promise<void> {
  await lab.db.cacheSchedule.update({ where: { id }, data: { nextDueAt: new Date(Date.now() - agoMs) } })
}
const runsOf = async (id: string) => (await listCacheScheduleRuns(owner, { id })).runs

it('warms up when due, once whatever workers sweep, and shows how it ended', async () => {
  const id = await make('mornings', warmup)
  await comeDue(id)
  await sweep()
  const [run] = await runsOf(id)
  expect(run).toMatchObject({ status: 'running', warmupId: expect.any(String) })
  expect(await lab.db.cacheWarmup.count()).toBe(1)
  const warmupId = run?.warmupId ?? ''
  expect((await getWarmup(owner, { id: warmupId })).requestedBy).toBe('owner@lab')

  await comeDue(id)
  await sweep()
  expect((await runsOf(id))[0]).toMatchObject({
    status: 'skipped',
    reason: expect.stringContaining('never overlap'),
  })
  await lab.drive(warmupId)
  await sweep()
  expect((await runsOf(id)).find((each) => each.warmupId === warmupId)).toMatchObject({ status: 'completed' })
  const [seen] = await listCacheSchedules(owner, { cluster: 'lab' })
  expect(seen).toMatchObject({ name: 'mornings', enabled: true, ownerFault: null, mayChange: true })
  expect(seen?.nextRuns).toHaveLength(3)
})

it('drops when due; a missed run is skipped or caught up, as configured', async () => {
  const drop: CreateCacheScheduleInput['task'] = {
    ...{ kind: 'drop', cache: 'cold_cache', table: { database: 'lab', table: 'trips' } },
  }
  const cached = async () => (await lab.cachedColumns(lab.first, 'trips')).cached
  expect(await cached()).toBeGreaterThan(0n)
  const skips = await make('skips', drop)
  const catches = await make('catches', drop, 'catch_up')
  for (const id of [skips, catches]) await comeDue(id, 3_600_000)
  await sweep()
  expect((await runsOf(skips))[0]).toMatchObject({
    status: 'skipped',
    reason: expect.stringMatching(/^No worker/),
  })
  expect((await runsOf(catches))[0]).toMatchObject({
    ...{
      status: 'completed',
      caughtUp: true,
      reason: expect.stringMatching(/^[1-9]\d+ bytes were dropped\.$/),
    },
  })
  expect(await cached()).toBe(0n)
})

it('fails with the reason where the warm-up cannot start, and stops for an owner without the rights', async () => {
  const gone = await make('gone', { kind: 'warmup', spec: { database: 'lab', table: 'gone' } })
  await runCacheScheduleNow(owner, { id: gone })
  await sweep()
  expect((await runsOf(gone))[0]).toMatchObject({
    ...{
      status: 'failed',
      requestedBy: 'owner@lab',
      reason: expect.stringContaining('has the table lab.gone'),
    },
  })

  await lab.db.user.update({ where: { id: 'owner' }, data: { role: 'viewer' } })
  await comeDue(gone)
  await sweep()
  const stopped = (await listCacheSchedules(owner, {})).find(({ id }) => id === gone)
  expect(stopped).toMatchObject({
    enabled: false,
    stoppedReason: expect.stringContaining('has the role viewer now'),
  })
  const admin = lab.asRole('admin')
  await expect(enableCacheSchedule(admin, { id: gone })).rejects.toMatchObject({ code: 'conflict' })
  await lab.db.user.update({ where: { id: 'owner' }, data: { role: 'operator' } })
  await enableCacheSchedule(admin, { id: gone })
})

it('is changed by its owner and admins, and custom SQL only by admins; everything is audited', async () => {
  const measured = { query: "SELECT 'sesame'" }
  const spec = { database: 'lab', table: 'trips', measured }
  await expect(make('sql', { kind: 'warmup', spec })).rejects.toMatchObject({ code: 'forbidden' })
  const id = await make('mine', warmup)
  await expect(make('mine', warmup)).rejects.toMatchObject({ code: 'conflict' })
  const timing = { cron: '30 5 * * *', timeZone: 'UTC', missedRuns: 'catch_up' as const }
  await expect(updateCacheSchedule(lab.ctx, { id, name: 'theirs', ...timing })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(updateCacheSchedule(owner, { id, name: 'mine', ...timing, cron: 'x' })).rejects.toMatchObject({
    code: 'invalid',
  })
  await updateCacheSchedule(owner, { id, name: 'renamed', ...timing })
  await disableCacheSchedule(owner, { id })
  await expect(runCacheScheduleNow(owner, { id })).rejects.toMatchObject({ code: 'conflict' })
  await removeCacheSchedule(lab.asRole('admin'), { id })
  const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'cache-schedule.create succeeded',
    'cache-schedule.update denied',
    'cache-schedule.update succeeded',
    'cache-schedule.disable succeeded',
    'cache-schedule.remove succeeded',
  ])
})

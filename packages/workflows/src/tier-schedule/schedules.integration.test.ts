import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginRun,
  type CreateScheduleInput,
  cancelTierMigration,
  createSchedule,
  disableSchedule,
  getSchedule,
  listScheduleRuns,
  previewSchedule,
  runScheduleNow,
  type SchedulePreviewInput,
  type ScheduleRunView,
  type ServiceContext,
  settleRuns,
  takeDueRuns,
  updateSchedule,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import type { ProductProcess } from '../testing/product-process.ts'

let lab: MigrationLab
let owner: ServiceContext

beforeAll(async () => {
  lab = await openMigrationLab({ shards: 2 })
  const { id } = await lab.db.user.create({
    data: { id: 'owner', email: 'owner@lab', name: 'Owner', role: 'operator' },
  })
  owner = { ...lab.ctx, actor: { type: 'user', id, name: 'owner@lab', role: 'operator' } }
})
afterAll(() => lab?.close())

const scope = (...tables: string[]): SchedulePreviewInput => ({
  cluster: 'lab',
  tables: tables.map((table) => ({ database: 'lab', table })),
  targetVolume: 'cold',
  olderThanDays: 30,
  budgetBytes: null,
  cron: '0 2 1 1 *',
  timeZone: 'Europe/Berlin',
  windowSpans: [],
})

async function makeSchedule(change: Partial<CreateScheduleInput> & SchedulePreviewInput): Promise<string> {
  const name = change.name ?? change.tables.map((table) => table.table).join(' ')
  const { id } = await createSchedule(owner, { ...change, name, missedRuns: change.missedRuns ?? 'catch_up' })
  return id
}

/** Makes it due `agoMs` before now, as if the clock had reached it. */
async function comeDue(id: string, agoMs = 0): Promise<Date> {
  const dueAt = new Date(Date.now() - agoMs)
  await lab.db.tierSchedule.update({ where: { id }, data: { nextDueAt: dueAt } })
  return dueAt
}

async function readRuns(id: string): Promise<ScheduleRunView[]> {
  return (await listScheduleRuns(owner, { id })).runs
}

async function waitForRuns(
  id: string,
  wanted: (runs: ScheduleRunView[]) => boolean,
  timeoutMs = 60_000,
): Promise<ScheduleRunView[]> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const runs = await readRuns(id)
    if (wanted(runs)) return runs
    if (Date.now() > deadline)
      throw new Error(`The runs are ${runs.map((run) => `${run.status}: ${run.reason}`).join('; ')}`)
    await sleep(100)
  }
}

const ended = (run: ScheduleRunView | undefined) =>
  run !== undefined && run.status !== 'due' && run.status !== 'running'

const coldPlaces = async (table: string) =>
  Object.keys(await lab.placeParts(table))
    .filter((place) => place.endsWith('cold_cache'))
    .map((place) => place.split(' ').slice(0, 2).join(' '))
    .sort()

describe('a schedule', () => {
  let worker: ProductProcess
  beforeAll(async () => {
    worker = await lab.startWorker()
  })
  afterAll(() => worker.kill())

  it('moves in its window, within its budget, exactly what the dry run promised, oldest first, run after run', async () => {
    const tables = ['promised_a', 'promised_b']
    for (const table of tables) await lab.createTable(table, { months: 4, parts: 2, rowsPerPart: 2000 })
    const sums = await Promise.all(tables.map((table) => lab.sumPartitions(table)))
    const all = await previewSchedule(owner, scope(...tables))
    const third = all.plannedBytes / 3n
    const closed = hoursAround(6)
    const id = await makeSchedule({
      ...scope(...tables),
      budgetBytes: third.toString(),
      windowSpans: [closed],
      timeZone: 'UTC',
    })
    await comeDue(id)
    const [waiting] = await waitForRuns(
      id,
      ([run]) => run?.reason?.startsWith('Waiting for the window') ?? false,
    )
    expect(waiting).toMatchObject({ status: 'due', plannedBytes: 0n, tables: [] })
    expect(await Promise.all(tables.map(coldPlaces))).toEqual([[], []])

    const open = hoursAround(0)
    const opened = {
      ...scope(...tables),
      budgetBytes: third.toString(),
      windowSpans: [open],
      timeZone: 'UTC',
    }
    const promise = await previewSchedule(owner, opened)
    await updateSchedule(owner, { ...withoutCluster(opened), id, name: 'promised' })
    const [first] = await waitForRuns(id, ([run]) => ended(run))
    expect(first).toMatchObject({ status: 'completed', reason: null, plannedBytes: promise.plannedBytes })
    expect(first?.movedBytes).toBe(promise.plannedBytes)
    expect(promise.plannedBytes > 0n && promise.plannedBytes <= third).toBe(true)
    expect(first?.leftOutBytes).toBe(all.plannedBytes - promise.plannedBytes)
    for (const table of promise.tables) {
      const taken = table.steps.filter((step) => step.leftOut === null)
      expect(await coldPlaces(table.table)).toEqual(
        taken.map((step) => `${step.node} ${step.partitionId}`).sort(),
      )
      const newest =
        taken
          .map((step) => step.partitionId)
          .sort()
          .at(-1) ?? ''
      for (const step of table.steps) if (step.leftOut) expect(step.partitionId >= newest).toBe(true)
    }
    const migrations = await lab.db.tierMigration.findMany({ where: { scheduleRunId: first?.id ?? '' } })
    expect(migrations.map((migration) => migration.requestedBy)).toEqual(migrations.map(() => 'owner@lab'))
    expect(migrations[0]?.limits).toMatchObject({ window: { timeZone: 'UTC', spans: [open] } })

    let runs = [first]
    while (runs[0]?.status !== 'nothing') {
      expect(runs.length).toBeLessThan(6)
      await comeDue(id)
      runs = await waitForRuns(id, (now) => now.length > runs.length && ended(now[0]))
      expect((runs[0]?.movedBytes ?? 0n) <= third).toBe(true)
      expect(runs[0]?.movedBytes).toBe(runs[0]?.plannedBytes)
    }
    expect(runs.reduce((sum, run) => sum + (run?.movedBytes ?? 0n), 0n)).toBe(all.plannedBytes)
    for (const [index, table] of tables.entries()) {
      expect(await lab.sumPartitions(table)).toEqual(sums[index])
      expect((await lab.listArrivals(table)).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
    }
  }, 180_000)

  it('shows for a running run what system.parts shows, before its statements end', async () => {
    await lab.createTable('under_way', { months: 1, parts: 4, rowsPerPart: 2000 })
    const id = await makeSchedule(scope('under_way'))
    const seen: bigint[] = []
    await lab.store.inject({ operation: 'PutObject', latencyMs: 150 })
    try {
      await comeDue(id)
      let run: ScheduleRunView | undefined
      while (!ended(run)) {
        const before = await lab.sumCold('under_way')
        run = (await readRuns(id))[0]
        const after = await lab.sumCold('under_way')
        expect(run?.movedBytes ?? 0n).toBeGreaterThanOrEqual(before)
        expect(run?.movedBytes ?? 0n).toBeLessThanOrEqual(after)
        expect((run?.movedBytes ?? 0n) + (run?.inFlightBytes ?? 0n)).toBeLessThanOrEqual(
          run?.plannedBytes ?? 0n,
        )
        seen.push(run?.movedBytes ?? 0n)
        await sleep(100)
      }
      expect(run).toMatchObject({ status: 'completed', movedBytes: run?.plannedBytes, inFlightBytes: 0n })
    } finally {
      await lab.store.clearFaults()
    }
    // Parts arrive one by one within a statement.
    expect(new Set(seen).size).toBeGreaterThan(2)
  })

  it('records a table that cannot be planned, and moves the others', async () => {
    await lab.createTable('whole', { months: 1, parts: 1, rowsPerPart: 100 })
    const id = await makeSchedule(scope('whole', 'absent'))
    await comeDue(id)
    const [run] = await waitForRuns(id, ([latest]) => ended(latest))
    expect(run?.status).toBe('failed')
    expect(run?.reason).toContain('lab.absent was not planned')
    expect(run?.tables.map((table) => [table.kind, table.migrationStatus])).toEqual([
      ['planned', 'completed'],
      ['refused', null],
    ])
  })

  it('stops for good, with the reason, when its owner may no longer move data', async () => {
    const id = await makeSchedule({ ...scope('whole'), name: 'of somebody who left' })
    await lab.db.user.update({ where: { id: 'owner' }, data: { role: 'viewer' } })
    await comeDue(id)
    const [run] = await waitForRuns(id, ([latest]) => ended(latest))
    expect(run).toMatchObject({ status: 'skipped', tables: [] })
    expect(await getSchedule(owner, { id })).toMatchObject({
      enabled: false,
      nextRuns: [],
      stoppedReason: 'Its owner owner@lab has the role viewer now, and moves need the role operator.',
    })
    await lab.db.user.update({ where: { id: 'owner' }, data: { role: 'operator', disabledAt: new Date() } })
    expect((await getSchedule(owner, { id })).ownerFault).toBe('Its owner owner@lab is disabled.')
    await lab.db.user.update({ where: { id: 'owner' }, data: { disabledAt: null } })
    expect(
      await lab.db.auditEntry.findFirst({ where: { objectId: id, action: 'tier-schedule.stop' } }),
    ).toMatchObject({
      actorType: 'system',
      error: run?.reason?.replace('The schedule was stopped. ', ''),
    })
  })

  it('catches up once or skips what was due without a worker, as configured', async () => {
    const halfAnHourAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 30 * 60_000)
    const hourly = { ...scope('whole'), cron: `${halfAnHourAgo.getUTCMinutes()} * * * *`, timeZone: 'UTC' }
    const caught = await makeSchedule({ ...hourly, name: 'caught up' })
    const left = await makeSchedule({ ...hourly, name: 'left out', missedRuns: 'skip' })
    await Promise.all([comeDue(caught, 5 * 3_600_000), comeDue(left, 5 * 3_600_000)])
    const [run] = await waitForRuns(caught, ([latest]) => ended(latest))
    const [missed] = await waitForRuns(left, ([latest]) => ended(latest))
    expect(run).toMatchObject({ status: 'nothing', caughtUp: true, dueAt: halfAnHourAgo })
    expect(missed).toMatchObject({ status: 'skipped', caughtUp: false, dueAt: halfAnHourAgo })
    expect(missed?.reason).toContain('No worker was running')
    expect(await readRuns(caught)).toHaveLength(1)
    expect((await getSchedule(owner, { id: caught })).nextRuns[0]?.getTime()).toBe(
      halfAnHourAgo.getTime() + 3_600_000,
    )
  })
})

describe('a run on request', () => {
  const system = (): ServiceContext => ({
    ...lab.ctx,
    actor: { type: 'system', id: 'w', name: 'w', role: 'operator' },
  })

  it('waits for the window unless requested otherwise, keeps to the budget, and never overlaps another', async () => {
    await lab.createTable('by_hand', { months: 2, parts: 1, rowsPerPart: 500 })
    const all = await previewSchedule(owner, scope('by_hand'))
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).getUTCDay()
    const windowSpans = [
      { days: [tomorrow], from: '02:00', to: '02:30' },
    ] as CreateScheduleInput['windowSpans']
    const budgetBytes = ((all.plannedBytes * 60n) / 100n).toString()
    const id = await makeSchedule({ ...scope('by_hand'), timeZone: 'UTC', windowSpans, budgetBytes })

    const first = await runScheduleNow(owner, { id })
    await beginRun(system(), first.runId)
    expect(await readRuns(id)).toMatchObject([
      { id: first.runId, status: 'due', requestedBy: 'owner@lab', ignoresWindow: false },
    ])
    expect((await readRuns(id))[0]?.reason).toContain('Waiting for the window')
    await expect(runScheduleNow(owner, { id, ignoreWindow: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    await lab.db.tierScheduleRun.delete({ where: { id: first.runId } })

    const second = await runScheduleNow(owner, { id, ignoreWindow: true })
    await beginRun(system(), second.runId)
    const [running] = await readRuns(id)
    expect(running).toMatchObject({ status: 'running', ignoresWindow: true })
    expect(running?.plannedBytes).toBeGreaterThan(0n)
    expect(running?.plannedBytes).toBeLessThanOrEqual(BigInt(budgetBytes))
    const [made] = await lab.db.tierMigration.findMany({
      where: { table: 'by_hand' },
      include: { run: true },
    })
    expect(made).toMatchObject({ run: { status: 'queued' }, limits: {}, requestedBy: 'owner@lab' })
    await comeDue(id)
    await takeDueRuns(system())
    expect((await readRuns(id))[0]?.reason).toContain('Runs of a schedule never overlap')
    await cancelTierMigration(owner, { id: made?.id ?? '' })
    await settleRuns(system())
    const audit = await lab.db.auditEntry.findMany({
      where: { objectId: id, action: 'tier-schedule.run-now' },
    })
    expect(audit.map(({ outcome, actorName }) => [outcome, actorName])).toEqual([
      ['succeeded', 'owner@lab'],
      ['succeeded', 'owner@lab'],
    ])
  })

  it('is rejected for a disabled schedule, and for users who do not own it', async () => {
    const id = await makeSchedule({ ...scope('by_hand'), name: 'not by hand' })
    await disableSchedule(owner, { id })
    await expect(runScheduleNow(owner, { id })).rejects.toMatchObject({ code: 'conflict' })
    const other: ServiceContext = {
      ...owner,
      actor: { type: 'user', id: 'other', name: 'other@lab', role: 'operator' },
    }
    await expect(runScheduleNow(other, { id })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('without a worker', () => {
  it('a due time during a running run is skipped, and a cancelled migration ends the run', async () => {
    await lab.createTable('slow', { months: 2, parts: 1, rowsPerPart: 100 })
    const id = await makeSchedule(scope('slow'))
    const system: ServiceContext = {
      ...lab.ctx,
      actor: { type: 'system', id: 'w', name: 'w', role: 'operator' },
    }
    await comeDue(id, 2000)
    await takeDueRuns(system)
    await beginRun(system, (await readRuns(id))[0]?.id ?? '')
    await beginRun(system, (await readRuns(id))[0]?.id ?? '')
    expect(await lab.db.tierMigration.count({ where: { table: 'slow' } })).toBe(1)
    await comeDue(id)
    await takeDueRuns(system)
    const [second, first] = await readRuns(id)
    expect(second).toMatchObject({ status: 'skipped' })
    expect(second?.reason).toContain('was still moving')
    expect(first?.status).toBe('running')
    await cancelTierMigration(owner, { id: first?.tables[0]?.migrationId ?? '' })
    await settleRuns(system)
    const ended = (await readRuns(id))[1]
    expect(ended).toMatchObject({ status: 'failed', movedBytes: 0n })
    expect(ended?.reason).toContain('was cancelled by owner@lab')
  })
})

describe('with killed workers', () => {
  it('every due time is one run, each table one migration, and every part arrives once', async () => {
    const tables = ['killed_a', 'killed_b']
    for (const table of tables) await lab.createTable(table, { months: 6, parts: 1, rowsPerPart: 1000 })
    const sums = await Promise.all(tables.map((table) => lab.sumPartitions(table)))
    const all = await previewSchedule(owner, scope(...tables))
    const budgetBytes = ((all.plannedBytes * 45n) / 100n).toString()
    const id = await makeSchedule({ ...scope(...tables), budgetBytes })
    const due: Date[] = []
    let workers: ProductProcess[] = await Promise.all([lab.startWorker(), lab.startWorker()])
    // Delays from the due time to the kill: while it is taken, planned, stored, started and moved.
    for (const killAfterMs of [150, 700, 1400]) {
      // A due time that no worker has taken yet would be overwritten.
      await waitForRuns(id, (runs) => runs.length === due.length && runs.every(ended))
      due.push(await comeDue(id))
      await sleep(killAfterMs)
      const [victim, other] = workers
      await victim?.kill()
      workers = [...(other ? [other] : []), await lab.startWorker()]
    }
    const runs = await waitForRuns(id, (now) => now.length === due.length && now.every(ended))
    expect(runs.map((run) => run.dueAt.getTime())).toEqual(due.map((at) => at.getTime()).reverse())
    expect(runs.map((run) => [run.status, run.reason])).toEqual(
      runs.map((run) => [run.plannedBytes > 0n ? 'completed' : 'nothing', run.reason]),
    )
    expect(
      runs.every((run) => run.movedBytes === run.plannedBytes && run.movedBytes <= BigInt(budgetBytes)),
    ).toBe(true)
    expect(runs.reduce((sum, run) => sum + run.movedBytes, 0n)).toBe(all.plannedBytes)
    const migrations = await lab.db.tierMigration.groupBy({
      by: ['scheduleRunId', 'table'],
      where: { scheduleRunId: { in: runs.map((run) => run.id) } },
      _count: true,
    })
    expect(migrations.every((group) => group._count === 1)).toBe(true)
    for (const [index, table] of tables.entries()) {
      expect(await lab.sumPartitions(table)).toEqual(sums[index])
      expect((await lab.listArrivals(table)).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
    }
    await Promise.all(workers.map((worker) => worker.kill()))
    // Each kill costs the time until the worker is declared dead.
  }, 180_000)
})

function withoutCluster({ cluster: _, ...rest }: SchedulePreviewInput) {
  return rest
}

/** A daily span of two hours whose middle is this many hours from now, in UTC. */
function hoursAround(fromNowHours: number) {
  const clock = (offset: number) =>
    new Date(Date.now() + (fromNowHours + offset) * 3_600_000).toISOString().slice(11, 16)
  return { days: [0, 1, 2, 3, 4, 5, 6] as (0 | 1 | 2 | 3 | 4 | 5 | 6)[], from: clock(-1), to: clock(1) }
}

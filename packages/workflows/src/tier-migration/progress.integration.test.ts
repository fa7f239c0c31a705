import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancelTierMigration,
  getTierMigration,
  listTierMigrations,
  pauseTierMigration,
  resumeTierMigration,
  type TierMigrationDetail,
  type TierMigrationSummary,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

/** Parts of about 2 MiB, of which three arrive one by one in one statement. */
const size = { months: 2, parts: 3, rowsPerPart: 20_000 }
const bandwidth = (bytes: number) => ({ bandwidthBytesPerSecond: String(bytes) })

let lab: MigrationLab
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 2 })
  await lab.startWorker()
})
afterAll(() => lab?.close())

interface Moment {
  /** What system.parts of all nodes has on the target right before and right after the page was read. */
  coldBefore: bigint
  coldAfter: bigint
  page: TierMigrationDetail
  listed: TierMigrationSummary | undefined
}

async function look(table: string, id: string): Promise<Moment> {
  const coldBefore = await lab.sumCold(table)
  const [page, list] = await Promise.all([
    getTierMigration(lab.ctx, { id }),
    listTierMigrations(lab.ctx, { cluster: lab.clusterId }),
  ])
  const coldAfter = await lab.sumCold(table)
  return { coldBefore, coldAfter, page, listed: list.migrations.find((row) => row.id === id) }
}

/** Looks again and again until the migration is as wanted. */
async function lookUntil(
  table: string,
  id: string,
  wanted: (page: TierMigrationDetail, looks: number) => boolean,
): Promise<Moment[]> {
  const moments: Moment[] = []
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const moment = await look(table, id)
    moments.push(moment)
    if (wanted(moment.page, moments.length)) return moments
  }
  throw new Error('The migration did not come to what was waited for')
}

/**
 * A page waits 3 s for a node. Where a busy machine takes longer, the page says so and shows what the worker saw last: that may
 * be less than there is, never more.
 */
function isSeen({ page, listed }: Moment): boolean {
  return page.unseenNodes.length === 0 && listed?.unseenNodes.length === 0
}

function expectTruth(moments: readonly Moment[]): void {
  expect(moments.some(isSeen)).toBe(true)
  const wrong = moments.flatMap((moment) => {
    const { coldBefore, coldAfter, page, listed } = moment
    const figures = [page.movedBytes, listed?.movedBytes, page.phases[0]?.doneBytes]
    const least = isSeen(moment) ? coldBefore : 0n
    const lies = figures.filter((bytes) => bytes === undefined || bytes < least || bytes > coldAfter)
    return lies.length > 0 ? [{ status: page.status, coldBefore, figures, coldAfter }] : []
  })
  expect(wrong).toEqual([])
  for (const { page } of moments) {
    for (const phase of page.phases)
      expect(phase.doneBytes + phase.inFlightBytes).toBeLessThanOrEqual(phase.totalBytes)
    // One statement at a time on a replica, so at most one step of it is at work.
    for (const [node] of lab.admins) {
      const atWork = page.stepList.filter(
        (step) => step.nodeName === node && (step.activity === 'copying' || step.activity === 'reading'),
      )
      expect(atWork.length).toBeLessThanOrEqual(1)
    }
    if (page.status === 'running' && page.steps.completed < page.steps.total)
      expect(page.leftBytes).toBeGreaterThan(0n)
  }
}

it('says at each moment of a run with a limit what system.parts says, also of a cancelled one', async () => {
  await lab.createTable('limited', size)
  // A part takes some seconds, so the run outlasts the looks by far.
  const id = await lab.start('limited', { limits: bandwidth(300_000) })
  const running = await lookUntil('limited', id, (page, looks) => page.movedParts >= 2 && looks > 20)
  expectTruth(running)
  expect(running.some(({ page }) => page.inFlight.parts.length > 0)).toBe(true)
  // Parts arrive within a statement, and count before it ends.
  expect(running.some(({ page }) => page.movedBytes > 0n && page.steps.completed === 0)).toBe(true)
  const asked = running.at(-1)?.page.movedBytes ?? 0n
  await cancelTierMigration(lab.ctx, { id })
  const ending = await lookUntil('limited', id, (page) => page.status === 'cancelled')
  expectTruth(ending)
  const [cancelled] = [await look('limited', id)]
  expectTruth([cancelled])
  expect(cancelled.page.movedBytes).toBe(cancelled.coldAfter)
  expect(cancelled.page.movedBytes).toBeGreaterThanOrEqual(asked)
  expect(cancelled.page.movedBytes).toBeLessThan(cancelled.page.totalBytes)
  expect(cancelled.page.inFlight).toEqual({ parts: [], bytes: 0n, sentBytes: 0n })
})

it('says what system.parts says while a deep check reads, is paused and is cancelled', async () => {
  await lab.createTable('deeply', { ...size, rowsPerPart: 5_000 })
  // A step is read for some seconds, so that a slow look finds it.
  const id = await lab.start('deeply', { deepCheck: true, limits: bandwidth(600_000) })
  const before = await lookUntil('deeply', id, (page) =>
    page.stepList.some((step) => step.activity === 'reading' && step.movedParts === 3),
  )
  expectTruth(before)
  await pauseTierMigration(lab.ctx, { id })
  const paused = await lookUntil('deeply', id, (page) => page.status === 'paused')
  expectTruth(paused)
  const atRest = await look('deeply', id)
  expect(atRest.page.movedBytes).toBe(atRest.coldAfter)
  await resumeTierMigration(lab.ctx, { id })
  const checking = await lookUntil('deeply', id, (page) =>
    page.stepList.some((step) => step.activity === 'reading' && step.movedParts === 3),
  )
  expectTruth(checking)
  const moved = checking.at(-1)?.page.movedBytes ?? 0n
  expect(moved).toBeGreaterThan(0n)
  await cancelTierMigration(lab.ctx, { id })
  expectTruth(await lookUntil('deeply', id, (page) => page.status === 'cancelled'))
  const { page, coldAfter } = await look('deeply', id)
  expect(page.movedBytes).toBe(coldAfter)
  expect(page.movedBytes).toBeGreaterThanOrEqual(moved)
  expect(page.phases.map(({ phase }) => phase)).toEqual(['copy', 'compare', 'deep-check'])
  expect(page.phases[2]?.doneBytes).toBeGreaterThan(0n)
})

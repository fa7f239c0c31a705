import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDatabase, type OpenDatabase } from '../database.ts'
import type { Run } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import { applySchemaMigrations } from '../schema-migrations/apply-schema-migrations.ts'
import { StaleWriterError } from '../stale-writer.ts'
import { schemaMigrationsDirectory } from '../testing.ts'
import type { Database } from '../transaction.ts'
import {
  beginRun,
  changeRunState,
  type NewRun,
  type RunEnd,
  recoverRun,
  settleRun,
  storeRun,
} from './change-run.ts'
import { isCurrentRun, type RunRef, readWish, recordRun } from './fence-run.ts'

let stack: TestStack
let open: OpenDatabase
let db: Database
const kind = 'cache-warmup'
const now = new Date('2026-11-23T00:00:00Z')
const person = { by: { type: 'user' as const, id: 'u', name: 'ann' }, now }
const worker = { by: { type: 'system' as const, id: 'w', name: 'worker w' }, now }

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  const { url } = stack.postgres
  await applySchemaMigrations({ connectionString: url, directory: schemaMigrationsDirectory })
  open = createDatabase({ connectionString: url })
  db = open.db
  await db.cluster.create({
    data: { id: 'c', slug: 'c', name: 'c', username: 'u', sealedPassword: new Uint8Array(1) },
  })
})
beforeEach(() => db.run.deleteMany())
afterAll(async () => {
  await open.close()
  await stack.stop()
})

const store = (claimKey: string | null = null, ofKind: NewRun['kind'] = kind) =>
  db.$transaction((tx) =>
    storeRun(tx, {
      kind: ofKind,
      clusterId: 'c',
      of: null,
      claimKey,
      requestedById: 'u',
      requestedBy: 'ann',
      now,
    }),
  )
const refOf = ({ id, generation }: Run): RunRef => ({ kind, id, generation })
const order = (id: string, given: Parameters<typeof changeRunState>[2]) =>
  db.$transaction(async (tx) => {
    await lockRow(tx, 'run', id)
    return changeRunState(tx, await tx.run.findUniqueOrThrow({ where: { id } }), given, person)
  })
const settle = (ref: RunRef, end: RunEnd) =>
  settleRun(db, ref, worker, { judge: async () => end, record: async () => undefined })
const log = async (runId: string) =>
  (await db.runTransition.findMany({ where: { runId }, orderBy: { id: 'asc' } })).map(
    ({ order, from, to, byName, why }) => [order, from, to, byName, why].filter(Boolean).join(' '),
  )

it('goes from start to end, each change in the log', async () => {
  const run = await store()
  const ref = refOf(run)
  expect(await beginRun(db, ref, worker)).toMatchObject({ status: 'running', startedAt: now })
  // Started again, as after a crash, it continues.
  expect(await beginRun(db, ref, worker)).toMatchObject({ status: 'running' })
  await order(run.id, 'pause')
  expect(await readWish(db, ref)).toBe('pause')
  expect(await settle(ref, { isDone: false, fault: null })).toMatchObject({
    status: 'paused',
    finishedAt: null,
  })
  const resumed = await order(run.id, 'resume')
  expect(resumed).toMatchObject({ status: 'queued', generation: 1 })
  await beginRun(db, refOf(resumed), worker)
  expect(await settle(refOf(resumed), { isDone: false, fault: 'no disk' })).toMatchObject({
    ...{ status: 'failed', error: 'no disk', finishedAt: now },
  })
  expect(await order(run.id, 'retry')).toMatchObject({ status: 'queued', error: null, finishedAt: null })
  expect(await log(run.id)).toEqual([
    'begin queued running worker w',
    'pause running pausing ann',
    'stop pausing paused worker w',
    'resume paused queued ann',
    'begin queued running worker w',
    'fail running failed worker w no disk',
    'retry failed queued ann',
  ])
})

it('lets no older generation write', async () => {
  const run = await store()
  const old = refOf(run)
  await beginRun(db, old, worker)
  await recoverRun(db, old, worker)
  const next = { ...old, generation: 1 }
  expect(await db.run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({
    ...{ status: 'running', generation: 1, recoveries: 1 },
  })
  await expect(beginRun(db, old, worker)).rejects.toThrow(StaleWriterError)
  await expect(readWish(db, old)).rejects.toThrow(StaleWriterError)
  await expect(recordRun(db, old, { waitReason: 'x' })).rejects.toThrow(StaleWriterError)
  expect(await settle(old, { isDone: true, fault: null })).toBeNull()
  await recoverRun(db, old, worker)
  const [current] = await db.$queryRaw<{ old: boolean; next: boolean }[]>`
    SELECT ${isCurrentRun(old)} AS old, ${isCurrentRun(next, { goesOn: true })} AS next`
  expect(current).toEqual({ old: false, next: true })
  await recordRun(db, next, { waitReason: 'a node' })
  expect(await settle(next, { isDone: true, fault: null })).toMatchObject({
    status: 'completed',
    waitReason: null,
  })
})

it('fails a run that recovers too often, whatever its state', async () => {
  for (const asked of [null, 'pause', 'cancel'] as const) {
    const run = await store()
    await beginRun(db, refOf(run), worker)
    if (asked) await order(run.id, asked)
    await recoverRun(db, refOf(run), { ...worker, why: 'it broke down' })
    expect(await db.run.findUniqueOrThrow({ where: { id: run.id } })).toMatchObject({
      ...{ status: 'failed', error: 'it broke down', finishedAt: now },
    })
  }
})

it('has one open holder of a claim, however many compete', async () => {
  const started = await Promise.allSettled(Array.from({ length: 8 }, () => store('t')))
  const held = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(held).toHaveLength(1)
  const [first] = held
  if (!first) throw new Error('One holds it.')
  await order(first.id, 'cancel')
  const second = await store('t')
  await expect(order(first.id, 'retry')).rejects.toMatchObject({ code: 'P2002' })
  expect(await db.run.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({ status: 'cancelled' })
  await order(second.id, 'cancel')
  expect(await order(first.id, 'retry')).toMatchObject({ status: 'queued' })
})

it('rejects an order that its state does not allow, and writes nothing', async () => {
  const run = await store()
  await expect(order(run.id, 'resume')).rejects.toThrow('queued takes no order to resume')
  expect(await log(run.id)).toEqual([])
})

it('starts when it is its turn, and continues where a person has added work', async () => {
  const run = await store()
  const ref = refOf(run)
  expect(await beginRun(db, ref, worker, async () => false)).toBeNull()
  expect(await beginRun(db, ref, worker, async () => true)).toMatchObject({ status: 'running' })
  // It was started before, so its turn does not matter any more.
  expect(await beginRun(db, ref, worker, async () => false)).toMatchObject({ status: 'running' })
  expect(await settle(ref, { isDone: false, fault: null, goesOn: true })).toBe('goes-on')
  expect(await settle(ref, { isDone: false, fault: null, isRestCancelled: true })).toMatchObject({
    ...{ status: 'cancelled', error: null, finishedAt: now },
  })
  expect(await log(run.id)).toEqual([
    'begin queued running worker w',
    'cancel-rest running cancelled worker w',
  ])
  expect(await order(run.id, 'finish')).toMatchObject({ status: 'completed', error: null })
  expect(await order(run.id, 'retry-step')).toMatchObject({
    status: 'queued',
    finishedAt: null,
    generation: 1,
  })
})

it('waits until it is approved or its date has come, and restores what it took', async () => {
  const claimKey = 'orphan-removal * ["b"]'
  const run = await store(claimKey, 'orphan-removal')
  const refTo = (of: Run): RunRef => ({ kind: 'orphan-removal', id: of.id, generation: of.generation })
  await beginRun(db, refTo(run), worker)
  const held = { isDone: false, fault: null, order: 'hold' as const }
  expect(await settle(refTo(run), held)).toMatchObject({ status: 'waiting', finishedAt: null })
  const released = await order(run.id, 'release')
  expect(released).toMatchObject({ status: 'queued', generation: 1 })
  await beginRun(db, refTo(released), worker)
  await order(run.id, 'cancel')
  const back = await settle(refTo(released), { isDone: false, fault: null, order: 'bring-back' })
  expect(back).toMatchObject({ status: 'queued', generation: 2 })
  if (back === null || back === 'goes-on') throw new Error('It was not settled.')
  await beginRun(db, refTo(back), worker)
  expect(await settle(refTo(back), { isDone: false, fault: 'gone' })).toMatchObject({ status: 'failed' })
  // It still holds what it took.
  await expect(store(claimKey, 'orphan-removal')).rejects.toMatchObject({ code: 'P2002' })
  const restored = await order(run.id, 'restore')
  expect(restored).toMatchObject({ status: 'queued', error: null, finishedAt: null, generation: 3 })
  await beginRun(db, refTo(restored), worker)
  expect(await settle(refTo(restored), { ...held, order: 'cancel-rest' })).toMatchObject({
    status: 'cancelled',
  })
  expect(await store(claimKey, 'orphan-removal')).toMatchObject({ status: 'queued' })
})

it('keeps the claim of a paused run, unless its kind releases it', async () => {
  for (const [of, isFree] of [
    ['cache-warmup', false],
    ['tier-migration', true],
  ] as const) {
    const paused = await store(of, of)
    await order(paused.id, 'pause')
    if (!isFree) {
      await expect(store(of, of)).rejects.toMatchObject({ code: 'P2002' })
      continue
    }
    const other = await store(of, of)
    await expect(order(paused.id, 'resume')).rejects.toMatchObject({ code: 'P2002' })
    await order(other.id, 'cancel')
    expect(await order(paused.id, 'resume')).toMatchObject({ status: 'queued' })
  }
})

import { expect, test } from 'vitest'
import { createSnapshotCache } from './snapshot-cache.ts'

function makeCache() {
  const clock = { nowMs: 0 }
  let asked = 0
  const open: { answer(): void; fail(reason: string): void }[] = []
  const cache = createSnapshotCache(() => clock.nowMs)
  const ask = () => {
    asked += 1
    const value = asked
    return new Promise<number>((resolve, reject) => {
      open.push({ answer: () => resolve(value), fail: (reason) => reject(new Error(reason)) })
    })
  }
  const get = (how: { fresh?: boolean; askedSinceMs?: number } = {}, key = 'parts') =>
    cache.get(key, ask, { ttlMs: 1_000, fresh: false, ...how })
  return { clock, open, get, asked: () => asked }
}

test('ten concurrent callers cost one query', async () => {
  const { get, open, asked } = makeCache()
  const waiting = Array.from({ length: 10 }, () => get())
  open[0]?.answer()
  expect(await Promise.all(waiting)).toEqual(Array(10).fill(1))
  expect(asked()).toBe(1)
})

test('a result is valid from when it arrived, not from when it was requested', async () => {
  const { get, open, clock, asked } = makeCache()
  const first = get()
  clock.nowMs = 5_000
  expect(asked()).toBe(1)
  void get()
  expect(asked()).toBe(1)
  open[0]?.answer()
  await first
  clock.nowMs = 5_999
  expect(await get()).toBe(1)
  clock.nowMs = 6_000
  void get()
  expect(asked()).toBe(2)
})

test('fresh queries again, and later callers share the newer result', async () => {
  const { get, open, asked } = makeCache()
  void get()
  const fresh = get({ fresh: true })
  const after = get()
  expect(asked()).toBe(2)
  open[1]?.answer()
  expect(await fresh).toBe(2)
  expect(await after).toBe(2)
  open[0]?.answer()
  expect(await get()).toBe(2)
})

test('askedSinceMs shares what was requested since then, finished or not', async () => {
  const { get, clock, open, asked } = makeCache()
  void get()
  clock.nowMs = 100
  const click = get({ askedSinceMs: 50 })
  expect(asked()).toBe(2)
  clock.nowMs = 200
  const later = get({ askedSinceMs: 100 })
  expect(asked()).toBe(2)
  open[1]?.answer()
  expect([await click, await later]).toEqual([2, 2])
  open[0]?.answer()
  expect(await get()).toBe(2)
  expect(await get({ askedSinceMs: 50 })).toBe(2)
  void get({ askedSinceMs: 101 })
  expect(asked()).toBe(3)
})

test('a failure is kept as long as a result, and then retried', async () => {
  const { get, open, clock, asked } = makeCache()
  const first = get()
  open[0]?.fail('away')
  await expect(first).rejects.toThrow('away')
  await expect(get()).rejects.toThrow('away')
  expect(asked()).toBe(1)
  clock.nowMs = 1_000
  const second = get()
  open[1]?.answer()
  expect(await second).toBe(2)
})

test('different queries do not share', () => {
  const { get, asked } = makeCache()
  void get({}, 'parts')
  void get({}, 'disks')
  expect(asked()).toBe(2)
})

test('after forgetting, a running query is not reused by later callers', async () => {
  const clock = { nowMs: 0 }
  const cache = createSnapshotCache(() => clock.nowMs)
  let bringOld = (_value: number) => {}
  const old = new Promise<number>((resolve) => {
    bringOld = resolve
  })
  const options = { ttlMs: 1_000, fresh: false }
  const first = cache.get('parts', () => old, options)
  cache.forget()
  const second = cache.get('parts', async () => 2, options)
  bringOld(1)
  expect([await first, await second]).toEqual([1, 2])
  expect(await cache.get('parts', async () => 3, options)).toBe(2)
})

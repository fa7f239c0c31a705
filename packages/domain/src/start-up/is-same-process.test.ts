import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameProcess, startOf } from './is-same-process.ts'

const second = 1_000
const uptimeAt = (atMs: number, startMs: number) => Math.floor((atMs - startMs) / second)

it('a process that keeps running is the same, whenever it is read', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(10_000_000), (startMs, first, more) => {
      const before = { atMs: startMs + first, uptimeSeconds: uptimeAt(startMs + first, startMs) }
      const now = { atMs: before.atMs + more, uptimeSeconds: uptimeAt(before.atMs + more, startMs) }
      expect(isSameProcess(before, now)).toBe(true)
    }),
  )
})

it('a process that started after the last reading is another one, however long it has run', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.nat(10_000_000),
      fc.integer({ min: 1_001, max: 10_000_000 }),
      fc.nat(100_000_000),
      (oldStartMs, ran, downMs, runs) => {
        const before = { atMs: oldStartMs + ran, uptimeSeconds: uptimeAt(oldStartMs + ran, oldStartMs) }
        const newStartMs = before.atMs + downMs
        const now = { atMs: newStartMs + runs, uptimeSeconds: uptimeAt(newStartMs + runs, newStartMs) }
        expect(isSameProcess(before, now)).toBe(false)
        expect(Math.abs(startOf(now) - newStartMs)).toBeLessThan(second)
      },
    ),
  )
})

it('a clock change makes no new process', () => {
  const before = { atMs: 5_000_000, uptimeSeconds: 4_000 }
  expect(isSameProcess(before, { atMs: 5_060_000 + 30_000, uptimeSeconds: 4_060 })).toBe(true)
  expect(isSameProcess(before, { atMs: 5_060_000 - 30_000, uptimeSeconds: 4_060 })).toBe(true)
})

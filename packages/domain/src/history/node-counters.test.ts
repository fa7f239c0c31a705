import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mapCounters, type NodeCounters, subtractCounters } from './node-counters.ts'

const names = Object.keys(mapCounters(() => 0n)) as (keyof NodeCounters)[]
const counters = fc
  .tuple(...names.map(() => fc.bigInt({ min: 0n, max: 1n << 62n })))
  .map((values) => mapCounters((name) => values[names.indexOf(name)] ?? 0n))
const add = (a: NodeCounters, b: NodeCounters) => mapCounters((name) => a[name] + b[name])
const reading = (counters: NodeCounters, startedAtMs = 0) => ({ counters, startedAtMs })
const minute = { elapsedMs: 60_000, uptimeMs: 86_400_000 }

it('what is counted in between comes out, however often the counters are read', () => {
  fc.assert(
    fc.property(counters, fc.array(counters, { maxLength: 8 }), (start, counted) => {
      let before = start
      let sum = mapCounters(() => 0n)
      for (const step of counted) {
        const after = add(before, step)
        sum = add(sum, subtractCounters(reading(before), reading(after), minute).counted)
        before = after
      }
      expect(sum).toEqual(
        counted.reduce(
          add,
          mapCounters(() => 0n),
        ),
      )
    }),
  )
})

it('is never negative: after a restart everything counted since is new, and covers no longer than was measured', () => {
  fc.assert(
    fc.property(
      counters,
      counters,
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat({ max: 10_000_000 }),
      (before, after, elapsedMs, uptimeMs) => {
        const { counted, coveredMs } = subtractCounters(reading(before), reading(after), {
          elapsedMs,
          uptimeMs,
        })
        for (const name of names) expect(counted[name]).toBeGreaterThanOrEqual(0n)
        if (names.some((name) => after[name] < before[name])) expect(counted).toEqual(after)
        expect(coveredMs).toBeGreaterThan(0)
        expect(coveredMs).toBeLessThanOrEqual(elapsedMs)
      },
    ),
  )
})

it('a restart whose counters are past those before is known by the start, and so is its rate', () => {
  const before = mapCounters(() => 10n)
  const after = mapCounters(() => 600n)
  const restart = { elapsedMs: 60_000, uptimeMs: 30_000 }
  expect(subtractCounters(reading(before, 0), reading(after, 86_400_000), restart)).toEqual({
    counted: after,
    coveredMs: 30_000,
  })
})

it('a clock that steps is no restart', () => {
  const before = mapCounters(() => 10n)
  const after = mapCounters(() => 600n)
  expect(subtractCounters(reading(before, 0), reading(after, 86_400_000), minute)).toEqual({
    counted: mapCounters(() => 590n),
    coveredMs: 60_000,
  })
})

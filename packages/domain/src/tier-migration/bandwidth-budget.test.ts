import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BandwidthBudget } from './breaker.ts'
import { bandwidthOfStatement, tierMigrationLimits } from './limits.ts'

const statement = fc.record({
  bytes: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  takesMs: fc.integer({ min: 0, max: 100_000 }),
})

it('never lets the average pass the limit, whatever the statements are like', () => {
  fc.assert(
    fc.property(fc.array(statement), fc.bigInt({ min: 65_536n, max: 10n ** 10n }), (statements, limit) => {
      const budget = new BandwidthBudget()
      let nowMs = 1000
      let sent = 0n
      for (const { bytes, takesMs } of statements) {
        nowMs += budget.waitMs(nowMs)
        const beganAtMs = nowMs
        nowMs += takesMs
        sent += bytes
        budget.spend(bytes, beganAtMs, limit)
      }
      const freeAtMs = nowMs + budget.waitMs(nowMs)
      // Each statement may round down by one millisecond.
      expect((freeAtMs - 1000 + statements.length) * Number(limit)).toBeGreaterThanOrEqual(
        Number(sent) * 1000 * (1 - 1e-9),
      )
    }),
  )
})

it('does not hold back a statement that was slower than the limit', () => {
  const budget = new BandwidthBudget()
  budget.spend(1_000_000n, 0, 1_000_000n)
  expect(budget.waitMs(400)).toBe(600)
  expect(budget.waitMs(5000)).toBe(0)
})

it('shares the limit among the statements of one replica', () => {
  const four = { concurrencyPerReplica: 4, bandwidthBytesPerSecond: '8000000' }
  expect(bandwidthOfStatement(four, 1n, undefined)).toBe(2_000_000n)
  expect(bandwidthOfStatement({ bandwidthBytesPerSecond: '8000000' }, 1n, undefined)).toBe(8_000_000n)
  expect(bandwidthOfStatement({ concurrencyPerReplica: 4 }, 1n, undefined)).toBeUndefined()
})

it('keeps to the slower of limit and pace, and lets a pace stretch no statement beyond ten minutes', () => {
  const limit = { bandwidthBytesPerSecond: '8000000' }
  expect(bandwidthOfStatement(limit, 1n, 3_000_000n)).toBe(3_000_000n)
  expect(bandwidthOfStatement(limit, 1n, 9_000_000n)).toBe(8_000_000n)
  expect(bandwidthOfStatement({ concurrencyPerReplica: 2 }, 1n, 3_000_000n)).toBe(1_500_000n)
  expect(bandwidthOfStatement({}, 6_000_000_000n, 1_000_000n)).toBe(10_000_000n)
  expect(bandwidthOfStatement(limit, 6_000_000_000n, 1_000_000n)).toBe(8_000_000n)
})

it('refuses limits that would never end', () => {
  for (const bandwidthBytesPerSecond of ['0', '65535', '-1', '1e9', ''])
    expect(tierMigrationLimits.safeParse({ bandwidthBytesPerSecond }).success).toBe(false)
  expect(tierMigrationLimits.safeParse({ concurrencyPerReplica: 0 }).success).toBe(false)
})

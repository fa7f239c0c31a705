import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFullDay } from './date-column.ts'
import { forecastTable } from './forecast-table.ts'
import { type ForecastBatch, forecastTiers, tiersAt } from './forecast-tiers.ts'
import { measureGrowth } from './measure-growth.ts'
import { type ForecastRule, predictBatches } from './predict-batches.ts'
import { shiftByAge } from './shift-by-age.ts'
import { ttlUnits } from './ttl-age.ts'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 0, 15)
const age = (amount: number) => ({ column: 'at', wrap: null, amount, unit: 'DAY' }) as const

const time = fc.integer({ min: nowMs - 900 * dayMs, max: nowMs + 900 * dayMs })
const span = fc.tuple(time, time).map(([a, b]) => ({ firstMs: Math.min(a, b), lastMs: Math.max(a, b) }))
const tier = fc.constantFrom('hot' as const, 'cold' as const, 'unknown' as const)
const batch: fc.Arbitrary<ForecastBatch> = fc.record({
  bytes: fc.nat(),
  arrival: fc.option(span.map(({ firstMs, lastMs }) => ({ fromMs: firstMs, toMs: lastMs }))),
  tier,
  moves: fc.array(fc.record({ atMs: time, tier }), { maxLength: 3 }),
  removal: fc.option(span),
})
const all = ({ hotBytes, coldBytes, unknownBytes }: ReturnType<typeof tiersAt>) =>
  hotBytes + coldBytes + unknownBytes

test('a move changes the tier and never the total; nothing exceeds what exists', () => {
  fc.assert(
    fc.property(fc.array(batch), time, (batches, atMs) => {
      const still = batches.map((each) => ({ ...each, moves: [] }))
      expect(all(tiersAt(batches, atMs))).toBeCloseTo(all(tiersAt(still, atMs)), 3)
      expect(all(tiersAt(batches, atMs))).toBeLessThanOrEqual(
        batches.reduce((sum, { bytes }) => sum + bytes, 0) + 1,
      )
    }),
  )
})

test('without growth, moves and deletes a year changes nothing', () => {
  const points = forecastTiers(
    [{ bytes: 10, arrival: null, tier: 'hot', moves: [], removal: null }],
    nowMs,
    365,
  )
  expect(points).toHaveLength(366)
  expect(new Set(points.map(({ hotBytes }) => hotBytes))).toEqual(new Set([10]))
})

test('steady growth with a move after thirty days keeps about thirty days hot, and the cold data grows', () => {
  const rules: ForecastRule[] = [{ kind: 'move', age: age(30), tier: 'cold' }]
  const batches = predictBatches({ bytesPerDay: 100, unit: 'day', tier: 'hot' }, rules, nowMs, 365)
  const end = tiersAt(batches, nowMs + 365 * dayMs)
  expect(end.hotBytes).toBeCloseTo(3_000, -2)
  expect(end.hotBytes + end.coldBytes).toBeCloseTo(36_500, 3)
})

test('a partition moves when its last row is due, also where the month after it is shorter', () => {
  const quarter = { column: 'at', wrap: null, amount: 1, unit: 'QUARTER' } as const
  const rules: ForecastRule[] = [{ kind: 'move', age: quarter, tier: 'cold' }]
  const monday = Date.UTC(2026, 7, 24)
  const [week] = predictBatches({ bytesPerDay: 100, unit: 'week', tier: 'hot' }, rules, monday, 7)
  expect(week?.arrival?.toMs).toBe(Date.UTC(2026, 7, 31))
  expect(week?.moves).toEqual([{ atMs: Date.UTC(2026, 11, 1), tier: 'cold' }])
})

test('a DELETE caps a table at its age', () => {
  const rules: ForecastRule[] = [{ kind: 'delete', age: age(50) }]
  const batches = predictBatches({ bytesPerDay: 100, unit: 'month', tier: 'hot' }, rules, nowMs, 365)
  expect(tiersAt(batches, nowMs + 300 * dayMs).hotBytes).toBeCloseTo(5_000, 3)
})

test('growth is the rows of the window, however they are spread over parts', () => {
  const year = { bytes: 36_500, oldestMs: nowMs - 365 * dayMs, newestMs: nowMs }
  expect(measureGrowth([year], nowMs, 90)).toBeCloseTo(100)
  const days = Array.from({ length: 365 }, (_, day) => ({
    bytes: 100,
    oldestMs: nowMs - (day + 1) * dayMs,
    newestMs: nowMs - day * dayMs,
  }))
  expect(measureGrowth(days, nowMs, 90)).toBeCloseTo(100)
  expect(measureGrowth(days.slice(0, 10), nowMs, 90)).toBeCloseTo(100)
  expect(measureGrowth(days.slice(200), nowMs, 90)).toBe(0)
  expect(measureGrowth([], nowMs, 90)).toBe(0)
})

test('shifting by an age and back is exact, except for days that a month lacks', () => {
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 60 }), fc.constantFrom(...ttlUnits), (at, amount, unit) => {
      const back = shiftByAge(shiftByAge(at, { amount, unit }), { amount, unit }, -1)
      expect(Math.abs(back - at)).toBeLessThanOrEqual(3 * dayMs)
    }),
  )
  expect(shiftByAge(Date.UTC(2024, 0, 31, 5), { amount: 1, unit: 'MONTH' })).toBe(Date.UTC(2024, 1, 29, 5))
  expect(shiftByAge(Date.UTC(2024, 11, 1), { amount: 1, unit: 'QUARTER' })).toBe(Date.UTC(2025, 2, 1))
})

test('the disk is full when new data no longer fits', () => {
  const batches = predictBatches({ bytesPerDay: 100, unit: 'day', tier: 'hot' }, [], nowMs, 365)
  const points = forecastTiers(batches, nowMs, 365)
  expect(findFullDay(points, 1_000)).toBe(nowMs + 11 * dayMs)
  expect(findFullDay(points, 1_000_000)).toBe(null)
})

test("uses the known times of rows, else a rule's due time less its age, else when parts were written", () => {
  const part = { bytes: 9_000, tier: 'hot' as const, due: [], times: null, writtenMs: nowMs }
  const at = { nowMs, days: 1, unit: null, tier: 'hot' as const }
  const year = { oldestMs: nowMs - 90 * dayMs, newestMs: nowMs }
  expect(forecastTable([part], [], at)).toMatchObject({ basis: 'parts', bytesPerDay: 9_000 })
  const timed = { ...part, times: year }
  expect(forecastTable([timed], [], at)).toMatchObject({ basis: 'rows', bytesPerDay: 100 })
  const rule = { kind: 'move' as const, age: age(30), tier: 'cold' as const }
  const due = { ...part, due: [{ firstMs: nowMs - 60 * dayMs, lastMs: nowMs + 30 * dayMs }] }
  expect(forecastTable([due], [rule], at)).toMatchObject({ basis: 'rows', bytesPerDay: 100 })
  // The age under test does not change the past.
  const tried = { ...due, times: year, due: [{ firstMs: nowMs - 80 * dayMs, lastMs: nowMs }] }
  expect(forecastTable([tried], [{ kind: 'delete', age: age(10) }], { ...at, grownUnder: [] })).toMatchObject(
    {
      bytesPerDay: 100,
    },
  )
})

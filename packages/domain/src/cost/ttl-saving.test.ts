import { expect, test } from 'vitest'
import { parseTtl } from '../ttl/parse-ttl.ts'
import { printTtl } from '../ttl/print-ttl.ts'
import { defaultPriceBook, infrequentAccess } from './price-of-disk.ts'
import { bytesPerGib } from './storage-cost.ts'
import { changeMoveAge, compareForecasts, costOfPoint } from './ttl-saving.ts'

const { local, object } = defaultPriceBook

const point = (atMs: number, hotBytes: number, coldBytes: number) => ({
  ...{ atMs, hotBytes, coldBytes, unknownBytes: 0 },
})

test('saves the price difference for bytes that are cold instead of hot', () => {
  const [first, last] = compareForecasts(
    [point(0, 2 * bytesPerGib, 0), point(1, 3 * bytesPerGib, 0)],
    [point(0, 2 * bytesPerGib, 0), point(1, bytesPerGib, bytesPerGib)],
    { local, object, objectsPerByte: 0 },
  )
  expect(first).toEqual({ atMs: 0, cooledBytes: 0, removedBytes: 0, perMonth: 0 })
  expect(last?.cooledBytes).toBe(bytesPerGib)
  expect(last?.removedBytes).toBe(bytesPerGib)
  expect(last?.perMonth).toBeCloseTo(2 * 0.08 - 0.023)
})

test('reports nothing removed where the change removes less', () => {
  const [saved] = compareForecasts([point(0, 1_000, 0)], [point(0, 0, 1_000.25)], {
    ...{ local, object, objectsPerByte: 0 },
  })
  expect(saved?.removedBytes).toBe(0)
})

const to = (name: string) => ({ to: 'volume' as const, name })
const rulesOf = (ttl: string) => {
  const parsed = parseTtl(ttl)
  if (parsed.kind !== 'parsed') throw new Error('It is a TTL.')
  return parsed.rules
}

test('changes the age only of the rule to that target', () => {
  const rules = rulesOf("d + INTERVAL 90 DAY TO VOLUME 'cold', d + INTERVAL 1 YEAR DELETE")
  const changed = changeMoveAge(rules, to('cold'), { amount: 30, unit: 'DAY', column: 'other' })
  expect(changed && printTtl(changed.rules)).toBe(
    "d + toIntervalDay(30) TO VOLUME 'cold', d + INTERVAL 1 YEAR",
  )
  expect(changed?.former).toMatchObject({ column: 'd', amount: 90, unit: 'DAY' })
})

test('adds a rule for another target', () => {
  const rules = rulesOf('d + INTERVAL 1 YEAR DELETE')
  const age = { amount: 30, unit: 'DAY' as const }
  const added = changeMoveAge(rules, to('cold'), { ...age, column: 'at' })
  expect(added && printTtl(added.rules)).toBe("d + INTERVAL 1 YEAR, at + toIntervalDay(30) TO VOLUME 'cold'")
  expect(added?.former).toBeNull()
  expect(changeMoveAge(rules, to('cold'), { ...age, column: null })).toBeNull()
})

test('leaves a rule that does not depend on an age alone', () => {
  const rules = rulesOf("if(n > 0, d, d + 7) TO VOLUME 'cold'")
  expect(changeMoveAge(rules, to('cold'), { amount: 30, unit: 'DAY', column: 'd' })).toBeNull()
})

test('bills small objects at the minimum size of the class', () => {
  const prices = { local, object: infrequentAccess, objectsPerByte: 1 / 1_024 }
  expect(costOfPoint({ hotBytes: 0, coldBytes: bytesPerGib }, prices)).toBeCloseTo(128 * 0.0125)
})

test('the saving is unknown for bytes of no known tier', () => {
  const before = { ...point(0, bytesPerGib, 0), unknownBytes: 1 }
  const [saved] = compareForecasts([before], [point(0, 0, bytesPerGib)], {
    ...{ local, object, objectsPerByte: 0 },
  })
  expect(saved?.perMonth).toBeNull()
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitArchiveBudget } from './fit-archive-budget.ts'

const steps = fc.array(
  fc.record({
    partitionId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    bytes: fc.bigInt({ min: 1n, max: 100n }),
    newestMs: fc.integer({ min: 0, max: 5 }),
  }),
)

it('never takes more than the budget, and loses no byte', () => {
  fc.assert(
    fc.property(steps, fc.option(fc.bigInt({ min: 1n, max: 300n })), (all, budget) => {
      const { taken, takenBytes, leftOutBytes, tooLarge } = fitArchiveBudget(all, budget)
      if (budget !== null) expect(takenBytes <= budget).toBe(true)
      expect(takenBytes + leftOutBytes).toBe(all.reduce((sum, { bytes }) => sum + bytes, 0n))
      expect(taken.filter((id) => tooLarge.includes(id))).toEqual([])
    }),
  )
})

it('takes the oldest first, and lets no small one overtake a big one', () => {
  const all = [
    { partitionId: 'new', bytes: 1n, newestMs: 3 },
    { partitionId: 'old', bytes: 60n, newestMs: 1 },
    { partitionId: 'middle', bytes: 50n, newestMs: 2 },
    { partitionId: 'huge', bytes: 500n, newestMs: 0 },
  ]
  expect(fitArchiveBudget(all, 100n)).toMatchObject({
    taken: ['old'],
    tooLarge: ['huge'],
    leftOutBytes: 551n,
  })
  expect(fitArchiveBudget(all, null)).toMatchObject({
    taken: ['huge', 'old', 'middle', 'new'],
    leftOutBytes: 0n,
  })
})

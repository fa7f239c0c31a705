import fc from 'fast-check'
import { expect, it } from 'vitest'
import { measurePhases, type StepWork } from './progress.ts'

const nothingRead = { sumBefore: 0n, check: 0n, sumAfter: 0n }
const step = (change: Partial<StepWork>): StepWork => ({
  ...{ status: 'running', plannedBytes: 100n, sharedBytes: 0n, movedBytes: 0n, sentBytes: 0n },
  ...{ readBytes: nothingRead, readingBytes: 0n, ...change },
})
const withCheck = { copies: true, deepCheck: true }

it('keeps what is under way apart from what is done', () => {
  const { phases, leftBytes } = measurePhases(
    [
      step({ status: 'completed', movedBytes: 100n }),
      step({ movedBytes: 40n, sentBytes: 25n, readBytes: { ...nothingRead, sumBefore: 100n } }),
      step({ status: 'planned' }),
      step({ status: 'skipped' }),
    ],
    withCheck,
  )
  expect(phases).toEqual([
    { phase: 'copy', doneBytes: 140n, inFlightBytes: 25n, totalBytes: 400n },
    { phase: 'compare', doneBytes: 100n, inFlightBytes: 0n, totalBytes: 400n },
    { phase: 'deep-check', doneBytes: 400n, inFlightBytes: 0n, totalBytes: 1200n },
  ])
  expect(leftBytes).toBe(35n + 200n + 100n + 300n)
})

it('counts an upload by another replica than the one that was to', () => {
  const shared = { plannedBytes: 0n, sharedBytes: 100n }
  const copied = (steps: StepWork[]) => measurePhases(steps, { copies: true, deepCheck: false }).phases[0]
  expect(
    copied([step({ status: 'completed' }), step({ ...shared, status: 'completed', movedBytes: 100n })]),
  ).toEqual({ phase: 'copy', doneBytes: 100n, inFlightBytes: 0n, totalBytes: 100n })
  expect(copied([step({ movedBytes: 60n }), step({ ...shared, movedBytes: 70n, sentBytes: 9n })])).toEqual({
    ...{ phase: 'copy', doneBytes: 100n, inFlightBytes: 0n, totalBytes: 100n },
  })
})

it('has only reads left in a check of its own', () => {
  const read = { sumBefore: 0n, check: 100n, sumAfter: 30n }
  const { phases, leftBytes } = measurePhases([step({ readBytes: read, readingBytes: 20n })], {
    copies: false,
    deepCheck: true,
  })
  expect(phases).toEqual([{ phase: 'deep-check', doneBytes: 130n, inFlightBytes: 20n, totalBytes: 200n }])
  expect(leftBytes).toBe(50n)
})

it('never says more than there is, whatever the counters of a server say', () => {
  const bytes = fc.bigInt({ min: 0n, max: 1000n })
  const anyStep = fc.record({
    status: fc.constantFrom('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped'),
    ...{ plannedBytes: bytes, sharedBytes: bytes, movedBytes: bytes, sentBytes: bytes, readingBytes: bytes },
    readBytes: fc.record({ sumBefore: bytes, check: bytes, sumAfter: bytes }),
  })
  fc.assert(
    fc.property(fc.array(anyStep), fc.boolean(), (steps, copies) => {
      const { phases, leftBytes } = measurePhases(steps, { copies, deepCheck: true })
      for (const { doneBytes, inFlightBytes, totalBytes } of phases)
        expect(doneBytes + inFlightBytes).toBeLessThanOrEqual(totalBytes)
      expect(leftBytes).toBeGreaterThanOrEqual(0n)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateDiskBytes, findDiskFault, listDiskCases, planDiskSteps } from './disk-benchmark-spec.ts'
import { judgeDiskRead, summarizeDiskRuns } from './summarize-disk-case.ts'

const shapes = { formats: ['compact', 'wide'] as ('wide' | 'compact')[], columns: [20, 5, 5], parts: [1, 10] }

describe('a disk benchmark', () => {
  it('has every shape once, and all its steps in each round', () => {
    expect(listDiskCases(shapes).map(({ key }) => key)).toEqual([
      ...['wide-5-1', 'wide-5-10', 'wide-20-1', 'wide-20-10'],
      ...['compact-5-1', 'compact-5-10', 'compact-20-1', 'compact-20-10'],
    ])
    const steps = planDiskSteps({ ...shapes, runs: 2 })
    expect(steps).toHaveLength(8 * 3 * 2)
    expect(steps.slice(0, 3).map(({ kind, object }) => `${kind} ${object}`)).toEqual([
      ...['insert wide-5-1', 'read-cold wide-5-1', 'read-warm wide-5-1'],
    ])
  })

  it('fits on the disk, or there is a reason why not', () => {
    const small = { formats: ['wide' as const], columns: [9], parts: [1], rows: 1_000 }
    expect(estimateDiskBytes(small)).toBe(80_000n)
    expect(findDiskFault(small, null)).toBe(null)
    expect(findDiskFault(small, 80_000n)).toContain('free')
    expect(findDiskFault({ ...small, rows: 50_000_000, columns: [500] }, null)).toContain('The maximum is')
    expect(findDiskFault({ ...small, rows: 20_000_000 }, null)).toContain('in memory')
    expect(findDiskFault({ ...small, rows: 100, parts: [200] }, null)).toContain('more parts than rows')
  })
})

const none = { readRows: 1n, storeBytes: 0n, missedBytes: 0n, cacheBytes: 0n, storeRequests: 0n }

it.each([
  ['read-cold', 'local', {}, null],
  ['read-warm', 'local', { storeBytes: 1n }, 'It read from object storage.'],
  ['read-cold', 'object', { storeBytes: 1n }, null],
  ['read-warm', 'object', { storeBytes: 1n }, null],
  ['read-cold', 'cached', { storeBytes: 1n }, null],
  ['read-cold', 'cached', {}, 'It read nothing from object storage.'],
  ['read-cold', 'cached', { storeBytes: 1n, cacheBytes: 1n }, 'A part came from a cache.'],
  ['read-warm', 'cached', { cacheBytes: 1n }, null],
  ['read-warm', 'cached', { cacheBytes: 1n, missedBytes: 1n }, 'A part came from object storage.'],
  ['read-warm', 'cached', {}, 'It read nothing from a cache.'],
] as const)('%s of a disk that is %s and read %o: %s', (step, kind, read, expected) => {
  expect(judgeDiskRead(step, kind, { ...none, ...read })).toBe(expected)
})

it('the summary is between the fastest and the slowest', () => {
  const run = fc.record({
    elapsedMs: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    bytes: fc.bigInt({ min: 1n, max: 1_000_000n }),
    rows: fc.constant(10n),
    requests: fc.constant(null),
  })
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 20 }), (runs) => {
      const { medianMs, fastestMs, slowestMs, bytesPerSecond } = summarizeDiskRuns(runs)
      expect(medianMs).toBeGreaterThanOrEqual((fastestMs ?? 0) - 1e-6)
      expect(medianMs).toBeLessThanOrEqual((slowestMs ?? 0) + 1e-6)
      expect(bytesPerSecond).toBeGreaterThan(0)
    }),
  )
  expect(summarizeDiskRuns([])).toMatchObject({
    runs: 0,
    medianMs: null,
    bytesPerSecond: null,
    requests: null,
  })
})

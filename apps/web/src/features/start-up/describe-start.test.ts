import { describe, expect, it } from 'vitest'
import {
  describeAway,
  describeBasis,
  describeLimit,
  describeRange,
  describeRequests,
  describeSources,
  expectedOf,
} from './describe-start.ts'
import type { MeasuredStart, StartFigures } from './hooks/use-start-up.ts'

const load = (ms: number, more: Partial<StartFigures['cold']> = {}): StartFigures['cold'] => ({
  ...{ ms, lowMs: ms / 2, highMs: ms * 2, gets: 400_000, limit: 'requests', starts: 0 },
  ...more,
})
const figures = {
  ...{ version: '26.7', cores: 8, threads: 64, tablesAtOnce: 8, answersFirst: true, answersMs: null },
  ...{ tables: 12, parts: { local: 10, store: 0, cached: 40_000 }, outdatedParts: 0 },
  ...{ cold: load(187_000), warm: load(9_000) },
  basis: { getsPerPart: 10, getsPerPartBy: 'usual', getMs: 30, getMsBy: 'running' },
  ...{ topTables: [], advice: [] },
} satisfies StartFigures

describe('words about a start', () => {
  it('give a range only where a cache makes a difference', () => {
    expect(describeRange(figures)).toBe('9.0 s to 3 m 07 s')
    expect(describeRange({ ...figures, parts: { local: 0, store: 40_000, cached: 0 } })).toBe('3 m 07 s')
    expect(describeRange({ ...figures, warm: load(187_000) })).toBe('3 m 07 s')
  })

  it('show the sum behind the figure, and which of it was measured', () => {
    expect(describeRequests(figures)).toBe(
      '40,000 parts on object storage × 10 GETs = 400,000 requests of 30.0 ms, 64 at a time.',
    )
    expect(describeSources(figures)).toBe(
      'GETs per part: typical values. Time per GET: mean of all disk reads since the server started.',
    )
    const local = { ...figures, parts: { local: 7, store: 0, cached: 0 } }
    expect(describeRequests(local)).toContain('No parts on object storage')
    expect(describeSources(local)).toBe(null)
  })

  it('say what a start waits for, whatever it is', () => {
    for (const limit of ['requests', 'computing', 'tables', 'one-table'] as const)
      expect(describeLimit({ ...figures, cold: load(1, { limit }) })).toMatch(/^Limited by .+\.$/)
  })

  it('distinguish an estimate from a measurement', () => {
    expect(describeBasis(load(1), 'cold')).toContain('Estimated: no cold start')
    expect(describeBasis(load(1, { starts: 1 }), 'warm')).toBe('By the last measured warm start.')
    expect(describeBasis(load(1, { starts: 3 }), null)).toBe('By the last 3 measured starts.')
  })

  it('compare a start with the forecast of its own kind, and a mixed one with none', () => {
    const expected = { cold: load(2), warm: load(1) }
    const start = (temperature: MeasuredStart['temperature']) =>
      expectedOf({ expected, temperature } as MeasuredStart)?.ms
    expect(start('cold')).toBe(2)
    expect(start('warm')).toBe(1)
    expect(start('none')).toBe(2)
    expect(start('mixed')).toBe(undefined)
    expect(start(null)).toBe(undefined)
  })

  it('never show an unobserved absence as none', () => {
    expect(describeAway(null)).toBe('—')
    expect(describeAway({ minMs: 0, maxMs: 9_000 })).toBe('up to 9.0 s')
    expect(describeAway({ minMs: 4_000, maxMs: 9_000 })).toBe('4.0 s to 9.0 s')
  })
})

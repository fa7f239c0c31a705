import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNeighbour, layOutTimeline, listTicks, spanOf, type TimelineRun } from './lay-out-timeline.ts'

const start = Date.parse('2026-11-24T00:00:00Z')
const span = { fromMs: start, toMs: start + 100_000 }
const run = (from: number, to: number | null, kind: TimelineRun['kind'] = 'benchmark'): TimelineRun => ({
  ...{ id: `${kind} ${from} ${to}`, kind, status: to === null ? 'running' : 'completed', name: 'd.t' },
  ...{ objectType: kind, objectId: '1', clusterSlug: 'demo', clusterName: 'Demo' },
  createdAt: new Date(start + from * 1_000),
  finishedAt: to === null ? null : new Date(start + to * 1_000),
})
const aRun = fc
  .tuple(
    fc.integer({ min: -50, max: 100 }),
    fc.option(fc.nat(100)),
    fc.constantFrom('benchmark', 'cache-warmup'),
  )
  .map(([from, length, kind]) => run(from, length === null ? null : from + length, kind as 'benchmark'))

describe('layOutTimeline', () => {
  it('has a lane for each kind, and rows for runs at the same time', () => {
    const lanes = layOutTimeline([run(50, 60), run(0, 20), run(10, 30), run(0, 5, 'cache-warmup')], span)
    expect(lanes.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['benchmark', 2],
      ['cache-warmup', 1],
    ])
    expect(lanes[0]?.bars.map(({ row, start: at, length }) => [row, at, length])).toEqual([
      [0, 0, 0.2],
      [1, 0.1, expect.closeTo(0.2)],
      [0, 0.5, expect.closeTo(0.1)],
    ])
  })

  it('draws an open run up to the end, and an earlier start from the left edge', () => {
    const [lane] = layOutTimeline([run(-20, null)], span)
    expect(lane?.bars[0]).toMatchObject({ start: 0, length: 1 })
  })

  it('keeps every run within its lane, and overlaps only in the last row', () => {
    fc.assert(
      fc.property(fc.array(aRun, { maxLength: 40 }), (runs) => {
        const lanes = layOutTimeline(runs, span)
        expect(lanes.flatMap(({ bars }) => bars)).toHaveLength(runs.length)
        for (const { rows, bars } of lanes) {
          expect(rows).toBeLessThanOrEqual(6)
          for (const [index, bar] of bars.entries()) {
            expect(bar.start).toBeGreaterThanOrEqual(0)
            expect(bar.length).toBeGreaterThan(0)
            expect(bar.start + bar.length).toBeLessThanOrEqual(1.000_001)
            const before = bars.slice(0, index).filter(({ row }) => row === bar.row && row < 5)
            for (const other of before) expect(other.start + other.length).toBeLessThanOrEqual(bar.start)
          }
        }
      }),
    )
  })
})

describe('spanOf', () => {
  const now = start + 50_000
  it('ends now, or where a past range ends', () => {
    expect(spanOf({ from: new Date(start) }, [], now)).toEqual({ fromMs: start, toMs: start + 50_000 })
    expect(spanOf({ from: new Date(start), to: new Date(start + 9_000) }, [], now).toMs).toBe(start + 9_000)
    expect(spanOf({ to: new Date(start + 99_000) }, [run(20, 30)], now)).toEqual({
      ...{ fromMs: start + 20_000, toMs: start + 50_000 },
    })
  })
  it('has a length for any range', () => {
    const { fromMs, toMs } = spanOf({ from: new Date(start + 90_000) }, [], now)
    expect(fromMs).toBeLessThan(toMs)
  })
})

describe('listTicks', () => {
  it('has round times of the span in UTC', () => {
    const hour = { fromMs: start - 1_800_000, toMs: start + 1_800_000 }
    expect(listTicks(hour, 4)).toEqual([
      { at: 0, label: '23:30' },
      { at: 0.25, label: '23:45' },
      { at: 0.5, label: '11-24' },
      { at: 0.75, label: '00:15' },
      { at: 1, label: '00:30' },
    ])
  })
  it('never has more than fit', () => {
    fc.assert(
      fc.property(
        fc.nat(4e12),
        fc.integer({ min: 1, max: 1e12 }),
        fc.integer({ min: 2, max: 12 }),
        (fromMs, length, max) => {
          const ticks = listTicks({ fromMs, toMs: fromMs + length }, max)
          expect(ticks.length).toBeLessThanOrEqual(max + 1)
          for (const { at } of ticks) expect(at >= 0 && at <= 1).toBe(true)
        },
      ),
    )
  })
})

describe('findNeighbour', () => {
  const lanes = layOutTimeline([run(0, 1), run(40, 41), run(80, 81), run(50, 51, 'cache-warmup')], span)
  const [first, second, third, warmup] = lanes.flatMap(({ bars }) => bars)
  const from = (bar: typeof first, key: string) => findNeighbour(lanes, bar?.run.id ?? '', key)
  it('moves along a lane, and to the nearest bar in the next', () => {
    expect(from(first, 'ArrowRight')).toBe(second)
    expect(from(first, 'End')).toBe(third)
    expect(from(third, 'Home')).toBe(first)
    expect(from(third, 'ArrowDown')).toBe(warmup)
    expect(from(warmup, 'ArrowUp')).toBe(second)
  })
  it('stops at the ends, and ignores other keys', () => {
    expect(from(first, 'ArrowLeft')).toBeUndefined()
    expect(from(warmup, 'ArrowDown')).toBeUndefined()
    expect(from(first, 'Enter')).toBeUndefined()
  })
})

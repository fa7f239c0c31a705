import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Firing } from './alert.ts'
import { groupFirings, listTicks, stretchOf } from './group-firings.ts'

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
const span = fc.tuple(moment, moment).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))

it('groups firings by rule, object and cluster, the latest first', () => {
  const firing = (kind: string, subject: string, clusterSlug: string, id: string) =>
    ({ kind, subject, clusterSlug, clusterName: clusterSlug, id }) as Firing
  const lines = groupFirings([
    firing('drift', 'a', 'east', '4'),
    firing('late-parts', 'a', 'east', '3'),
    firing('drift', 'a', 'west', '2'),
    firing('drift', 'a', 'east', '1'),
  ])
  expect(
    lines.map(({ kind, clusterName, firings }) => [kind, clusterName, ...firings.map(({ id }) => id)]),
  ).toEqual([
    ['drift', 'east', '4', '1'],
    ['late-parts', 'east', '3'],
    ['drift', 'west', '2'],
  ])
})

describe('a stretch', () => {
  it('stays within the period, and is as long as what they share', () => {
    fc.assert(
      fc.property(span, span, (given, period) => {
        const stretch = stretchOf(given, period)
        const wholeMs = period.to.getTime() - period.from.getTime()
        const sharedMs =
          Math.min(given.to.getTime(), period.to.getTime()) -
          Math.max(given.from.getTime(), period.from.getTime())
        expect(stretch === null).toBe(sharedMs < 0 || wholeMs === 0)
        if (!stretch) return
        expect(stretch.start).toBeGreaterThanOrEqual(0)
        expect(stretch.start + stretch.length).toBeLessThanOrEqual(1 + 1e-9)
        expect(stretch.length * wholeMs).toBeCloseTo(sharedMs, 1)
      }),
    )
  })
})

describe('the axis', () => {
  it('has few times, all within the period', () => {
    fc.assert(
      fc.property(span, fc.integer({ min: 2, max: 8 }), (period, most) => {
        fc.pre(period.from < period.to)
        const ticks = listTicks(period, most)
        expect(ticks.length).toBeLessThanOrEqual(most)
        for (const tick of ticks) {
          expect(tick.getTime()).toBeGreaterThanOrEqual(period.from.getTime())
          expect(tick.getTime()).toBeLessThanOrEqual(period.to.getTime())
        }
      }),
    )
  })
})

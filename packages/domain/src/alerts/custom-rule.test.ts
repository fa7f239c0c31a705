import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CustomRule, judgeCustomRule, type MetricReading } from './custom-rule.ts'
import { measureDisk, measureNode, measureTiers, minWindowMinutes, ruleMetricNames } from './rule-metrics.ts'

const rule: CustomRule = {
  ...{ id: 'r', name: 'Cold latency', metric: 'store-read-latency', comparison: 'above', threshold: 200 },
  ...{ windowMinutes: 10, holdSeconds: 60, clearSeconds: 60, severity: 'critical', enabled: true },
}
const reading = (value: number | null): MetricReading => ({ subject: 'n1', node: 'n1', table: null, value })

describe('a custom rule', () => {
  it('says what was measured, over what time, and the limit', () => {
    expect(judgeCustomRule(rule, [reading(431.4)])).toMatchObject([
      {
        ...{ kind: 'custom', severity: 'critical', customRuleId: 'r', nodes: ['n1'] },
        ...{ subject: 'Cold latency: n1', title: 'Cold latency: n1' },
        text: 'Object storage read latency of n1 is 431 ms, above 200 ms (average of 10 minutes).',
      },
    ])
  })

  it('holds for exactly the values beyond its threshold, and for none that was not measured', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ noNaN: true }))),
        fc.double({ noNaN: true }),
        fc.constantFrom('above' as const, 'below' as const),
        (values, threshold, comparison) => {
          const readings = values.map((value, index) => ({ ...reading(value), subject: `n${index}` }))
          const held = judgeCustomRule({ ...rule, threshold, comparison }, readings)
          const expected = readings.filter(
            ({ value }) => value !== null && (comparison === 'above' ? value > threshold : value < threshold),
          )
          expect(held.map(({ subject }) => subject)).toEqual(
            expected.map(({ subject }) => `Cold latency: ${subject}`),
          )
        },
      ),
    )
  })
})

describe('metrics', () => {
  it('are in their unit', () => {
    const counted = {
      ...{ subject: 'n1', atMs: 0, coveredMs: 60_000, parts: 12n, runningMoves: 2n, queueEntries: 3n },
      ...{ readRequests: 700n, listRequests: 100n, writeRequests: 80n, deleteRequests: 20n },
      ...{ readErrors: 5n, writeErrors: 7n, throttledRequests: 3n },
      ...{ readMicroseconds: 1_400_000n, writeMicroseconds: 0n },
    }
    const of = (metric: Parameters<typeof measureNode>[0]) => measureNode(metric, counted)
    expect([of('store-reads'), of('store-lists'), of('store-writes')]).toEqual([10, 100 / 60, 1])
    expect([of('store-errors'), of('store-throttled'), of('store-read-latency')]).toEqual([12, 3, 2])
    expect([of('node-parts'), of('node-moves'), of('node-queue')]).toEqual([12, 2, 3])
    expect(measureDisk('disk-used-percent', { usedBytes: 30n, totalBytes: 40n })).toBe(75)
    expect(measureDisk('disk-used-percent', { usedBytes: 30n, totalBytes: null })).toBeNull()
    expect(measureDisk('disk-used-gib', { usedBytes: 3n * 2n ** 29n, totalBytes: null })).toBe(1.5)
    const held = { hotBytes: 2n ** 30n, coldBytes: 2n ** 31n, hotParts: 4n, coldParts: 5n }
    expect(measureTiers('table-hot-gib', held)).toBe(1)
    expect(measureTiers('cluster-cold-gib', held)).toBe(2)
    expect(measureTiers('cluster-parts', held)).toBe(9)
  })

  it('of tables need a window of two samples', () => {
    for (const metric of ruleMetricNames)
      expect(minWindowMinutes(metric)).toBe(metric.startsWith('table-') ? 20 : 2)
  })
})

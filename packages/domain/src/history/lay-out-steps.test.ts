import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUpCaches, addUpNodes, type CacheStep } from './add-up.ts'
import { layOutSteps } from './lay-out-steps.ts'
import { mapCounters } from './node-counters.ts'

const stepMs = 60_000
const span = (steps: number) => ({ fromMs: 0, toMs: steps * stepMs, stepMs, nowMs: steps * stepMs })
const layOut = (
  steps: readonly CacheStep[],
  firstSeenMs: ReadonlyMap<string, number | null>,
  shown: ReturnType<typeof span>,
) => layOutSteps(steps, firstSeenMs, shown, addUpCaches)
const step = (node: string, index: number, bytes = 600n): CacheStep => ({
  ...mapCounters((name) => (name === 'fromStoreBytes' || name === 'misses' ? bytes * 3n : bytes)),
  subject: node,
  atMs: index * stepMs,
  coveredMs: stepMs,
  sizeBytes: 10n,
  limitBytes: 100n,
})

describe('the history of nodes', () => {
  it('adds up rates, and takes ratios over all that was read', () => {
    const { points } = layOut(
      [step('a', 0), step('b', 0, 1_200n)],
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
      span(1),
    )
    expect(points).toEqual([
      {
        atMs: 0,
        missing: [],
        figures: {
          fromCacheBytesPerSecond: 30,
          fromStoreBytesPerSecond: 90,
          evictedBytesPerSecond: 30,
          sizeBytes: 20n,
          limitBytes: 200n,
          byteHitRatio: 0.25,
          requestHitRatio: 0.25,
        },
      },
    ])
  })

  it('shows a gap where a node is missing, names it, and never counts it as zero', () => {
    const indices = fc.uniqueArray(fc.nat({ max: 19 }), { maxLength: 20 })
    fc.assert(
      fc.property(indices, indices, (ofA, ofB) => {
        const steps = [...ofA.map((index) => step('a', index)), ...ofB.map((index) => step('b', index))]
        const { points, gaps } = layOut(
          steps,
          new Map([
            ['a', 0],
            ['b', 0],
          ]),
          span(20),
        )
        expect(points).toHaveLength(20)
        for (const [index, point] of points.entries()) {
          const missing = [['a', ofA] as const, ['b', ofB] as const].flatMap(([node, seen]) =>
            seen.includes(index) ? [] : [node],
          )
          expect(point.missing).toEqual(missing)
          expect(point.figures === null).toBe(missing.length > 0)
          for (const node of ['a', 'b'])
            expect(
              gaps.filter((gap) => gap.subject === node && gap.fromMs <= point.atMs && point.atMs < gap.toMs),
            ).toHaveLength(missing.includes(node as 'a' | 'b') ? 1 : 0)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('expects nothing from a node before it was first seen, and everything from one that was never seen', () => {
    const seen = layOut(
      [step('a', 0), step('a', 1), step('b', 1)],
      new Map([
        ['a', 0],
        ['b', stepMs],
      ]),
      span(2),
    )
    expect(seen.gaps).toEqual([])
    expect(seen.points.every(({ figures }) => figures)).toBe(true)
    const never = layOut(
      [step('a', 0), step('a', 1)],
      new Map([
        ['a', 0],
        ['b', null],
      ]),
      span(2),
    )
    expect(never.gaps).toEqual([{ subject: 'b', fromMs: 0, toMs: 2 * stepMs }])
  })

  it('leaves out the current step until all nodes are in it', () => {
    const nodes = new Map([
      ['a', 0],
      ['b', 0],
    ])
    const underWay = { ...span(2), nowMs: 1.5 * stepMs }
    const first = [step('a', 0), step('b', 0), step('a', 1)]
    expect(layOut(first, nodes, underWay).points).toHaveLength(1)
    expect(layOut(first, nodes, underWay).gaps).toEqual([])
    expect(layOut([...first, step('b', 1)], nodes, underWay).points).toHaveLength(2)
  })

  it('has no ratio where nothing was read', () => {
    const { points } = layOut([step('a', 0, 0n)], new Map([['a', 0]]), span(1))
    expect(points[0]?.figures).toMatchObject({ byteHitRatio: null, requestHitRatio: null, sizeBytes: 10n })
  })

  it('has the rates of requests by kind, and the latency of one request', () => {
    const counted = mapCounters((name) => (name.endsWith('Microseconds') ? 90_000n : 120n))
    const figures = addUpNodes([
      {
        ...counted,
        ...{
          subject: 'a',
          atMs: 0,
          coveredMs: stepMs,
          listRequests: 60n,
          writeRequests: 0n,
          deleteRequests: 0n,
        },
        ...{ parts: 7n, runningMoves: 1n, queueEntries: 2n },
      },
    ])
    expect(figures).toEqual({
      ...{ readRequestsPerSecond: 1, listRequestsPerSecond: 1 },
      ...{ writeRequestsPerSecond: 0, deleteRequestsPerSecond: 0 },
      ...{ readErrorsPerMinute: 120, writeErrorsPerMinute: 120, throttledRequestsPerMinute: 120 },
      ...{ readLatencyMs: 0.75, writeLatencyMs: null },
      ...{ parts: 7n, runningMoves: 1n, queueEntries: 2n },
    })
  })
})

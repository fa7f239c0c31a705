import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { causeKindNames, leadsTo } from './cause-kinds.ts'
import { explain } from './explain.ts'
import { listFigures } from './list-figures.ts'
import type { MeasureName } from './measures.ts'
import { mergeNodes } from './merge-nodes.ts'
import { explainInOneSentence, renderPostmortem } from './postmortem.ts'
import type { Timeline, TimelineMark, TimelineSeries } from './timeline.ts'

const fromMs = Date.parse('2026-11-25T03:10:00Z')
const stepMs = 1000
const count = 120

function series(
  measure: MeasureName,
  subject: string,
  values: readonly (number | null)[],
  node = 'shard-1-replica-1',
): TimelineSeries {
  return { measure, subject, label: subject, node, fromMs, stepMs, values, query: 'incident_x' }
}
/** Before a step, and from it on. */
const turn = (before: number, after: number, at: number) =>
  Array.from({ length: count }, (_, index) => (index < at ? before : after) * (1 + (index % 3) / 50))
const timeline = (all: TimelineSeries[], marks: TimelineMark[] = []): Timeline => ({
  ...{ fromMs, toMs: fromMs + count * stepMs, stepMs },
  series: all,
  marks,
})
const mark = (change: Partial<TimelineMark>): TimelineMark => ({
  ...{
    lane: 'changes',
    key: 'm',
    label: 'SYSTEM DROP FILESYSTEM CACHE',
    detail: 'by ann',
    node: 'n1',
    toMs: null,
  },
  ...{ fromMs: fromMs + 79_000, cause: 'cache-dropped', subject: 'x', query: 'incident_statements' },
  ...change,
})

const ttlStorm = [
  series('query-p99', '81a3', turn(40, 900, 80)),
  series('store-latency', '', turn(4, 60, 75)),
  series('cache-hit-ratio', '', turn(0.95, 0.3, 78)),
  series('store-requests', '', turn(20, 200, 76)),
  ...['n1', 'n2', 'n3'].map((node, index) =>
    series('ttl-moves', 'demo.events', turn(0, 75e6, 64 + index), node),
  ),
  series('merges', 'demo.other', turn(1e6, 1e6, 80)),
]

describe('explain', () => {
  it('names Keeper by the errors of the server, where inserts hang and none has failed yet', () => {
    const { causes } = explain(
      timeline([
        series('query-p99', 'insert', turn(60, 40_000, 80)),
        series('server-errors', '999', turn(0, 12, 81)),
        series('server-errors', '210', turn(0, 12, 81)),
      ]),
    )
    expect(causes.map(({ kind }) => kind)).toEqual(['keeper-away', 'server-errors'])
  })

  it('tells a store that is slow from one that fails', () => {
    const p99 = series('query-p99', '81a3', turn(900, 9_000, 80))
    const errors = series('store-errors', '', turn(0, 14, 80))
    const slow = series('store-latency', '', turn(120, 1_200, 80))
    const kindsOf = (...all: TimelineSeries[]) => explain(timeline(all)).causes.map(({ kind }) => kind)
    expect(kindsOf(p99, errors, slow)).toEqual(['store-slow', 'store-errors'])
    expect(kindsOf(p99, errors)).toEqual(['store-errors'])
  })

  it('says what changed, and ranks what began just before it and explains the rest', () => {
    const found = explain(timeline(ttlStorm))
    expect(found.symptom).toMatchObject({ subject: '81a3', atMs: fromMs + 80_000 })
    expect(found.causes[0]).toMatchObject({
      ...{ kind: 'ttl-moves', atMs: fromMs + 64_000, nodes: ['n1', 'n2', 'n3'] },
      text: 'TTL moves of demo.events began',
    })
    expect(found.causes.map(({ kind }) => kind)).not.toContain('merges')
    expect(explainInOneSentence(found)).toMatch(
      /^p99 of form 81a3 \(81a3\) went 41 ms → 918 ms \(×2\d\) at 03:11:20\. 03:11:04 TTL moves of demo\.events began on 3 nodes, 0 → 7\d\.\d\d MiB\/s/,
    )
  })

  it('puts what someone did before what follows from it', () => {
    const found = explain(
      timeline(
        [series('query-p99', 'f', turn(40, 900, 80)), series('cache-hit-ratio', '', turn(1, 0, 79))],
        [mark({})],
      ),
    )
    expect(found.causes.map(({ kind }) => kind)).toEqual(['cache-dropped', 'cache-missed'])
  })

  it('accuses nobody while neither latency nor failures change', () => {
    const measures = fc.constantFrom<MeasureName>(
      'ttl-moves',
      'store-latency',
      'merges',
      'new-parts',
      'cache-evictions',
    )
    const noise = fc.array(fc.double({ min: 90, max: 100, noNaN: true }), { minLength: 20, maxLength: count })
    fc.assert(
      fc.property(fc.array(fc.tuple(measures, fc.nat(100)), { maxLength: 6 }), noise, (changes, quiet) => {
        const all = changes.map(([measure, at]) => series(measure, 'x', turn(1, 1e9, at)))
        const found = explain(timeline([...all, series('query-p99', 'f', quiet)], [mark({})]))
        expect(found).toEqual({ symptom: null, others: [], causes: [] })
      }),
    )
  })

  it('does not depend on the order of series and marks', () => {
    const marks = [mark({}), mark({ key: 'other', subject: 'y', cause: 'mutation', fromMs: fromMs + 70_000 })]
    const expected = explain(timeline(ttlStorm, marks))
    const shuffled = fc.tuple(
      fc.shuffledSubarray(ttlStorm, { minLength: ttlStorm.length }),
      fc.shuffledSubarray(marks, { minLength: marks.length }),
    )
    fc.assert(
      fc.property(shuffled, ([all, own]) => {
        expect(explain(timeline(all, own))).toEqual(expected)
      }),
    )
  })

  it('moves with time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), (seconds) => {
        const by = seconds * 1000
        const moved = explain({
          ...timeline(ttlStorm.map((each) => ({ ...each, fromMs: each.fromMs + by }))),
          ...{ fromMs: fromMs + by, toMs: fromMs + by + count * stepMs },
        })
        const { symptom, causes } = explain(timeline(ttlStorm))
        expect(moved.symptom?.atMs).toBe((symptom?.atMs ?? 0) + by)
        expect(moved.causes.map(({ kind, score }) => [kind, score])).toEqual(
          causes.map(({ kind, score }) => [kind, score]),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('never accuses what began after the symptom, or before the range', () => {
    const late = series('ttl-moves', 'demo.late', turn(0, 75e6, 95))
    const early = mark({ key: 'early', fromMs: fromMs - 1, subject: 'early' })
    const { causes } = explain(timeline([series('query-p99', 'f', turn(40, 900, 80)), late], [early]))
    expect(causes).toEqual([])
  })

  it('accuses by what the errors say', () => {
    const kindOf = (code: string, label: string) => {
      const failures = { ...series('failures', code, turn(0, 5, 80)), label }
      return explain(timeline([failures])).causes[0]?.kind
    }
    expect(kindOf('241', 'Memory limit (for query) exceeded')).toBe('memory-limit')
    expect(kindOf('499 InvalidAccessKeyId', 'InvalidAccessKeyId: S3_ERROR')).toBe('credentials-revoked')
    expect(kindOf('499 SlowDown', 'SlowDown: S3_ERROR')).toBe('store-throttled')
    expect(kindOf('499', 'Timeout')).toBe('store-errors')
    expect(kindOf('198', 'Not found address of host')).toBe('dns-failed')
  })
})

describe('cause kinds', () => {
  it('no kind explains itself', () => {
    for (const kind of causeKindNames) expect(leadsTo(kind, kind), kind).toBe(false)
  })
})

describe('mergeNodes', () => {
  it('adds up rates, takes the worst of times, and keeps steps that nobody measured', () => {
    const [rate] = mergeNodes([
      series('ttl-moves', 't', [1, null, null], 'a'),
      series('ttl-moves', 't', [2, 3, null], 'b'),
    ])
    expect(rate).toMatchObject({ values: [3, 3, null], nodes: ['a', 'b'] })
    const [time] = mergeNodes([series('query-p99', 't', [1, 5], 'a'), series('query-p99', 't', [2, 3], 'b')])
    expect(time?.values).toEqual([2, 5])
  })
})

describe('renderPostmortem', () => {
  it('has figures and queries, and text of servers is no Markdown', () => {
    const found = explain(timeline(ttlStorm, [mark({ label: 'DROP `a` | <b>' })]))
    const text = renderPostmortem({
      ...{ cluster: 'prod', from: new Date(fromMs), to: new Date(fromMs + 120_000), address: 'https://x/y' },
      ...{ explanation: found, gaps: ['n1: There is no system.part_log.'], isFrozen: false },
      figures: listFigures(ttlStorm),
      marks: [{ at: new Date(fromMs), label: 'DROP `a` | <b>', detail: '', node: 'n1' }],
      queries: { incident_x: 'SELECT 1 -- ```' },
    })
    expect(text).toContain('# Incident on prod, 2026-11-25 03:10:00 to 2026-11-25 03:12:00')
    expect(text).toContain('MiB/s')
    expect(text).toContain('| TTL moves | ')
    expect(text).toContain('Freeze the incident to keep its data')
    expect(text).toContain('````sql\nSELECT 1 -- ```\n````')
    expect(text).toContain('| 2026-11-25 03:10:00 | DROP \\`a\\` \\| \\<b\\> | n1 |')
  })
})

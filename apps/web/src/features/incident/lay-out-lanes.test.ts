import { describe, expect, it } from 'vitest'
import type { IncidentLine, IncidentMark } from './hooks/use-incident.ts'
import { drawLine, layOutLanes, marksAt, valueAt } from './lay-out-lanes.ts'

const line = (change: Partial<IncidentLine>): IncidentLine => ({
  ...{ lane: 'moves', measure: 'ttl-moves', noun: 'TTL moves', unit: 'bytes-per-second', subject: 'a.b' },
  ...{ label: 'a.b', nodes: ['n1'], fromMs: 0, stepMs: 1000, values: [0, 4, null, 2] },
  ...change,
})
const mark = (change: Partial<IncidentMark>): IncidentMark => ({
  ...{ lane: 'changes', key: 'm', label: 'm', detail: '', node: '', fromMs: 500, toMs: null, query: null },
  ...change,
})

describe('layOutLanes', () => {
  it('shows lanes that have something to show, and names the others', () => {
    const { lanes, quiet } = layOutLanes(
      [
        line({}),
        line({ subject: 'c.d', values: [0, 0] }),
        line({ lane: 'merges', measure: 'merges', values: [null] }),
      ],
      [mark({})],
    )
    expect(lanes.map(({ lane }) => lane)).toEqual(['changes', 'moves'])
    expect(lanes[1]?.tracks).toMatchObject([{ measure: 'ttl-moves', top: 4, lines: [{ subject: 'a.b' }] }])
    expect(quiet).toContain('merges')
  })

  it('keeps a ratio that is zero: a cache that hits nothing', () => {
    const ratio = line({ lane: 'cache', measure: 'cache-hit-ratio', unit: 'ratio', values: [0, 0] })
    expect(layOutLanes([ratio], []).lanes.map(({ lane }) => lane)).toEqual(['cache'])
  })
})

it('a line breaks where nothing was measured', () => {
  expect(drawLine(line({}), { fromMs: 0, toMs: 4000 }, 4)).toBe('M125.0 96.0L375.0 6.0M875.0 51.0h2')
})

it('reads what was at a time', () => {
  const [lane] = layOutLanes([line({})], []).lanes
  const track = lane?.tracks[0]
  if (!track) throw new Error('There is no track.')
  expect([500, 1500, 2500, 9000].map((atMs) => valueAt(track, atMs))).toEqual([0, 4, null, null])
  const span = { fromMs: 0, toMs: 100_000 }
  const marks = [
    mark({}),
    mark({ key: 'long', fromMs: 0, toMs: 60_000 }),
    mark({ key: 'far', fromMs: 90_000 }),
  ]
  expect(marksAt(marks, 1_000, span).map(({ key }) => key)).toEqual(['m', 'long'])
  expect(marksAt(marks, 50_000, span).map(({ key }) => key)).toEqual(['long'])
})

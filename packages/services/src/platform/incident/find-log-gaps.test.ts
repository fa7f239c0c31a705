import { incidentLimits } from '@frostline/clickhouse'
import { describe, expect, it } from 'vitest'
import { findLogGaps } from './find-log-gaps.ts'
import type { NodeLogs } from './read-node-logs.ts'
import { toSeries } from './to-series.ts'

const span = { fromMs: 0, toMs: 60_000, stepMs: 10_000 }
const since = { query_log: 0, part_log: 0, blob_storage_log: 0, error_log: 0 }
const logs: NodeLogs = {
  ...{ clock: { offsetMs: 0, uncertaintyMs: 1 }, startedMs: -1, since, settings: [], statements: [] },
  ...{ forms: [], failures: [], reads: [], parts: [], store: [], blobs: [], blobErrors: [], errors: [] },
  mutations: [],
}
const reasons = (change: Partial<NodeLogs>) =>
  findLogGaps({ ...logs, ...change }, span).map(({ lanes, reason }) => [lanes.join(), reason])

describe('findLogGaps', () => {
  it('has no gap where all logs cover the range', () => {
    expect(reasons({})).toEqual([])
  })

  it('names each log that cannot be read once, with the lanes it is missing in', () => {
    const missing = (log: string) => `There is no system.${log}, or it cannot be read.`
    expect(reasons({ failures: null, statements: null })).toEqual([
      ['failures,changes,moves', missing('query_log')],
    ])
    // What is read from both logs needs the one that is missing.
    expect(reasons({ parts: null, store: null })).toEqual([
      ['store,cache,moves,merges,parts', missing('part_log')],
    ])
  })

  it('says since when each log knows anything', () => {
    expect(reasons({ since: { ...since, part_log: 30_000 } })).toEqual([
      ['moves,merges,parts', 'system.part_log begins at 1970-01-01 00:00:30 UTC.'],
    ])
  })

  it('does not advise a longer TTL where the log is as new as the server', () => {
    const remedyOf = (startedMs: number) =>
      findLogGaps({ ...logs, startedMs, since: { ...since, part_log: 30_000 } }, span).map(
        ({ remedy }) => remedy,
      )
    expect(remedyOf(29_000)).toEqual([
      'The server was started at 1970-01-01 00:00:29 UTC, and has no older entries.',
    ])
    // The log outlived the start, or the server is older than the range.
    for (const startedMs of [31_000, -1])
      expect(remedyOf(startedMs)).toEqual([
        'Raise the TTL of part_log in the configuration of the server to keep it longer.',
      ])
  })

  it('says when a list is cut', () => {
    const error = { code: 1, error: 'E', steps: [0], errors: [1] }
    const errors = Array.from({ length: incidentLimits.errors }, (_, code) => ({ ...error, code }))
    expect(reasons({ errors: errors.slice(1) })).toEqual([])
    expect(reasons({ errors })).toEqual([
      ['failures', 'Only a part is shown: the 20 server errors with the highest counts.'],
    ])
  })
})

describe('toSeries', () => {
  const part = {
    event: 'MergeParts',
    database: 'a',
    table: 'b',
    steps: [3],
    parts: [1],
    bytes: [10],
    failed: [0],
  }
  const valuesOf = (own: NodeLogs['since']) =>
    toSeries('n', { ...logs, parts: [part], since: own }, span, { nowMs: 60_000, moves: [] })[0]?.values

  it('takes a step without an entry as zero only where the log covers it', () => {
    expect(valuesOf(since)).toEqual([0, 0, 0, 1, 0, 0])
    expect(valuesOf({ ...since, part_log: 25_000 })).toEqual([null, null, 0, 1, 0, 0])
    // The age of another log says nothing.
    expect(valuesOf({ ...since, query_log: 55_000 })).toEqual([0, 0, 0, 1, 0, 0])
    expect(valuesOf({ ...since, part_log: null })).toEqual([null, null, null, 1, null, null])
  })
})

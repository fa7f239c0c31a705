import { incidentLimits } from '@frostline/clickhouse'
import type { IncidentLane } from '@frostline/domain'
import { type LogName, type LogSpan, logNames, type NodeLogs } from './read-node-logs.ts'

const keep = (log: string) => `Add the section <${log}> to the configuration of the server and restart it.`

/** What makes a server write a log. */
const remedies: Readonly<Record<LogName, string>> = {
  query_log: `${keep('query_log')} The setting log_queries must be 1.`,
  part_log: keep('part_log'),
  blob_storage_log: `${keep('blob_storage_log')} It appears with the first request to a disk on object storage.`,
  error_log: keep('error_log'),
}

interface Reading {
  field: keyof typeof incidentLimits | 'store'
  log: LogName
  lanes: readonly IncidentLane[]
  /** Of more rows than the limit, these are read. Null: there is no limit. */
  kept: string | null
}

/** What the lanes show of the logs of a node. */
const readings: readonly Reading[] = [
  { field: 'forms', log: 'query_log', lanes: ['latency'], kept: 'query forms with the most time' },
  {
    field: 'failures',
    log: 'query_log',
    lanes: ['failures'],
    kept: 'kinds of failures with the most queries',
  },
  {
    field: 'reads',
    log: 'query_log',
    lanes: ['store'],
    kept: 'query forms that read most from object storage',
  },
  { field: 'settings', log: 'query_log', lanes: ['changes'], kept: 'settings of the most queries' },
  { field: 'statements', log: 'query_log', lanes: ['changes', 'moves'], kept: 'latest statements' },
  { field: 'store', log: 'query_log', lanes: ['store', 'cache'], kept: null },
  {
    field: 'parts',
    log: 'part_log',
    lanes: ['moves', 'merges', 'parts'],
    kept: 'tables and events with the most bytes',
  },
  { field: 'blobs', log: 'blob_storage_log', lanes: ['store'], kept: 'buckets' },
  {
    field: 'blobErrors',
    log: 'blob_storage_log',
    lanes: ['store'],
    kept: 'kinds of failed requests to buckets',
  },
  { field: 'errors', log: 'error_log', lanes: ['failures'], kept: 'server errors with the highest counts' },
]

export interface LogGap {
  lanes: IncidentLane[]
  reason: string
  remedy: string
}

const lanesOf = (list: readonly { lanes: readonly IncidentLane[] }[]) => [
  ...new Set(list.flatMap(({ lanes }) => lanes)),
]

function formatSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Logs that could not be read, that begin within the range, and lists that are cut. */
export function findLogGaps(logs: NodeLogs, { fromMs }: LogSpan): LogGap[] {
  // Object storage is read from both.
  const needs = readings.map(
    (each): Reading => (each.field === 'store' && logs.parts === null ? { ...each, log: 'part_log' } : each),
  )
  const unread = logNames.flatMap((log): LogGap[] => {
    const list = needs.filter((each) => each.log === log && logs[each.field] === null)
    if (list.length === 0) return []
    const reason = `There is no system.${log}, or it cannot be read.`
    return [{ lanes: lanesOf(list), reason, remedy: remedies[log] }]
  })
  const late = logNames.flatMap((log): LogGap[] => {
    const list = readings.filter((each) => each.log === log && logs[each.field] !== null)
    const since = logs.since[log]
    if (since === null || since <= fromMs || list.length === 0) return []
    return [
      {
        lanes: lanesOf(list),
        reason: `system.${log} begins at ${formatSecond(since)}.`,
        remedy:
          logs.startedMs > fromMs && since >= logs.startedMs
            ? `The server was started at ${formatSecond(logs.startedMs)}, and has no older entries.`
            : `Raise the TTL of ${log} in the configuration of the server to keep it longer.`,
      },
    ]
  })
  const cut = readings.filter(
    ({ field }) => field !== 'store' && (logs[field]?.length ?? 0) >= incidentLimits[field],
  )
  if (cut.length === 0) return [...unread, ...late]
  const shown = cut.map(({ field, kept }) =>
    field === 'store' ? '' : `the ${incidentLimits[field]} ${kept}`,
  )
  return [
    ...unread,
    ...late,
    {
      lanes: lanesOf(cut),
      reason: `Only a part is shown: ${shown.join(', ')}.`,
      remedy: 'Choose a shorter range to see more.',
    },
  ]
}

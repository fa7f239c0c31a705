import {
  incidentBlobErrors,
  incidentBlobs,
  incidentErrors,
  incidentFailures,
  incidentForms,
  incidentParts,
  incidentReads,
  incidentStore,
} from '@frostline/clickhouse'
import {
  isHarmlessFailure,
  type MeasureName,
  type TimelineMark,
  type TimelineSeries,
} from '@frostline/domain'
import type { LogName, LogSpan, NodeLogs } from './read-node-logs.ts'

const leastRatioBytes = 65_536

/** What each query reads. */
const logsOf: Readonly<Record<string, readonly LogName[]>> = {
  [incidentForms.name]: ['query_log'],
  [incidentFailures.name]: ['query_log'],
  [incidentReads.name]: ['query_log'],
  [incidentParts.name]: ['part_log'],
  [incidentStore.name]: ['query_log', 'part_log'],
  [incidentBlobs.name]: ['blob_storage_log'],
  [incidentBlobErrors.name]: ['blob_storage_log'],
  [incidentErrors.name]: ['error_log'],
}

/** The figures of a node from its logs. A step that the log does not cover has no value. */
export function toSeries(
  node: string,
  logs: NodeLogs,
  span: LogSpan,
  { nowMs, moves }: { nowMs: number; moves: readonly TimelineMark[] },
): TimelineSeries[] {
  const { fromMs, toMs, stepMs } = span
  const count = Math.ceil((toMs - fromMs) / stepMs)
  const perSecond = 1000 / stepMs

  /** Without an entry a step is zero where the log covers it, and unknown where it does not. The last one is not over. */
  function isKnown(step: number, sources: readonly LogName[]): boolean {
    if (fromMs + (step + 1) * stepMs > nowMs) return false
    return sources.every((log) => {
      const since = logs.since[log]
      return since !== null && step >= Math.floor((since - fromMs) / stepMs)
    })
  }

  function lay(
    measure: MeasureName,
    [subject, label]: readonly [string, string],
    query: string,
    steps: readonly number[],
    values: readonly (number | null)[],
    missing: number | null = 0,
  ): TimelineSeries {
    const sources = logsOf[query] ?? []
    const laid = Array.from({ length: count }, (_, step): number | null =>
      missing !== null && isKnown(step, sources) ? missing : null,
    )
    for (const [index, step] of steps.entries())
      if (step < count && fromMs + step * stepMs < nowMs) laid[step] = values[index] ?? null
    return { measure, subject, label, node, fromMs, stepMs, values: laid, query }
  }
  const rate = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : value * perSecond))

  const series: TimelineSeries[] = []
  for (const row of logs.forms ?? []) {
    const of = [row.form_hash, row.form] as const
    series.push(
      lay('query-p99', of, incidentForms.name, row.steps, row.p99_ms, null),
      lay('query-p50', of, incidentForms.name, row.steps, row.p50_ms, null),
      lay('query-rate', of, incidentForms.name, row.steps, rate(row.queries)),
    )
  }
  for (const row of logs.failures ?? [])
    if (!isHarmlessFailure(row.code))
      series.push(
        lay(
          'failures',
          [row.reason === '' ? String(row.code) : `${row.code} ${row.reason}`, shorten(row)],
          ...([incidentFailures.name, row.steps, rate(row.failed)] as const),
        ),
      )
  for (const row of logs.reads ?? [])
    series.push(
      lay(
        row.kind === 'Insert' ? 'insert-store-bytes' : 'query-store-bytes',
        [row.form_hash, row.form],
        ...([incidentReads.name, row.steps, rate(row.read_bytes)] as const),
      ),
    )
  for (const row of logs.parts ?? []) {
    const of = [`${row.database}.${row.table}`, `${row.database}.${row.table}`] as const
    const manual = moves.some(({ subject }) => subject === of[0])
    const byEvent: Readonly<Record<string, MeasureName>> = {
      ...{ MergeParts: 'merges', MutatePart: 'mutations', DownloadPart: 'fetches' },
      ...{ NewPart: 'inserted-bytes', MovePart: manual ? 'moves' : 'ttl-moves' },
    }
    const measure = byEvent[row.event]
    if (measure) series.push(lay(measure, of, incidentParts.name, row.steps, rate(row.bytes)))
    if (row.event === 'NewPart')
      series.push(lay('new-parts', of, incidentParts.name, row.steps, rate(row.parts)))
  }
  for (const row of logs.store ?? []) {
    const all = ['', 'all queries and background work'] as const
    const put = (measure: MeasureName, values: readonly (number | null)[], missing: number | null = 0) =>
      series.push(lay(measure, all, incidentStore.name, row.steps, values, missing))
    const at = (values: readonly (number | null)[], index: number) => values[index] ?? 0
    put('store-requests', rate(row.reads.map((reads, index) => (reads ?? 0) + at(row.writes, index))))
    put(
      'store-errors',
      rate(row.read_errors.map((errors, index) => (errors ?? 0) + at(row.write_errors, index))),
    )
    put('store-throttled', rate(row.throttled))
    put(
      'store-latency',
      // Of those that succeeded: the time of failed attempts is time that they took.
      row.read_us.map((us, index) => {
        const successes = at(row.read_successes, index)
        return successes > 0 ? (us ?? 0) / 1000 / successes : null
      }),
      null,
    )
    put(
      'cache-hit-ratio',
      row.hit_bytes.map((hit, index) => {
        const read = (hit ?? 0) + at(row.miss_bytes, index)
        return read < leastRatioBytes ? null : (hit ?? 0) / read
      }),
      null,
    )
    put('cache-evictions', rate(row.evicted_bytes))
    put('cache-writes', rate(row.cached_bytes))
  }
  for (const row of logs.blobs ?? []) {
    const of = [row.bucket, row.bucket] as const
    series.push(
      lay('multipart-open', of, incidentBlobs.name, row.steps, row.left),
      lay('store-writes', of, incidentBlobs.name, row.steps, rate(row.requests)),
    )
  }
  for (const { bucket, reason, message, steps, failed } of logs.blobErrors ?? []) {
    const of = [`${bucket} ${reason}`, `${bucket}: ${reason === '' ? message : reason}`] as const
    series.push(lay('store-errors', of, incidentBlobErrors.name, steps, rate(failed)))
  }
  for (const row of logs.errors ?? [])
    if (!isHarmlessFailure(row.code))
      series.push(
        lay('server-errors', [String(row.code), row.error], incidentErrors.name, row.steps, rate(row.errors)),
      )
  return series
}

/** What the store said first, then the message on one line. */
function shorten({ message, reason }: { message: string; reason: string }): string {
  const text = message.replace(/\s+/g, ' ')
  const start = text.length > 140 ? `${text.slice(0, 139)}…` : text
  return reason === '' || start.includes(reason) ? start : `${reason}: ${start}`
}

import {
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
import type { LogSpan, NodeLogs } from './read-node-logs.ts'

const leastRatioBytes = 65_536

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
  const firstKnown = Math.max(0, Math.floor(((logs.loggedFromMs ?? fromMs) - fromMs) / stepMs))
  // The last step is not over.
  const known = (step: number) => step >= firstKnown && fromMs + (step + 1) * stepMs <= nowMs

  function lay(
    measure: MeasureName,
    [subject, label]: readonly [string, string],
    query: string,
    steps: readonly number[],
    values: readonly (number | null)[],
    missing: number | null = 0,
  ): TimelineSeries {
    const laid = Array.from({ length: count }, (_, step): number | null => (known(step) ? missing : null))
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
    put('store-errors', rate(row.errors))
    put('store-throttled', rate(row.throttled))
    put(
      'store-latency',
      row.read_us.map((us, index) =>
        at(row.reads, index) > 0 ? (us ?? 0) / 1000 / at(row.reads, index) : null,
      ),
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
    series.push(lay('multipart-open', of, incidentBlobs.name, row.steps, row.left))
    if (row.failed.some((failed) => failed > 0))
      series.push(
        lay(
          'store-errors',
          [row.bucket, `${row.bucket}: ${row.message}`],
          incidentBlobs.name,
          row.steps,
          rate(row.failed),
        ),
      )
  }
  for (const row of logs.errors ?? [])
    if (!isHarmlessFailure(row.code))
      series.push(
        lay('server-errors', [String(row.code), row.error], incidentErrors.name, row.steps, rate(row.errors)),
      )
  return series
}

/** The reason without what the server puts around it. */
function shorten({ message, reason }: { message: string; reason: string }): string {
  const text = message
    .replace(/^Code: \d+\. /, '')
    .replace(/^DB::Exception: /, '')
    .replace(/\s+/g, ' ')
  const start = text.length > 140 ? `${text.slice(0, 139)}…` : text
  return reason === '' || start.includes(reason) ? start : `${reason}: ${start}`
}

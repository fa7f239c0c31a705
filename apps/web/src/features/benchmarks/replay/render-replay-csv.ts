import { type CsvColumns, renderCsv } from '@/navigation/render-csv.ts'
import type { ReplayForm, ReplayRun } from './replay.ts'

interface FormLine {
  form: ReplayForm
  on: ReplayForm['targets'][number]
}

const formColumns: CsvColumns<FormLine> = {
  form_hash: ({ form }) => form.formHash,
  form: ({ form }) => form.form,
  queries: ({ form }) => form.queries,
  difference_ms: ({ form }) => form.differenceMs,
  target: ({ on }) => on.target,
  runs: ({ on }) => on.runs,
  failed: ({ on }) => on.failed,
  total_ms: ({ on }) => on.totalMs,
  p50_ms: ({ on }) => on.medianMs,
  p95_ms: ({ on }) => on.p95Ms,
  read_rows: ({ on }) => on.readRows,
  read_bytes: ({ on }) => on.readBytes,
  store_bytes: ({ on }) => on.storeBytes,
  missed_bytes: ({ on }) => on.missedBytes,
  cache_bytes: ({ on }) => on.cacheBytes,
  store_gets: ({ on }) => on.storeRequests,
}

/** A line for each form on each target. */
export function renderFormsCsv(forms: readonly ReplayForm[]): string {
  return renderCsv(
    formColumns,
    forms.flatMap((form) => form.targets.map((on) => ({ form, on }))),
  )
}

const runColumns: CsvColumns<ReplayRun> = {
  round: (run) => run.round,
  target: (run) => run.target,
  place: (run) => run.place,
  query: (run) => run.query,
  form_hash: (run) => run.formHash,
  node: (run) => run.nodeName,
  sent_at: (run) => run.sentAt.toISOString(),
  sent_again: (run) => run.again,
  failed: (run) => run.failed,
  code: (run) => run.code,
  elapsed_ms: (run) => run.elapsedMs,
  server_ms: (run) => run.serverMs,
  logged_ms: (run) => run.loggedMs,
  read_rows: (run) => run.readRows,
  read_bytes: (run) => run.readBytes,
  result_rows: (run) => run.resultRows,
  store_bytes: (run) => run.storeBytes,
  missed_bytes: (run) => run.missedBytes,
  cache_bytes: (run) => run.cacheBytes,
  store_gets: (run) => run.storeRequests,
  memory_bytes: (run) => run.memoryBytes,
  query_id: (run) => run.queryId,
}

/** Every run with all its counters, a line each. */
export function renderReplayRunsCsv(runs: readonly ReplayRun[]): string {
  return renderCsv(runColumns, runs)
}

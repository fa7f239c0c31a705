import { type CsvColumns, renderCsv } from '@/navigation/render-csv.ts'
import type { TierBenchmark, TierRun } from './benchmark.ts'

const columns: CsvColumns<TierRun> = {
  tier: (run) => run.tier,
  round: (run) => run.round,
  status: (run) => run.status,
  verdict: (run) => run.verdict?.kind,
  reason: (run) => (run.verdict && run.verdict.kind !== 'as-said' ? run.verdict.reason : run.error),
  elapsed_ms: (run) => run.elapsedMs,
  read_rows: (run) => run.figures?.readRows,
  read_bytes: (run) => run.figures?.readBytes,
  result_rows: (run) => run.figures?.resultRows,
  store_bytes: (run) => run.figures?.storeBytes,
  missed_bytes: (run) => run.figures?.missedBytes,
  cache_bytes: (run) => run.figures?.cacheBytes,
  store_gets: (run) => run.figures?.storeRequests,
  cents: (run) => run.centsPerRun,
  memory_bytes: (run) => run.figures?.memoryBytes,
  cpu_ms: (run) => run.figures?.cpuMs,
  query_id: (run) => run.queryId,
  sent_at: (run) => run.sentAt?.toISOString(),
}

/** Every run with all its counters, a line each. */
export function renderRunsCsv({ runs }: Pick<TierBenchmark, 'runs'>): string {
  return renderCsv(columns, runs)
}

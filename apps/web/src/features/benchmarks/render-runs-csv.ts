import type { TierBenchmark, TierRun } from './benchmark.ts'

const columns: Record<string, (run: TierRun) => string | number | bigint | null | undefined> = {
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
  const lines = runs.map((run) => Object.values(columns).map((read) => quote(read(run))))
  return [Object.keys(columns), ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

function quote(value: string | number | bigint | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import { renderCsvRow } from '../base/render-csv-row.ts'
import type { ActivityRun } from './activity-schema.ts'

const columns = [
  ...(['id', 'kind', 'name', 'status', 'cluster', 'requestedBy', 'startedFor'] as const),
  ...([
    'createdAt',
    'startedAt',
    'finishedAt',
    'elapsedMs',
    'progress',
    'waitReason',
    'error',
    'notes',
  ] as const),
]

/** One run as CSV; without one the header line. */
export function renderActivityCsv(run?: ActivityRun): string {
  if (run === undefined) return renderCsvRow(columns, undefined)
  const { startedAt, finishedAt, clusterName, startedFor } = run
  return renderCsvRow(columns, {
    ...run,
    cluster: clusterName,
    startedFor: startedFor?.name,
    elapsedMs: startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
  })
}

import { renderCsvRow } from '../base/render-csv-row.ts'
import type { RemovalObjectView } from './schema.ts'

const columns = [
  'id',
  'kind',
  'key',
  'uploadId',
  'sizeBytes',
  'modifiedAt',
  'etag',
  'state',
  'reason',
  'changedAt',
] as const satisfies readonly (keyof RemovalObjectView)[]

/** One row of the ledger as CSV; without an object the names of the columns. */
export function renderRemovalCsv(object?: RemovalObjectView): string {
  return renderCsvRow(columns, object)
}

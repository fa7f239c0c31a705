import { renderCsvCell } from '../base/render-csv-cell.ts'
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

/** One row of the ledger as CSV; without an object the names of the columns. Ends with a line break. */
export function renderRemovalCsv(object?: RemovalObjectView): string {
  const cells = object === undefined ? columns : columns.map((name) => renderCsvCell(object[name]))
  return `${cells.join(',')}\r\n`
}

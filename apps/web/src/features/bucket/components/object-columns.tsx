import { bytesColumn, column, countColumn, type DataColumn, type Quantity } from '@frostline/ui'

/** One line, in full on hover. */
export function reasonColumn<Row extends { reason: string }>(header: string): DataColumn<Row> {
  return column('reason', header, { minWidthPx: 260, hideable: false }, (row) => (
    <span className="truncate" title={row.reason}>
      {row.reason}
    </span>
  ))
}

export function objectsColumn<Row extends { objects: Quantity }>(): DataColumn<Row> {
  return countColumn('objects', 'Objects', 96, (row) => row.objects)
}

export function sizeColumn<Row extends { bytes: Quantity }>(): DataColumn<Row> {
  return bytesColumn('bytes', 'Size', 96, (row) => row.bytes)
}

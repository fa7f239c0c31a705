import { Bytes, Count, type DataColumn } from '@frostline/ui'
import type { ComponentProps } from 'react'

type CountValue = ComponentProps<typeof Count>['value']
type BytesValue = ComponentProps<typeof Bytes>['value']

/** One line, whole on hover. */
export function reasonColumn<Row extends { reason: string }>(header: string): DataColumn<Row> {
  return {
    id: 'reason',
    header,
    minWidthPx: 260,
    hideable: false,
    cell: (row) => (
      <span className="truncate" title={row.reason}>
        {row.reason}
      </span>
    ),
  }
}

export function objectsColumn<Row extends { objects: CountValue }>(): DataColumn<Row> {
  return {
    id: 'objects',
    header: 'Objects',
    align: 'end',
    minWidthPx: 96,
    grow: 0,
    cell: (row) => <Count value={row.objects} />,
  }
}

export function sizeColumn<Row extends { bytes: BytesValue }>(): DataColumn<Row> {
  return {
    id: 'bytes',
    header: 'Size',
    align: 'end',
    minWidthPx: 96,
    grow: 0,
    cell: (row) => <Bytes value={row.bytes} />,
  }
}

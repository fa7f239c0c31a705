'use client'
import { Bytes, Count, type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import type { AuditDetail } from '../bucket-audit.ts'

type Account = NonNullable<AuditDetail['account']>
type Line = Account['lines'][number]

/** Why each object is there: the lines add up to what was listed. */
export function AccountPanel({ audit, account }: { audit: AuditDetail; account: Account }) {
  const { unexplainedObjects } = account
  return (
    <Panel
      title="Account"
      description="Why each object is in the bucket. An object that several parts share counts once."
      flush
      footer={
        <span role="status">
          {unexplainedObjects === 0n
            ? `All of ${formatCountOf(audit.objects, 'object')} are explained.`
            : `${formatCountOf(unexplainedObjects, 'object')} are not explained.`}
        </span>
      }
    >
      <DataTable label="Account" columns={columns} rows={account.lines} getRowId={(row) => row.reason} />
    </Panel>
  )
}

const columns: readonly DataColumn<Line>[] = [
  {
    id: 'reason',
    header: 'Why it is there',
    minWidthPx: 260,
    hideable: false,
    cell: (row) => (
      <span className="truncate" title={row.reason}>
        {row.reason}
      </span>
    ),
  },
  {
    id: 'objects',
    header: 'Objects',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    cell: (row) => <Count value={row.objects} />,
  },
  {
    id: 'bytes',
    header: 'Size',
    align: 'end',
    minWidthPx: 100,
    grow: 0,
    cell: (row) => <Bytes value={row.bytes} />,
  },
]

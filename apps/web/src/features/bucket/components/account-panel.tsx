'use client'
import { type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import type { AuditDetail } from '../bucket-audit.ts'
import { objectsColumn, reasonColumn, sizeColumn } from './object-columns.tsx'

type Account = NonNullable<AuditDetail['account']>
type Line = Account['lines'][number]

/** Why each object is there: the lines add up to what was listed. */
export function AccountPanel({ audit, account }: { audit: AuditDetail; account: Account }) {
  const { unexplainedObjects } = account
  return (
    <Panel
      title="Breakdown"
      description="Why each object is in the bucket. Objects shared by several parts count once."
      flush
      footer={
        <span role="status">
          {unexplainedObjects === 0n
            ? `All of ${formatCountOf(audit.objects, 'object')} are explained.`
            : `${formatCountOf(unexplainedObjects, 'object')} are not explained.`}
        </span>
      }
    >
      <DataTable label="Breakdown" columns={columns} rows={account.lines} getRowId={(row) => row.reason} />
    </Panel>
  )
}

const columns: readonly DataColumn<Line>[] = [reasonColumn('Why it is there'), objectsColumn(), sizeColumn()]

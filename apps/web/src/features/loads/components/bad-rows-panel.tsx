'use client'
import { column, countColumn, type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import type { LoadDetail } from '../load.ts'

/** Rows shown on the page; the table itself has the rest. */
const limit = 100

/** The first rows that a load collected. */
function useBadRows(id: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.loads.badRows.queryOptions({ id, limit }))
}

/** The first bad rows that the load collected. For users who may read the bucket. */
export function BadRowsPanel({ load }: { load: LoadDetail }) {
  const operator = useRoleAllows('operator')
  const { badRows } = load.spec
  return operator && badRows.kind === 'collect' && load.skippedRows > 0n ? (
    <CollectedRows load={load} table={`${badRows.into.database}.${badRows.into.table}`} />
  ) : null
}

function CollectedRows({ load, table }: { load: LoadDetail; table: string }) {
  const query = useBadRows(load.id)
  const rows = query.data?.data.rows ?? []
  return (
    <Panel
      title="Bad rows"
      description={`Skipped and saved in ${table}. Their job_id is the ID of this load.`}
      flush
      {...panelFromQuery(query, {
        task: `read ${table}`,
        empty: () =>
          rows.length > 0
            ? null
            : {
                title: 'No bad rows of this load',
                children: `They were saved in ${table} and have been removed since.`,
              },
      })}
      footer={
        <span role="status">
          {formatCountOf(load.skippedRows, 'bad row')} skipped
          {load.skippedRows > BigInt(rows.length) ? `, the first ${rows.length} of them here` : ''}
        </span>
      }
    >
      <DataTable
        label="Bad rows"
        columns={columns}
        rows={rows}
        getRowId={(row) => `${row.object} ${row.rowNumber}`}
        maxHeightPx={360}
      />
    </Panel>
  )
}

type BadRow = RouterOutputs['loads']['badRows']['data']['rows'][number]

const columns: readonly DataColumn<BadRow>[] = [
  column('object', 'Object', { minWidthPx: 280, hideable: false }, (row) => text(row.object)),
  countColumn('row', 'Row', 80, (row) => row.rowNumber),
  column('raw', 'Text', 220, (row) => text(row.raw)),
  column('reason', 'Reason', { minWidthPx: 260, grow: 2 }, (row) => text(faultOf(row.reason), row.reason)),
  column('node', 'Node', { minWidthPx: 160, hiddenByDefault: true }, (row) => text(row.node)),
]

/** The server reports every column of the row up to the unreadable one. */
function faultOf(reason: string): string {
  return reason.split('\n').find((line) => line.includes('ERROR')) ?? reason
}

function text(value: string, whole = value) {
  return <RawText text={value} whole={whole} />
}

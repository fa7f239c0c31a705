'use client'
import { column, type DataColumn, DataTable, monoColumn, Panel, timeColumn } from '@frostline/ui'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import type { ManagedObject } from '../change-set.ts'
import { useManagedObjects } from '../hooks/use-desired-state.ts'
import { FileName } from './file-name.tsx'
import { TakeOverButton } from './take-over-button.tsx'

/** What is changed in a file, and can be taken over. */
export function ManagedPanel() {
  const query = useManagedObjects()
  const objects = query.data?.objects ?? []
  return (
    <Panel
      title="Managed objects"
      description="They are changed in their file. Take one over to change it in the console."
      flush
      minHeightPx={120}
      {...panelFromLedger(query, {
        task: 'read what is managed',
        empty: (data) =>
          data.objects.length > 0
            ? null
            : {
                title: 'Nothing is managed from a file',
                children: 'Objects of an applied file are listed here.',
              },
      })}
    >
      <DataTable
        label="Managed objects"
        rows={objects}
        columns={columns}
        getRowId={({ address }) => address}
        rowHeightPx={44}
        maxHeightPx={360}
      />
    </Panel>
  )
}

const columns: readonly DataColumn<ManagedObject>[] = [
  column('object', 'Object', { minWidthPx: 200, hideable: false }, ({ title }) => (
    <span className="block truncate first-letter:uppercase" title={title}>
      {title}
    </span>
  )),
  monoColumn('address', 'Place in the file', 240, ({ address }) => address),
  column('file', 'File', { minWidthPx: 180 }, (row) => <FileName of={row} />),
  timeColumn('since', 'Applied', 120, ({ managedAt }) => managedAt),
  column('action', 'Action', { minWidthPx: 120, grow: 0 }, (row) => <TakeOverButton of={row} />),
]

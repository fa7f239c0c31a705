'use client'
import { Button, DataTable, EmptyState, formatMoney, Panel, Select } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RequestCosts } from '../costs.ts'
import type { useRequestCosts } from '../hooks/use-costs.ts'
import { nodeColumns, rowIdOf, tableColumns } from './requests-columns.tsx'
import { type WindowChoice, windowChoices, windowLabels } from './window-choices.ts'

interface Props {
  cluster: string
  query: ReturnType<typeof useRequestCosts>
  /** The user has requested to read the logs. */
  asked: boolean
  onAsk: () => void
  hours: WindowChoice
  onHours: (hours: WindowChoice) => void
}

/** Requests to the stores by table, from the logs, and per node from its counters; on request. */
export function RequestsPanel({ cluster, query, asked, onAsk, hours, onHours }: Props) {
  const found = query.data?.data
  return (
    <Panel
      title="Requests to object storage"
      description="Writes are from blob_storage_log, reads by queries from query_log. Reads by merges and TTL moves appear only in the node counters."
      flush
      minHeightPx={240}
      actions={
        <Select
          label="Time"
          size="sm"
          className="w-36"
          value={hours}
          onValueChange={onHours}
          options={windowChoices.map((value) => ({ value, label: windowLabels[value] }))}
        />
      }
      footer={found ? describeGaps(found) : undefined}
      {...(asked ? panelFromQuery(query, { task: 'read the logs of requests' }) : {})}
    >
      {found ? (
        <>
          <DataTable
            label="Requests by table"
            columns={tableColumns(cluster, found)}
            rows={found.tables}
            getRowId={rowIdOf}
            maxHeightPx={420}
            empty={<p className="p-4 text-ink-2 text-sm">No tables on object storage.</p>}
          />
          <h3 className="border-t px-4 pt-3 pb-1.5 font-medium text-sm">
            All disk requests since each node started
          </h3>
          <DataTable
            label="Requests by node"
            columns={nodeColumns(found.currency)}
            rows={found.nodes}
            getRowId={({ node }) => node}
          />
        </>
      ) : asked ? null : (
        <EmptyState
          title="Not read yet"
          action={
            <Button variant="primary" onClick={onAsk}>
              Read the logs
            </Button>
          }
        >
          Each node reads its logs once, for up to 30 seconds.
        </EmptyState>
      )}
    </Panel>
  )
}

function describeGaps({ nodesWithoutReads, nodesWithoutWrites, ofNoTable, currency }: RequestCosts): string {
  return [
    ofNoTable.perMonth === null
      ? ''
      : `Not assigned to a table (dropped tables, queries over several tables or none): ${formatMoney(ofNoTable.perMonth, currency)} a month.`,
    'Monthly figures need at least an hour of logs.',
    nodesWithoutWrites.length > 0 ? `No blob_storage_log on ${nodesWithoutWrites.join(', ')}.` : '',
    nodesWithoutReads.length > 0 ? `No query_log on ${nodesWithoutReads.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

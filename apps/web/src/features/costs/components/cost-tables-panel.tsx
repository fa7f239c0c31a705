'use client'
import { ColumnsMenu, DataTable, formatCount, Panel, type PanelProps, SearchInput } from '@frostline/ui'
import { useState } from 'react'
import { ExportLink } from '@/features/status/export-link.tsx'
import type { Costs, RequestCosts } from '../costs.ts'
import { costColumns } from './cost-columns.tsx'
import { rowIdOf } from './requests-columns.tsx'

interface Props {
  cluster: string
  costs: Costs | undefined
  /** Undefined until the logs are read on request. */
  requests: RequestCosts | undefined
  search: string
  onSearch: (search: string) => void
  panel: Partial<PanelProps>
}

/** Every table with its monthly cost, the most expensive first. The export includes all, whatever the search. */
export function CostTablesPanel({ cluster, costs, requests, search, onSearch, panel }: Props) {
  const { tables = [], found = 0 } = costs ?? {}
  const columns = costs ? costColumns(cluster, costs, requests) : []
  const [hidden, setHidden] = useState<string[]>()
  return (
    <Panel
      title="Tables"
      description="Storage of active parts on all replicas. Requests are added once their logs are read below."
      flush
      minHeightPx={280}
      actions={
        <>
          <SearchInput
            label="Search tables"
            placeholder="database.table"
            className="w-44"
            value={search}
            onValueChange={onSearch}
          />
          <ColumnsMenu columns={columns} hidden={hidden} onHiddenChange={setHidden} />
          <ExportLink href={`/api/costs/${encodeURIComponent(cluster)}`} />
        </>
      }
      footer={
        found > tables.length
          ? `The ${formatCount(tables.length)} most expensive of ${formatCount(found)} tables.`
          : undefined
      }
      {...panel}
    >
      {costs ? (
        <DataTable
          label="Cost of tables"
          columns={columns}
          hiddenColumns={hidden}
          rows={tables}
          getRowId={rowIdOf}
          maxHeightPx={560}
          empty={<p className="p-4 text-ink-2 text-sm">No matching tables.</p>}
        />
      ) : null}
    </Panel>
  )
}

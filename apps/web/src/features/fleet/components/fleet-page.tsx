'use client'
import { oddityKinds, oddityTitles } from '@frostline/domain'
import {
  Button,
  DataTable,
  formatBytes,
  formatCount,
  formatCountOf,
  Panel,
  SearchInput,
  Select,
} from '@frostline/ui'
import { TriangleAlert } from 'lucide-react'
import { useDeferredValue } from 'react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { ExportLink } from '@/features/status/export-link.tsx'
import { late } from '@/navigation/late.tsx'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { describeMissing, type FleetList, rowIdOf } from '../fleet.ts'
import {
  exportAddress,
  type FleetState,
  fleetPageSize,
  fleetParams,
  isFiltered,
  noFilters,
  toFilter,
} from '../fleet-filters.ts'
import { fleetColumns } from './fleet-columns.tsx'

const FleetDrawer = late(async () => (await import('./fleet-drawer.tsx')).FleetDrawer)
const FleetViews = late(async () => (await import('./fleet-views.tsx')).FleetViews, <div className="h-8" />)

const any = 'any value'

function useFleet(state: FleetState) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const search = useDeferredValue(state.q)
  const filter = toFilter({ ...state, q: search })
  const input = { ...filter, limit: fleetPageSize }
  const query = useOffsetPages({
    queryKey: trpc.fleet.list.queryKey(input),
    readPage: (offset, signal) => client.fleet.list.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.tables.length, total: data.total }),
    refetchIntervalMs: 2 * observedEveryMs,
  })
  return { query, filter, rows: query.data?.pages.flatMap(({ data }) => data.tables) ?? [] }
}

/** Every MergeTree table of all clusters. */
export function FleetPage() {
  const [state, setUrl] = useUrlState(fleetParams)
  const { query, filter, rows } = useFleet(state)
  const first = query.data?.pages[0]?.data
  return (
    <>
      <PageHeader
        title="Fleet"
        description="The MergeTree tables of all clusters, and what is odd about them."
        actions={<ExportLink href={exportAddress(filter)} />}
      />
      <div className="mb-4">
        <FleetViews state={state} onChange={setUrl} />
      </div>
      <MissingNotice clusters={first?.clusters ?? []} />
      <Panel
        title={first ? `Tables (${formatCount(first.total)})` : 'Tables'}
        description={first ? describe(first) : ' '}
        flush
        minHeightPx={220}
        {...panelFromInfinite(query, {
          task: 'read the fleet',
          empty: ({ data }) =>
            data.all > 0 || data.clusters.some(({ coverage }) => !coverage.complete)
              ? null
              : {
                  title: data.clusters.length === 0 ? 'No clusters' : 'No tables',
                  children:
                    data.clusters.length === 0
                      ? 'An admin can register a cluster on the page Clusters.'
                      : 'The clusters have no MergeTree tables yet.',
                },
        })}
        // The notice above the panel names them by cluster.
        missingNodes={[]}
      >
        <FilterBar state={state} onChange={setUrl} data={first} />
        <DataTable
          label="Tables"
          columns={fleetColumns((row) => setUrl({ row: rowIdOf(row) }, { history: 'push' }))}
          rows={rows}
          getRowId={rowIdOf}
          rowLabel={(row) => `${row.database}.${row.table} of ${row.clusterName}`}
          serverSorted
          sort={state.sort}
          onSortChange={(sort) => setUrl({ sort })}
          totalCount={first?.total}
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
          empty={
            <p className="p-6 text-center text-ink-3 text-sm">
              {isFiltered(state)
                ? 'No matching tables. Change the search or the filters.'
                : 'No tables on the nodes that answered.'}
            </p>
          }
        />
      </Panel>
      <FleetDrawer
        row={rows.find((row) => rowIdOf(row) === state.row)}
        onClose={() => setUrl({ row: '' }, { history: 'push' })}
      />
    </>
  )
}

function describe({ all, total, totalBytes, clusters, oddities }: FleetList['data']): string {
  const complete = clusters.every(({ coverage }) => coverage.complete)
  const of = total === all ? '' : ` of ${formatCount(all)}`
  const odd = oddities.reduce((sum, { tables }) => sum + tables, 0)
  return `${formatCountOf(total, 'table')}${of} with ${complete ? '' : 'at least '}${formatBytes(totalBytes)} on ${formatCountOf(clusters.length, 'cluster')}. ${odd === 0 ? 'Nothing is odd.' : `${formatCountOf(odd, 'oddity', 'oddities')} in all.`}`
}

function MissingNotice({ clusters }: { clusters: FleetList['data']['clusters'] }) {
  const missing = describeMissing(clusters)
  if (missing.length === 0) return null
  return (
    <div role="status" className="mb-4 flex gap-3 rounded-lg border bg-warn-soft px-4 py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-ink" />
      <ul className="min-w-0 text-ink-2">
        {missing.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FilterBarProps {
  state: FleetState
  onChange: (patch: Partial<FleetState>) => void
  data: FleetList['data'] | undefined
}

function FilterBar({ state, onChange, data }: FilterBarProps) {
  const clusters = useClusters().data ?? []
  const counts = new Map(data?.oddities.map(({ kind, tables }) => [kind, tables]))
  return (
    <search aria-label="Filter tables" className="flex flex-wrap items-center gap-2 border-b p-3">
      <SearchInput
        label="Search tables"
        placeholder="database.table"
        value={state.q}
        maxLength={255}
        onValueChange={(q) => onChange({ q })}
        className="min-w-52 flex-1"
      />
      <Select
        label="Cluster"
        className="min-w-32 flex-1 sm:w-44 sm:flex-none"
        value={state.cluster || any}
        onValueChange={(value) => onChange({ cluster: value === any ? '' : value })}
        options={[
          { value: any, label: 'All clusters' },
          ...clusters.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <Select
        label="Oddity"
        className="min-w-32 flex-1 sm:w-56 sm:flex-none"
        value={state.oddity ?? any}
        onValueChange={(value) => onChange({ oddity: value === any ? null : fleetParams.oddity.read(value) })}
        options={[
          { value: any, label: 'All tables' },
          { value: 'any', label: 'With any oddity' },
          ...oddityKinds.map((kind) => ({
            value: kind,
            label: `${oddityTitles[kind]}${counts.has(kind) ? ` (${formatCount(counts.get(kind))})` : ''}`,
          })),
        ]}
      />
      <Select
        label="Tier"
        className="min-w-32 flex-1 sm:w-40 sm:flex-none"
        value={state.tier ?? any}
        onValueChange={(value) => onChange({ tier: fleetParams.tier.read(value) })}
        options={[
          { value: any, label: 'All tiers' },
          { value: 'hot', label: 'Data on hot' },
          { value: 'cold', label: 'Data on cold' },
        ]}
      />
      <Button variant="ghost" disabled={!isFiltered(state)} onClick={() => onChange(noFilters)}>
        Clear filters
      </Button>
    </search>
  )
}

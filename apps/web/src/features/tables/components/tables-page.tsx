'use client'
import { buttonClasses, DataTable, formatCountOf, Panel, SearchInput, Select, Switch } from '@frostline/ui'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { ReplicationNotice } from '@/features/replication/components/replication-notice.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { emptyUnlessAway } from '@/features/status/empty-unless-away.ts'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { tablesParams, toTablesInput } from '../tables-input.ts'
import { tableColumns } from './table-columns.tsx'

const tierMap = {
  title: 'Bytes by table and tier',
  description: 'Of the tables listed below, copies of replicas included.',
  minHeightPx: 248,
}
const TierMap = late(
  async () => (await import('./tier-map.tsx')).TierMap,
  // With the button of the header, which wraps on a narrow screen.
  <Panel {...tierMap} state={{ kind: 'loading' }} observedAt={null} onRefresh={() => undefined} refreshing />,
)

/** No filter, as a Select value, which cannot be empty. No database, disk or node can have this name. */
const EVERY = '\u0000every'

export function TablesPage({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [{ q, database, policy, all, sort }, setUrl] = useUrlState(tablesParams)
  const search = useDeferredValue(q)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const input = toTablesInput(cluster, { q: search, database, policy, all, sort })
  const query = useOffsetPages({
    queryKey: trpc.tables.list.queryKey(input),
    readPage: (offset, signal) => client.tables.list.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.tables.length, total: data.total }),
    refetchIntervalMs: observedEveryMs,
  })
  const first = query.data?.pages[0]
  const rows = query.data?.pages.flatMap(({ data }) => data.tables) ?? []
  const copies = rows.some((row) => row.logical && row.logical.bytes !== row.totalBytes)
  const filtered = q !== '' || database !== '' || policy !== ''
  return (
    <>
      <PageHeader
        title="Tables"
        description="All tables of the cluster with their bytes by tier."
        actions={
          selected.size > 0 ? (
            <Link
              href={routes.newBatch(cluster, namesParam().write(selected))}
              className={buttonClasses('primary')}
            >
              Move {formatCountOf(selected.size, 'table')}
            </Link>
          ) : null
        }
      />
      <div className="mb-4 empty:hidden">
        <ReplicationNotice
          cluster={cluster}
          nodes={(first?.data.replication ?? []).map(({ node, ...replication }) => ({
            name: node,
            figures: { replication },
          }))}
        />
      </div>
      <div className="mb-4">
        <TierMap input={input} frame={tierMap} />
      </div>
      <Panel
        title={
          first && (first.data.total > 0 || first.data.coverage.complete)
            ? `Tables (${first.data.total.toLocaleString('en-US')})`
            : 'Tables'
        }
        description={
          first && (first.data.total > 0 || first.data.coverage.complete)
            ? `${first.data.totals.withParts.toLocaleString('en-US')} with data. System tables are not listed.`
            : ' '
        }
        flush
        minHeightPx={420}
        {...panelFromInfinite(query, {
          task: 'read the tables',
          empty: (page) =>
            page.data.total > 0 || filtered
              ? null
              : emptyUnlessAway(page.data.coverage, {
                  title: 'No tables',
                  children: 'This cluster has no MergeTree tables yet.',
                }),
        })}
      >
        <div className="flex flex-col gap-2 border-b p-3">
          <div className="flex flex-wrap items-center gap-2">
            <SearchInput
              label="Search tables"
              placeholder="database.table"
              value={q}
              onValueChange={(next) => setUrl({ q: next })}
              className="min-w-52 flex-1"
            />
            <Select
              label="Database"
              value={database || EVERY}
              onValueChange={(next) => setUrl({ database: next === EVERY ? '' : next })}
              className="w-44"
              options={[
                { value: EVERY, label: 'All databases' },
                ...(first?.data.databases.map(({ name, tables }) => ({
                  value: name,
                  label: `${name} (${tables})`,
                })) ?? []),
              ]}
            />
            <Select
              label="Storage policy"
              value={policy || EVERY}
              onValueChange={(next) => setUrl({ policy: next === EVERY ? '' : next })}
              className="w-44"
              options={[
                { value: EVERY, label: 'All policies' },
                ...(first?.data.policies.map((name) => ({ value: name, label: name })) ?? []),
              ]}
            />
            <Switch checked={all} onCheckedChange={(next) => setUrl({ all: next })}>
              All engines
            </Switch>
          </div>
        </div>
        <DataTable
          label="Tables"
          columns={tableColumns(cluster, copies)}
          rows={rows}
          getRowId={(row) => JSON.stringify([row.database, row.table])}
          rowLabel={(row) => `${row.database}.${row.table}`}
          selected={selected}
          onSelectedChange={setSelected}
          serverSorted
          sort={sort}
          onSortChange={(next) => setUrl({ sort: next })}
          totalCount={first?.data.total}
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
          empty={
            <p className="p-6 text-center text-ink-3 text-sm">
              No matching tables. Change the search or the filters.
            </p>
          }
        />
      </Panel>
    </>
  )
}

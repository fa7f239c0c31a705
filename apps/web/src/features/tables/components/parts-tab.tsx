'use client'
import { DataTable, Panel, SearchInput, Select } from '@frostline/ui'
import { useDeferredValue } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { bind } from '@/form/use-form.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { ages, levels, partsParams, sizes, toPartsInput } from '../parts-input.ts'
import { partColumnsOf } from './part-columns.tsx'
import { PartShapes } from './part-shapes.tsx'

/** No filter, as a Select value, which cannot be empty. No database, disk or node can have this name. */
const EVERY = '\u0000every'

/** Every part of the table on all nodes, filtered and sorted by the servers. */
export function PartsTab({ at }: { at: ClusterTable }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [url, setUrl] = useUrlState(partsParams)
  const search = useDeferredValue(url.part)
  const input = toPartsInput(at, { ...url, part: search })
  const query = useOffsetPages({
    queryKey: trpc.tables.parts.queryKey(input),
    readPage: (offset, signal) => client.tables.parts.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.parts.length, total: data.reachable }),
    refetchIntervalMs: observedEveryMs,
  })
  const first = query.data?.pages[0]?.data
  const nodes = query.data?.pages[0]?.nodes ?? []
  const rows = query.data?.pages.flatMap(({ data }) => data.parts) ?? []
  const filter = bind({ draft: url, change: setUrl })
  const any = (label: string) => ({ value: 'any', label })
  return (
    <>
      <PartShapes
        at={at}
        chosen={{ age: url.age, size: url.size }}
        onChoose={(choice) => setUrl({ ...choice, active: 'active' })}
      />
      <Panel
        title={first ? `Parts (${first.total.toLocaleString('en-US')})` : 'Parts'}
        className="mt-4"
        flush
        minHeightPx={420}
        {...panelFromInfinite(query, { task: `read the parts of ${at.database}.${at.table}` })}
      >
        <div className="flex flex-col gap-2 border-b p-3">
          <div className="flex flex-wrap items-center gap-2">
            <SearchInput
              label="Search parts"
              placeholder="Part name"
              value={url.part}
              onValueChange={(part) => setUrl({ part })}
              className="min-w-44 flex-1"
            />
            <Select
              {...filter.field('active')}
              label="State"
              className="w-44"
              options={[
                { value: 'active', label: 'Active' },
                { value: 'inactive', label: 'Inactive' },
                { value: 'all', label: 'Active and inactive' },
              ]}
            />
            <Select
              label="Disk"
              value={url.disk || EVERY}
              onValueChange={(next) => setUrl({ disk: next === EVERY ? '' : next })}
              className="w-44"
              options={[
                { value: EVERY, label: 'All disks' },
                ...(first?.disks.map(({ name, tier }) => ({ value: name, label: `${name} (${tier})` })) ??
                  []),
              ]}
            />
            <Select
              label="Node"
              value={url.node || EVERY}
              onValueChange={(next) => setUrl({ node: next === EVERY ? '' : next })}
              className="w-44"
              options={[
                { value: EVERY, label: 'All nodes' },
                ...nodes.map(({ name }) => ({ value: name, label: name })),
              ]}
            />
            <Select
              {...filter.field('size')}
              label="Size"
              className="w-44"
              options={[any('Any size'), ...sizes]}
            />
            <Select
              {...filter.field('level')}
              label="Level"
              className="w-44"
              options={[any('Any level'), ...levels]}
            />
            <Select
              {...filter.field('age')}
              label="Age"
              className="w-44"
              options={[any('Any age'), ...ages]}
            />
          </div>
        </div>
        <DataTable
          label="Parts"
          columns={partColumnsOf(at.cluster, at)}
          rows={rows}
          getRowId={(row) => `${row.node} ${row.name} ${row.active}`}
          serverSorted
          sort={url.parts}
          onSortChange={(parts) => setUrl({ parts })}
          totalCount={first ? Number(first.total) : undefined}
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
          empty={<p className="p-6 text-center text-ink-3 text-sm">No matching parts. Change the filters.</p>}
        />
      </Panel>
    </>
  )
}

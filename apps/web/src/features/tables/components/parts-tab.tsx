'use client'
import { partAges, partSizes } from '@frostline/domain'
import { DataTable, Panel, SearchInput, Select } from '@frostline/ui'
import { useDeferredValue } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { bind } from '@/form/use-form.ts'
import { choiceParam, sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { partColumnsOf } from './part-columns.tsx'
import { PartShapes } from './part-shapes.tsx'

const levels = [
  { value: 'fresh', label: 'Level 0, never merged', maxLevel: 0 },
  { value: 'merged', label: 'Level 1 and up', minLevel: 1 },
]

const DAY = 86_400

const sizes = partSizes.map(({ id, label, minBytes, maxBytes }) => ({
  value: id,
  label,
  ...(minBytes === null ? {} : { minBytes }),
  ...(maxBytes === null ? {} : { maxBytes }),
}))

const ages = [
  ...partAges.map(({ id, label, minAgeSeconds, maxAgeSeconds }) => ({
    value: id,
    label: `Changed: ${label.toLowerCase()}`,
    ...(minAgeSeconds === null ? {} : { minAgeSeconds }),
    ...(maxAgeSeconds === null ? {} : { maxAgeSeconds }),
  })),
  { value: 'day', label: 'Changed in the last day', maxAgeSeconds: DAY },
  { value: 'older', label: 'Changed over a day ago', minAgeSeconds: DAY },
]

interface PartChoice {
  part: string
  partition: string
  disk: string
  node: string
  active: 'active' | 'inactive' | 'all'
  size: string
  level: string
  age: string
}

/** The filter of the parts grid for the API, without `any` and empty choices. */
function partFilter(choice: PartChoice) {
  const pick = <Option extends { value: string; label: string }>(
    options: readonly Option[],
    value: string,
  ) => {
    const {
      value: _value,
      label: _label,
      ...limits
    } = options.find((option) => option.value === value) ?? { value, label: '' }
    return limits
  }
  return {
    search: choice.part,
    active: choice.active,
    ...(choice.partition ? { partitionId: choice.partition } : {}),
    ...(choice.disk ? { disk: choice.disk } : {}),
    ...(choice.node ? { node: choice.node } : {}),
    ...pick(sizes, choice.size),
    ...pick(levels, choice.level),
    ...pick(ages, choice.age),
  }
}

const sorts = ['partition', 'name', 'bytes', 'rows', 'level', 'modified'] as const
/** No filter, as a Select value, which cannot be empty. No database, disk or node can have this name. */
const EVERY = '\u0000every'

const params = {
  part: textParam(),
  partition: textParam(),
  disk: textParam(),
  node: textParam(),
  active: choiceParam(['active', 'inactive', 'all'] as const, 'active'),
  size: choiceParam(['any', ...sizes.map(({ value }) => value)], 'any'),
  level: choiceParam(['any', ...levels.map(({ value }) => value)], 'any'),
  age: choiceParam(['any', ...ages.map(({ value }) => value)], 'any'),
  parts: sortParam(sorts, { id: 'partition', desc: false }),
}

/** Every part of the table on all nodes, filtered and sorted by the servers. */
export function PartsTab({ at }: { at: ClusterTable }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const [url, setUrl] = useUrlState(params)
  const search = useDeferredValue(url.part)
  const input = {
    ...at,
    ...partFilter({ ...url, part: search }),
    sort: sorts.find((id) => id === url.parts?.id) ?? 'partition',
    direction: url.parts?.desc ? ('desc' as const) : ('asc' as const),
    limit: 200,
  }
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

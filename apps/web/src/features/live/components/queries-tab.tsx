'use client'
import { DataTable, EmptyState, Panel, SearchInput, Select, Switch } from '@frostline/ui'
import { useMemo, useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { emptyUnlessAway } from '@/features/status/empty-unless-away.ts'
import { late } from '@/navigation/late.tsx'
import { choiceParam, flagParam, sortParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeCut, describeShown } from '../describe-live.ts'
import { filterStatements } from '../filter-statements.ts'
import type { LiveStatement, useLive } from '../hooks/use-live.ts'
import { queryColumns } from './query-columns.tsx'

const KillQuery = late(async () => (await import('./kill-query.tsx')).KillQuery)
const QueryDrawer = late(async () => (await import('./query-drawer.tsx')).QueryDrawer)

const ages = [
  { value: '0', label: 'Any age' },
  { value: '1', label: 'Over 1 s' },
  { value: '10', label: 'Over 10 s' },
  { value: '60', label: 'Over 1 m' },
  { value: '600', label: 'Over 10 m' },
] as const
const everyNode = '\u0000every'
const sorts = ['node', 'user', 'age', 'store', 'hits', 'read', 'memory'] as const

const params = {
  search: textParam(),
  node: textParam(),
  age: choiceParam(
    ages.map(({ value }) => value),
    '0',
  ),
  store: flagParam(),
  others: flagParam(),
  sort: sortParam(sorts, { id: 'age', desc: true }),
}

export function QueriesTab({ cluster, query }: { cluster: string; query: ReturnType<typeof useLive> }) {
  const [url, setUrl] = useUrlState(params)
  const [opened, setOpened] = useState<LiveStatement | null>(null)
  const [killing, setKilling] = useState<LiveStatement | null>(null)
  const operator = useRoleAllows('operator')
  const { rows: all = [], cut = [] } = query.data?.data.queries ?? {}
  const coverage = query.data?.data.coverage ?? { missingNodes: [] }
  const rows = filterStatements(all, { ...url, text: url.search, minAgeSeconds: Number(url.age) })
  const columns = useMemo(
    () => queryColumns({ open: setOpened, kill: operator ? setKilling : null }),
    [operator],
  )
  return (
    <Panel
      title="Queries"
      description={
        all.length > 0 || query.data?.data.coverage.complete ? describeShown(rows.length, all.length) : ' '
      }
      flush
      minHeightPx={320}
      {...panelFromQuery(query, { task: 'read the running queries' })}
      footer={describeCut(cut, 'queries')}
    >
      <search
        aria-label="Filter queries"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b p-3"
      >
        <SearchInput
          label="Text, user or query ID"
          placeholder="Text, user or query ID"
          className="min-w-44 flex-1"
          value={url.search}
          maxLength={200}
          onValueChange={(search) => setUrl({ search })}
        />
        <Select
          label="Node"
          className="w-44"
          value={url.node || everyNode}
          options={[
            { value: everyNode, label: 'All nodes' },
            ...(query.data?.nodes ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
          onValueChange={(node) => setUrl({ node: node === everyNode ? '' : node })}
        />
        <Select
          label="Age"
          className="w-32"
          value={url.age}
          options={ages}
          onValueChange={(age) => setUrl({ age })}
        />
        <Switch checked={url.store} onCheckedChange={(store) => setUrl({ store })}>
          Uses object storage
        </Switch>
        <Switch checked={url.others} onCheckedChange={(others) => setUrl({ others })}>
          Hide Frostline
        </Switch>
      </search>
      <DataTable
        label="Queries"
        columns={columns}
        rows={rows}
        getRowId={(row) => JSON.stringify([row.node, row.queryId, row.fingerprint])}
        sort={url.sort}
        onSortChange={(sort) => setUrl({ sort })}
        empty={
          all.length > 0 ? (
            <EmptyState title="No query matches the filters" />
          ) : (
            <EmptyState
              {...emptyUnlessAway(coverage, {
                title: 'No running queries',
                children:
                  'Queries appear here while they run. Finished queries are under Cold queries on the Cache page.',
              })}
            />
          )
        }
      />
      <QueryDrawer
        cluster={cluster}
        statement={opened}
        onClose={() => setOpened(null)}
        onKill={
          operator
            ? (statement) => {
                setOpened(null)
                setKilling(statement)
              }
            : null
        }
      />
      <KillQuery cluster={cluster} statement={killing} onClose={() => setKilling(null)} />
    </Panel>
  )
}

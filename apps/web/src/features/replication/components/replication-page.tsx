'use client'
import { DataTable, formatCountOf, Panel, SearchInput, Stat, StatRow, Switch } from '@frostline/ui'
import { useDeferredValue } from 'react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { flagParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { type ReplicationList, useReplication } from '../hooks/use-replication.ts'
import { nodeColumns } from './node-columns.tsx'
import { ReplicaSetCard } from './replica-set-card.tsx'
import { ShowMore } from './show-more.tsx'

const params = { q: textParam(), problems: flagParam() }

/** The replicas of every table, worst first, and the nodes with their Keeper sessions. */
export function ReplicationPage({ cluster }: { cluster: string }) {
  const [{ q, problems }, setUrl] = useUrlState(params)
  const search = useDeferredValue(q)
  const query = useReplication(cluster, { search, problemsOnly: problems })
  const first = query.data?.pages[0]?.data
  const sets = query.data?.pages.flatMap(({ data }) => data.sets) ?? []
  const away = first?.coverage.missingNodes ?? []
  const panel = panelFromInfinite(query, {
    task: 'read the replicas of this cluster',
    empty: ({ data }) => (data.tables > 0 || away.length > 0 ? null : nothingReplicated),
  })
  return (
    <>
      <PageHeader
        title="Replication"
        description="Replicas of each table: data, delay, and whether they accept writes."
      />
      <div className="flex flex-col gap-4">
        {first && first.tables > 0 ? <Sums data={first} /> : null}
        <Panel
          title="Nodes"
          flush
          {...panel}
          state={panel.state?.kind === 'empty' ? { kind: 'ready' } : panel.state}
        >
          <DataTable
            label="Replication by node"
            columns={nodeColumns(cluster)}
            rows={first?.byNode ?? []}
            getRowId={(row) => row.node}
          />
        </Panel>
        <Panel
          title={first ? `Tables (${first.total.toLocaleString('en-US')})` : 'Tables'}
          description="One row per table and shard, worst first."
          flush
          minHeightPx={240}
          {...panel}
        >
          <div className="flex flex-wrap items-center gap-2 border-b p-3">
            <SearchInput
              label="Search tables"
              placeholder="database.table"
              value={q}
              onValueChange={(next) => setUrl({ q: next })}
              className="min-w-52 flex-1"
            />
            <Switch checked={problems} onCheckedChange={(next) => setUrl({ problems: next })}>
              Problems only
            </Switch>
          </div>
          <ul aria-label="Replicated tables" className="divide-y" aria-busy={query.isPlaceholderData}>
            {sets.map((set) => (
              <li key={`${set.keeperPath} ${set.shards.join()}`}>
                <ReplicaSetCard cluster={cluster} set={set} titled />
              </li>
            ))}
          </ul>
          {first && sets.length === 0 ? (
            <p className="p-6 text-center text-ink-3 text-sm">
              {problems && q === ''
                ? away.length === 0
                  ? 'No problems found.'
                  : `No problems on the nodes that responded. Unknown: ${away.join(', ')}.`
                : q !== '' || away.length === 0
                  ? 'No table matches.'
                  : `No replicated tables on the nodes that responded. Unknown: ${away.join(', ')}.`}
            </p>
          ) : null}
          <ShowMore pages={query} />
        </Panel>
      </div>
    </>
  )
}

const nothingReplicated = {
  title: 'No replicated tables',
  children: 'This cluster has no ReplicatedMergeTree tables.',
}

function Sums({ data }: { data: ReplicationList }) {
  const seen = data.byNode.flatMap(({ figures }) => (figures ? [figures] : []))
  const away = data.byNode.length - seen.length
  const sum = (of: (figures: (typeof seen)[number]) => number) =>
    seen.reduce((all, each) => all + of(each), 0)
  const least = away > 0 ? 'at least ' : ''
  const sessions = seen.filter(({ keeper }) => keeper.connected === false).length
  const readOnly = sum((each) => each.readOnly)
  return (
    <StatRow>
      <Stat
        label="Replicated tables"
        value={data.tables.toLocaleString('en-US')}
        note={
          away > 0
            ? `${formatCountOf(away, 'node')} did not respond`
            : `on ${formatCountOf(seen.length, 'node')}`
        }
      />
      <Stat
        label="Read-only replicas"
        value={
          <span className={readOnly > 0 ? 'text-danger-ink' : undefined}>
            {readOnly.toLocaleString('en-US')}
          </span>
        }
        note={
          sessions > 0
            ? `Keeper session expired on ${formatCountOf(sessions, 'node')}`
            : `${least}of ${sum((each) => each.tables)}`
        }
      />
      <Stat
        label="Critical"
        value={data.bySeverity.critical.toLocaleString('en-US')}
        note={`${data.bySeverity.warning} with a warning`}
      />
      <Stat
        label="Queue"
        value={sum((each) => each.queueEntries).toLocaleString('en-US')}
        note={`${sum((each) => each.failingEntries)} failed, ${sum((each) => each.fetches)} fetches under way`}
      />
      <Stat
        label="Mutations pending"
        value={sum((each) => each.pendingMutations).toLocaleString('en-US')}
        note="over all nodes"
      />
    </StatRow>
  )
}

'use client'
import {
  Button,
  Bytes,
  CodeBlock,
  Count,
  DataTable,
  Drawer,
  EmptyState,
  formatCount,
  formatCountOf,
  formatDuration,
  formatPercent,
  KeyValueList,
  Panel,
  RelativeTime,
  Select,
} from '@frostline/ui'
import { useState } from 'react'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type ColdQuery, useColdQueries } from '../hooks/use-cold-queries.ts'
import { coldQueryColumns } from './cold-query-columns.tsx'

const hoursChoices = ['1', '6', '24', '72', '168'] as const
const params = { hours: choiceParam(hoursChoices, '24') }
const hoursLabels = {
  1: 'Last hour',
  6: 'Last 6 hours',
  24: 'Last day',
  72: 'Last 3 days',
  168: 'Last 7 days',
}

/** The queries that read the most from object storage, on request. */
export function ColdQueriesTab({ cluster }: { cluster: string }) {
  const [{ hours }, setUrl] = useUrlState(params)
  const query = useColdQueries(cluster, Number(hours))
  const [opened, setOpened] = useState<ColdQuery | null>(null)
  const look = () => void query.refetch()
  const { queries = [], nodesWithoutLog = [], found = 0 } = query.data?.data ?? {}
  const asked = query.data !== undefined || query.isFetching || query.error !== null
  return (
    <Panel
      title="Cold queries"
      description="Queries that read most from object storage, from the query_log of each node. Queries that differ only in literals count as one."
      flush
      minHeightPx={280}
      actions={
        <Select
          label="Time"
          size="sm"
          className="w-36"
          value={hours}
          onValueChange={(next) => setUrl({ hours: next })}
          options={hoursChoices.map((value) => ({ value, label: hoursLabels[value] }))}
        />
      }
      {...(asked
        ? panelFromQuery(query, {
            task: 'read the query logs',
            empty: () =>
              queries.length > 0
                ? null
                : {
                    title: 'No queries read from object storage',
                    children:
                      nodesWithoutLog.length > 0
                        ? `In this time range, on nodes with a query_log. ${nodesWithoutLog.join(', ')} have none.`
                        : 'In this time range, on the nodes that responded.',
                  },
          })
        : {})}
      footer={
        asked && queries.length > 0 ? describeBounds(queries.length, found, nodesWithoutLog) : undefined
      }
    >
      {asked ? (
        <DataTable
          label="Cold queries"
          columns={coldQueryColumns(setOpened)}
          rows={queries}
          getRowId={(row) => `${row.hash} ${row.initial}`}
        />
      ) : (
        <EmptyState
          title="Not read yet"
          action={
            <Button variant="primary" onClick={look}>
              Read the query logs
            </Button>
          }
        >
          Each node reads its query_log once, for up to 30 seconds.
        </EmptyState>
      )}
      <ColdQueryDrawer query={opened} onClose={() => setOpened(null)} />
    </Panel>
  )
}

function describeBounds(shown: number, found: number, nodesWithoutLog: readonly string[]): string {
  const bounds =
    found > shown
      ? `Top ${formatCount(shown)} of ${formatCount(found)}.`
      : formatCountOf(found, 'query', 'queries').concat('.')
  const without = nodesWithoutLog.length > 0 ? ` No query_log on ${nodesWithoutLog.join(', ')}.` : ''
  return `${bounds} Each node lists its top 200.${without}`
}

/** Details of one query. Null: closed. */
function ColdQueryDrawer({ query, onClose }: { query: ColdQuery | null; onClose: () => void }) {
  return (
    <Drawer
      title="Cold query"
      description="Secrets are hidden by the server."
      open={query !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      {query ? (
        <div className="flex flex-col gap-5 p-5 text-sm">
          {query.initial ? null : (
            <p className="rounded-md bg-unknown-soft px-2.5 py-1.5 text-ink-2 text-xs">
              Sent by another node: the shard’s part of a query over a Distributed table.
            </p>
          )}
          <KeyValueList
            items={[
              { key: 'From the store', value: <Bytes value={query.storeBytes} /> },
              { key: 'From a cache', value: <Bytes value={query.cacheBytes} /> },
              {
                key: 'Hit ratio',
                value: query.hitRatio === null ? 'no cache used' : formatPercent(query.hitRatio),
              },
              { key: 'GETs', value: <Count value={query.storeRequests} /> },
              { key: 'Runs', value: <Count value={query.runs} /> },
              { key: 'Of these failed', value: <Count value={query.failed} /> },
              { key: 'Time, all runs', value: formatDuration(query.durationMs) },
              { key: 'Time, mean', value: formatDuration(query.durationMs / query.runs) },
              { key: 'Store bytes per run', value: <Bytes value={query.storeBytes / query.runs} /> },
              { key: 'Nodes', value: query.nodes.join(', ') },
              { key: 'Users', value: query.users.join(', ') },
              { key: 'Latest', value: <RelativeTime at={query.latestAt} /> },
            ]}
          />
          <CodeBlock code={query.latest} label="Most recent query" wrap />
        </div>
      ) : null}
    </Drawer>
  )
}

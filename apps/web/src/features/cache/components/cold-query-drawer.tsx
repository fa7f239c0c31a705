'use client'
import {
  Bytes,
  CodeBlock,
  Count,
  Drawer,
  formatDuration,
  formatPercent,
  KeyValueList,
  RelativeTime,
} from '@frostline/ui'
import type { ColdQuery } from '../hooks/use-cold-queries.ts'

/** All that is known of one query. Null: none is open. */
export function ColdQueryDrawer({ query, onClose }: { query: ColdQuery | null; onClose: () => void }) {
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
              { key: 'Store bytes a run', value: <Bytes value={query.storeBytes / query.runs} /> },
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

import { Bytes, Count, Panel, type PanelProps, StatusPill } from '@frostline/ui'
import type { NodeDetail } from '../hooks/use-nodes.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

const uses: Record<string, string> = {
  query_log: 'Statements, and what they read.',
  part_log: 'Part moves and merges.',
  blob_storage_log: 'Writes and deletes on object storage. Created at the first entry.',
  filesystem_cache_log: 'Reads served from the cache. Created at the first entry.',
  metric_log: 'Server counters over time.',
  asynchronous_metric_log: 'Host metrics over time.',
}

/** Which explanatory log tables the node has. */
export function LogTablesPanel({ node, ...panel }: Props) {
  return (
    <Panel
      title="Log tables"
      description="Without a log table, its information is unknown."
      flush
      minHeightPx={200}
      {...panel}
    >
      <ul aria-label="Log tables" className="divide-y text-sm">
        {node?.figures?.logTables.map((table) => (
          <li key={table.name} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <div className="min-w-0">
              <p className="truncate font-mono text-xs">system.{table.name}</p>
              <p className="text-ink-3 text-xs">{uses[table.name]}</p>
            </div>
            <div className="shrink-0 text-right text-xs">
              <StatusPill tone={table.present ? 'ok' : 'unknown'}>
                {table.present ? 'present' : 'missing'}
              </StatusPill>
              {table.present && table.rows !== null ? (
                <p className="text-ink-3">
                  <Count value={table.rows} short /> rows, <Bytes value={table.bytes} />
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

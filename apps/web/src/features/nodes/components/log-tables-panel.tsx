import { Bytes, Count, Panel, type PanelProps, StatusPill } from '@frostline/ui'
import type { NodeDetail } from '../hooks/use-nodes.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

const uses: Record<string, string> = {
  query_log: 'Tells what a statement did and what it read.',
  part_log: 'Tells which parts moved and merged, and when.',
  blob_storage_log: 'Tells every write and delete on object storage. Made at its first entry.',
  filesystem_cache_log: 'Tells which reads the cache answered. Made at its first entry.',
  metric_log: 'Counters of the server over time.',
  asynchronous_metric_log: 'Figures of the machine over time.',
}

/** Which of the logs that explain things the node keeps. */
export function LogTablesPanel({ node, ...panel }: Props) {
  return (
    <Panel
      title="Log tables"
      description="Without one, what it would tell is not known."
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
                {table.present ? 'present' : 'not there'}
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

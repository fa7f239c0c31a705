'use client'
import {
  Count,
  column,
  type DataColumn,
  formatBytes,
  numberColumn,
  RelativeTime,
  StatusPill,
  Unknown,
} from '@frostline/ui'
import type { ReactNode } from 'react'
import { linkColumn } from '@/features/status/link-column.tsx'
import { routes } from '@/navigation/routes.ts'
import { formatDelay } from '../format-delay.ts'
import type { NodeReplication } from '../hooks/use-replication.ts'

type Figures = NonNullable<NodeReplication['figures']>

/** A figure of an unreachable node is unknown, never 0. */
const known = (row: NodeReplication, show: (figures: Figures) => ReactNode) =>
  row.figures === null ? <Unknown /> : show(row.figures)

export function nodeColumns(cluster: string): readonly DataColumn<NodeReplication>[] {
  return [
    linkColumn('node', 'Node', 170, (row) => ({ href: routes.node(cluster, row.node), text: row.node })),
    column('keeper', 'Keeper', 190, (row) =>
      row.figures === null ? <NoAnswer row={row} /> : <KeeperState figures={row.figures} />,
    ),
    numberColumn(
      'latency',
      'Latency',
      { minWidthPx: 105, description: 'Mean Keeper request time since the server started.' },
      (row) => known(row, ({ keeper }) => <Latency keeper={keeper} />),
    ),
    numberColumn(
      'sessions',
      'Sessions',
      {
        minWidthPx: 90,
        description: 'Keeper sessions since the server started. More than one means a lost session.',
      },
      (row) => known(row, ({ keeper }) => <Count value={keeper.sessions} />),
    ),
    numberColumn('tables', 'Tables', 80, (row) => known(row, ({ tables }) => <Count value={tables} />)),
    numberColumn('read-only', 'Read-only', 90, (row) =>
      known(row, ({ readOnly }) => (
        <span className={readOnly > 0 ? 'font-semibold text-danger-ink' : undefined}>
          <Count value={readOnly} />
        </span>
      )),
    ),
    numberColumn('delay', 'Max delay', 100, (row) =>
      known(row, ({ maxDelaySeconds }) => formatDelay(maxDelaySeconds)),
    ),
    numberColumn(
      'queue',
      'Queue',
      { minWidthPx: 90, description: 'Entries of the replication queues, and how many of them failed.' },
      (row) =>
        known(row, ({ queueEntries, failingEntries }) => (
          <>
            <Count value={queueEntries} />
            {failingEntries > 0 ? <span className="text-danger-ink">, {failingEntries} failed</span> : null}
          </>
        )),
    ),
    numberColumn('fetches', 'Fetches', 110, (row) =>
      known(row, ({ fetches, fetchBytesPerSecond }) =>
        fetches === 0 ? '0' : `${fetches}, ${formatBytes(Math.round(fetchBytesPerSecond))}/s`,
      ),
    ),
    numberColumn('mutations', 'Mutations', { minWidthPx: 90, description: 'Pending mutations.' }, (row) =>
      known(row, ({ pendingMutations }) => <Count value={pendingMutations} />),
    ),
  ]
}

function NoAnswer({ row }: { row: NodeReplication }) {
  return (
    <StatusPill tone="unknown" title={row.message ?? undefined}>
      Node not responding
    </StatusPill>
  )
}

function KeeperState({ figures: { keeper } }: { figures: Figures }) {
  if (keeper.connected === null) return <span className="text-ink-3 text-xs">not used</span>
  if (keeper.connected) return <StatusPill tone="ok">Connected</StatusPill>
  return (
    <StatusPill tone="danger">
      No session
      {keeper.lostAt ? (
        <span className="text-ink-3">
          since <RelativeTime at={keeper.lostAt} />
        </span>
      ) : null}
    </StatusPill>
  )
}

function Latency({ keeper }: { keeper: Figures['keeper'] }) {
  if (keeper.requests === 0n) return <span className="text-ink-3">no requests</span>
  const milliseconds = Number(keeper.waitMicroseconds) / Number(keeper.requests) / 1000
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

'use client'
import { Count, type DataColumn, formatBytes, RelativeTime, StatusPill, Unknown } from '@frostline/ui'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { routes } from '@/navigation/routes.ts'
import { formatDelay } from '../format-delay.ts'
import type { NodeReplication } from '../hooks/use-replication.ts'

type Figures = NonNullable<NodeReplication['figures']>

/** A figure of a node that did not answer is not known, never 0. */
const known = (row: NodeReplication, show: (figures: Figures) => ReactNode) =>
  row.figures === null ? <Unknown /> : show(row.figures)

export function nodeColumns(cluster: string): readonly DataColumn<NodeReplication>[] {
  return [
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 170,
      cell: (row) => (
        <Link href={routes.node(cluster, row.node)} className="truncate font-mono text-xs hover:underline">
          {row.node}
        </Link>
      ),
    },
    {
      id: 'keeper',
      header: 'Keeper',
      minWidthPx: 190,
      cell: (row) => (row.figures === null ? <NoAnswer row={row} /> : <KeeperState figures={row.figures} />),
    },
    {
      id: 'latency',
      header: 'Latency',
      description: 'Mean Keeper request time since the server started.',
      align: 'end',
      minWidthPx: 105,
      grow: 0,
      cell: (row) => known(row, ({ keeper }) => <Latency keeper={keeper} />),
    },
    {
      id: 'sessions',
      header: 'Sessions',
      description: 'Keeper sessions since the server started. More than one means a lost session.',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => known(row, ({ keeper }) => <Count value={keeper.sessions} />),
    },
    {
      id: 'tables',
      header: 'Tables',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (row) => known(row, ({ tables }) => <Count value={tables} />),
    },
    {
      id: 'read-only',
      header: 'Read-only',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) =>
        known(row, ({ readOnly }) => (
          <span className={readOnly > 0 ? 'font-semibold text-danger-ink' : undefined}>
            <Count value={readOnly} />
          </span>
        )),
    },
    {
      id: 'delay',
      header: 'Max delay',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => known(row, ({ maxDelaySeconds }) => formatDelay(maxDelaySeconds)),
    },
    {
      id: 'queue',
      header: 'Queue',
      description: 'Entries of the replication queues, and how many of them failed.',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) =>
        known(row, ({ queueEntries, failingEntries }) => (
          <>
            <Count value={queueEntries} />
            {failingEntries > 0 ? <span className="text-danger-ink">, {failingEntries} failed</span> : null}
          </>
        )),
    },
    {
      id: 'fetches',
      header: 'Fetches',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: (row) =>
        known(row, ({ fetches, fetchBytesPerSecond }) =>
          fetches === 0 ? '0' : `${fetches}, ${formatBytes(Math.round(fetchBytesPerSecond))}/s`,
        ),
    },
    {
      id: 'mutations',
      header: 'Mutations',
      description: 'Pending mutations.',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => known(row, ({ pendingMutations }) => <Count value={pendingMutations} />),
    },
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

'use client'
import { Bytes, Count, type DataColumn, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { InsertQueue } from '../hooks/use-insert-queues.ts'
import { FlushButton } from './flush-button.tsx'

export function queueColumns(cluster: string, operator: boolean): readonly DataColumn<InsertQueue>[] {
  return [
    {
      id: 'table',
      header: 'Distributed table',
      minWidthPx: 180,
      hideable: false,
      sortValue: (row) => `${row.database}.${row.table}`,
      cell: (row) => (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="truncate font-mono text-xs hover:underline"
        >
          {row.database}.{row.table}
        </Link>
      ),
    },
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 160,
      sortValue: (row) => row.node,
      cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
    },
    {
      id: 'files',
      header: 'Files',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.files,
      cell: (row) => <Count value={row.files} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.bytes,
      cell: (row) => <Bytes value={row.bytes} />,
    },
    {
      id: 'broken',
      header: 'Set aside',
      description:
        'Files that the server could not send and no longer retries. They are kept in a folder named broken.',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.brokenFiles,
      cell: (row) =>
        row.brokenFiles === 0n ? (
          <Count value={0n} />
        ) : (
          <span className="font-medium text-danger-ink">
            <Count value={row.brokenFiles} />
          </span>
        ),
    },
    {
      id: 'errors',
      header: 'Failed attempts',
      align: 'end',
      minWidthPx: 116,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.errors,
      cell: (row) => <Count value={row.errors} />,
    },
    {
      id: 'state',
      header: 'Last error',
      minWidthPx: 240,
      grow: 2,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2 text-xs">
          {row.blocked ? (
            <span
              className="shrink-0 font-medium text-warn-ink"
              title="SYSTEM STOP DISTRIBUTED SENDS is in effect on this node."
            >
              Sends stopped
            </span>
          ) : null}
          {row.lastError === null ? (
            <span className="text-ink-3">none</span>
          ) : (
            <>
              <span className="truncate" title={row.lastError}>
                {row.lastError}
              </span>
              {row.lastErrorAt ? (
                <span className="shrink-0 text-ink-3">
                  <RelativeTime at={row.lastErrorAt} />
                </span>
              ) : null}
            </>
          )}
        </span>
      ),
    },
    ...(operator
      ? [
          {
            id: 'flush',
            header: 'Send now',
            align: 'end',
            minWidthPx: 110,
            grow: 0,
            hideable: false,
            cell: (row) => <FlushButton cluster={cluster} queue={row} />,
          } satisfies DataColumn<InsertQueue>,
        ]
      : []),
  ]
}

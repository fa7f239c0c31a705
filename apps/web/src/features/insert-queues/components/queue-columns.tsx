'use client'
import {
  bytesColumn,
  Count,
  column,
  countColumn,
  type DataColumn,
  monoColumn,
  numberColumn,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { InsertQueue } from '../hooks/use-insert-queues.ts'
import { FlushButton } from './flush-button.tsx'

export function queueColumns(cluster: string, operator: boolean): readonly DataColumn<InsertQueue>[] {
  return [
    column(
      'table',
      'Distributed table',
      { minWidthPx: 180, hideable: false, sortValue: (row) => `${row.database}.${row.table}` },
      (row) => (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="truncate font-mono text-xs hover:underline"
        >
          {row.database}.{row.table}
        </Link>
      ),
    ),
    monoColumn('node', 'Node', { minWidthPx: 160, sorted: true }, (row) => row.node),
    countColumn('files', 'Files', { minWidthPx: 80, sorted: true }, (row) => row.files),
    bytesColumn('bytes', 'Bytes', { minWidthPx: 100, sorted: true }, (row) => row.bytes),
    numberColumn(
      'broken',
      'Set aside',
      {
        minWidthPx: 100,
        description:
          'Files that the server could not send and no longer retries. They are kept in a folder named broken.',
        sortValue: (row) => row.brokenFiles,
      },
      (row) =>
        row.brokenFiles === 0n ? (
          <Count value={0n} />
        ) : (
          <span className="font-medium text-danger-ink">
            <Count value={row.brokenFiles} />
          </span>
        ),
    ),
    countColumn('errors', 'Failed attempts', { minWidthPx: 116, sorted: true }, (row) => row.errors),
    column('state', 'Last error', { minWidthPx: 240, grow: 2 }, (row) => (
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
    )),
    ...(operator
      ? [
          numberColumn('flush', 'Send now', { minWidthPx: 110, hideable: false }, (row) => (
            <FlushButton cluster={cluster} queue={row} />
          )) satisfies DataColumn<InsertQueue>,
        ]
      : []),
  ]
}

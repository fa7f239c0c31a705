'use client'
import {
  Button,
  bytesColumn,
  CodeBlock,
  ConfirmDialog,
  Count,
  column,
  countColumn,
  type DataColumn,
  formatBytes,
  formatCountOf,
  monoColumn,
  numberColumn,
  RelativeTime,
  showToast,
} from '@frostline/ui'
import { tableColumn } from '@/features/status/link-column.tsx'
import { showFailure } from '@/trpc/show-failure.ts'
import { type InsertQueue, useFlush } from '../hooks/use-insert-queues.ts'

export function queueColumns(cluster: string, operator: boolean): readonly DataColumn<InsertQueue>[] {
  return [
    tableColumn(cluster, { header: 'Distributed table', minWidthPx: 180, hideable: false }),
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
    countColumn(
      'errors',
      'Failed attempts',
      { minWidthPx: 116, sorted: true, description: 'Since the node started.' },
      (row) => row.errors,
    ),
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

/** Flushes the table's queue on the node. */
function FlushButton({ cluster, queue }: { cluster: string; queue: InsertQueue }) {
  const flush = useFlush()
  const { database, table, node } = queue
  const name = `${database}.${table}`
  const run = async () => {
    try {
      const { complete, nodes } = await flush.mutateAsync({ cluster, database, table, nodes: [node] })
      showToast({
        tone: complete ? 'success' : 'error',
        title: complete
          ? `Nothing is queued for ${name} on ${node}`
          : `${name} still has rows queued on ${node}`,
        description: complete ? undefined : nodes.map(({ message }) => message).join(' '),
      })
    } catch (error) {
      showFailure(error, `flush ${name}`)
    }
  }
  return (
    <ConfirmDialog
      title={`Send ${formatBytes(queue.bytes)} of ${name} now?`}
      description={`${node} sends ${formatCountOf(queue.files, 'file')} to the shards now and waits for each. Files that a shard rejects stay queued.`}
      confirmLabel="Send now"
      cancelLabel="Cancel"
      onConfirm={run}
      trigger={
        <Button
          size="sm"
          disabled={queue.files === 0n}
          busy={flush.isPending}
          aria-label={`Send now: ${name} on ${node}`}
        >
          Flush
        </Button>
      }
    >
      <CodeBlock label={`Statement to ${node}`} code={`-- On ${node}\n${queue.flushSql};`} wrap />
    </ConfirmDialog>
  )
}

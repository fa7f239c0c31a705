'use client'
import { Button, CodeBlock, ConfirmDialog, formatBytes, formatCountOf, showToast } from '@frostline/ui'
import { tellFailure } from '@/trpc/tell-failure.ts'
import { type InsertQueue, useFlush } from '../hooks/use-insert-queues.ts'

/** Has the node send on what the table has queued there. */
export function FlushButton({ cluster, queue }: { cluster: string; queue: InsertQueue }) {
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
      tellFailure(error, `flush ${name}`)
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

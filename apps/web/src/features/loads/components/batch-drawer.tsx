'use client'
import { CodeBlock, Drawer, formatCountOf, RelativeTime } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import type { LoadDetail } from '../load.ts'

interface BatchDrawerProps {
  load: LoadDetail
  /** Null: closed. */
  ordinal: number | null
  onClose: () => void
}

/** The statements of a batch with their outcomes, and what it published. */
export function BatchDrawer({ load, ordinal, onClose }: BatchDrawerProps) {
  return (
    <Drawer
      title={ordinal === null ? 'Batch' : `Batch ${ordinal + 1}`}
      description="Statements as sent, with hidden keys."
      open={ordinal !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-4xl"
    >
      {ordinal === null ? null : <BatchBody id={load.id} ordinal={ordinal} />}
    </Drawer>
  )
}

function BatchBody({ id, ordinal }: { id: string; ordinal: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.loads.batch.queryOptions({ id, ordinal }))
  if (!query.data) return <WithoutData query={query} task="read the batch" className="p-5" />
  const { statements, publishes } = query.data
  return (
    <div className="flex flex-col gap-5 p-5 text-sm">
      <section className="flex flex-col gap-3">
        <h3 className="font-medium">Read statements</h3>
        {statements.length === 0 ? <p className="text-ink-3">None sent yet.</p> : null}
        {statements.map((statement) => (
          <article key={statement.queryId} className="flex flex-col gap-1.5">
            <p className="break-words text-xs">
              Attempt {statement.attempt} on <span className="font-mono">{statement.nodeName}</span>,{' '}
              {statement.status} <RelativeTime at={statement.endedAt ?? statement.sentAt} />, query_id{' '}
              <span className="font-mono">{statement.queryId}</span>
            </p>
            <CodeBlock code={statement.sql} label={`Statement ${statement.queryId}`} wrap />
            {statement.error ? (
              <p className="break-words text-danger-ink text-xs">{statement.error}</p>
            ) : null}
          </article>
        ))}
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">Published partitions</h3>
        {publishes.length === 0 ? <p className="text-ink-3">None yet.</p> : null}
        <ul className="flex flex-col gap-1 text-xs">
          {publishes.map((publish) => (
            <li key={`${publish.nodeName} ${publish.tableKind} ${publish.partitionId}`}>
              <span className="font-mono">{publish.partitionId}</span> on{' '}
              <span className="font-mono">{publish.nodeName}</span>: {formatCountOf(publish.rows, 'row')},{' '}
              {publish.presentRows > 0n ? `${formatCountOf(publish.presentRows, 'row')} before, ` : ''}
              {publish.publishedAt ? <RelativeTime at={publish.publishedAt} /> : 'under way'}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

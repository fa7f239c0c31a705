'use client'
import { CodeBlock, Drawer, RelativeTime } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import type { GenerationDetail } from '../generation.ts'

interface ChunkDrawerProps {
  generation: GenerationDetail
  /** Null: closed. */
  ordinal: number | null
  onClose: () => void
}

/** One statement with the result of its last attempt. */
export function ChunkDrawer({ generation, ordinal, onClose }: ChunkDrawerProps) {
  return (
    <Drawer
      title={ordinal === null ? 'Statement' : `Statement ${ordinal + 1}`}
      description="As last sent, with hidden keys."
      open={ordinal !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-4xl"
    >
      {ordinal === null ? null : <ChunkBody generation={generation} ordinal={ordinal} />}
    </Drawer>
  )
}

function ChunkBody({ generation, ordinal }: { generation: GenerationDetail; ordinal: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dataGenerations.chunk.queryOptions({ id: generation.id, ordinal }))
  const chunk = query.data
  if (!chunk) return <WithoutData query={query} task="read the statement" className="p-5" />
  return (
    <div className="flex flex-col gap-3 p-5 text-sm">
      {chunk.queryId === null ? (
        <p className="text-ink-3">Not sent yet.</p>
      ) : (
        <p className="break-words text-xs">
          Attempt {chunk.attempts} on <span className="font-mono">{chunk.nodeName}</span>,{' '}
          <RelativeTime at={chunk.sentAt} />, query_id <span className="font-mono">{chunk.queryId}</span>
        </p>
      )}
      {chunk.sql ? <CodeBlock code={chunk.sql} label="Statement" wrap /> : null}
      {chunk.sql === null && chunk.queryId !== null && generation.kind === 'query' ? (
        <p className="text-ink-3">Only admins can see the text of the query.</p>
      ) : null}
      {chunk.error ? <p className="break-words text-danger-ink text-xs">{chunk.error}</p> : null}
    </div>
  )
}

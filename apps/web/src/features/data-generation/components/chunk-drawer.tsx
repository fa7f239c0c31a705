'use client'
import { CodeBlock, Drawer, RelativeTime } from '@frostline/ui'
import type { GenerationChunk } from '../generation.ts'

interface ChunkDrawerProps {
  /** Null: none is open. */
  chunk: GenerationChunk | null
  /** Its text is for admins. */
  hidden: boolean
  onClose: () => void
}

/** One statement as it was sent last. */
export function ChunkDrawer({ chunk, hidden, onClose }: ChunkDrawerProps) {
  return (
    <Drawer
      title={chunk === null ? 'Statement' : `Statement ${chunk.ordinal + 1}`}
      description="As it was sent last, with the keys hidden."
      open={chunk !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-4xl"
    >
      {chunk === null ? null : (
        <div className="flex flex-col gap-3 p-5 text-sm">
          {chunk.queryId === null ? (
            <p className="text-ink-3">It was not sent yet.</p>
          ) : (
            <p className="break-words text-xs">
              Attempt {chunk.attempts} on <span className="font-mono">{chunk.nodeName}</span>,{' '}
              <RelativeTime at={chunk.sentAt} />, query_id <span className="font-mono">{chunk.queryId}</span>
            </p>
          )}
          {chunk.sql ? <CodeBlock code={chunk.sql} label="Statement" wrap /> : null}
          {chunk.queryId !== null && chunk.sql === null && hidden ? (
            <p className="text-ink-3">The text of a query is for admins.</p>
          ) : null}
          {chunk.error ? <p className="break-words text-danger-ink text-xs">{chunk.error}</p> : null}
        </div>
      )}
    </Drawer>
  )
}

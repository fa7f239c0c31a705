'use client'
import { Bytes, CodeBlock, Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { ObjectAt } from '../source.ts'

/** The first 64 KiB as they lie in the store, read by the console. */
export function TextTab({ at }: { at: ObjectAt }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.sources.previewText.queryOptions(at, { retry: false, refetchOnWindowFocus: false }),
  )
  const read = query.data
  return (
    <div className="pt-3">
      <Panel
        title="Raw text"
        minHeightPx={200}
        {...panelFromQuery(query, {
          task: 'read the object',
          empty: ({ sizeBytes }) => (sizeBytes > 0n ? null : { title: 'The object is empty' }),
        })}
        footer={
          read ? (
            <>
              <Bytes value={BigInt(read.readBytes)} /> of <Bytes value={read.sizeBytes} />
              {read.contentType ? `, ${read.contentType}` : ''}
            </>
          ) : undefined
        }
      >
        {read?.looksBinary ? (
          <p className="mb-3 text-ink-2 text-sm">Not plain text. It may be compressed or a binary format.</p>
        ) : null}
        {read ? (
          <CodeBlock code={read.text} language="text" label="Text of the object" className="max-h-128" />
        ) : null}
      </Panel>
    </div>
  )
}

'use client'
import { CodeBlock, Drawer, RelativeTime } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import type { WarmupDetail } from '../warmup.ts'

interface StepDrawerProps {
  warmup: WarmupDetail
  /** Null: closed. */
  ordinal: number | null
  onClose: () => void
}

/** One partition on one node, with its statement and the result of the last read. */
export function StepDrawer({ warmup, ordinal, onClose }: StepDrawerProps) {
  return (
    <Drawer
      title="Partition"
      description="Both reads send the same statement. Its result is not used."
      open={ordinal !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      className="max-w-4xl"
    >
      {ordinal === null ? null : <StepBody id={warmup.id} ordinal={ordinal} />}
    </Drawer>
  )
}

function StepBody({ id, ordinal }: { id: string; ordinal: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.cacheWarmups.step.queryOptions({ id, ordinal }))
  const step = query.data
  if (!step) return <WithoutData query={query} task="read the partition" className="p-5" />
  return (
    <div className="flex flex-col gap-3 p-5 text-sm">
      <p className="break-words">
        <span className="font-mono">{step.partitionId}</span> on{' '}
        <span className="font-mono">{step.nodeName}</span>, into{' '}
        <span className="font-mono">{step.cacheName}</span>
      </p>
      {step.queryId === null || step.sentAt === null ? (
        <p className="text-ink-3">{step.attempts === 0 ? 'Not sent yet.' : 'The next read is pending.'}</p>
      ) : (
        <p className="break-words text-xs">
          Reading {step.reading}, attempt {step.attempts}, <RelativeTime at={step.sentAt} />, query_id{' '}
          <span className="font-mono">{step.queryId}</span>
        </p>
      )}
      {step.sql === null ? (
        <p className="text-ink-3">It has a condition. Only admins can see its text.</p>
      ) : (
        <CodeBlock code={step.sql} label="Statement" wrap />
      )}
      {step.error ? <p className="break-words text-danger-ink text-xs">{step.error}</p> : null}
    </div>
  )
}

import { RelativeTime } from '@frostline/ui'

/** When something is due; an estimate is marked as one. */
export function DueTime({ dueAt, estimatedAt }: { dueAt: Date | null; estimatedAt: Date | null }) {
  if (dueAt) return <RelativeTime at={dueAt} />
  if (!estimatedAt) return '—'
  return (
    <span className="text-ink-3">
      est. <RelativeTime at={estimatedAt} />
    </span>
  )
}

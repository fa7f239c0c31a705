import { joinClasses } from '@frostline/ui'
import { CircleCheck, CircleX, Minus, TriangleAlert } from 'lucide-react'
import type { ConnectionCheck } from '../cluster.ts'

const marks: Record<ConnectionCheck['status'], { icon: typeof Minus; className: string }> = {
  passed: { icon: CircleCheck, className: 'text-ok' },
  warning: { icon: TriangleAlert, className: 'text-warn' },
  failed: { icon: CircleX, className: 'text-danger' },
  skipped: { icon: Minus, className: 'text-ink-3' },
}

/** Shape and colour, with the word for screen readers. */
export function CheckMark({ status, className }: { status: ConnectionCheck['status']; className?: string }) {
  const { icon: Icon, className: colour } = marks[status]
  return (
    <>
      <Icon aria-hidden className={joinClasses('size-4 shrink-0', colour, className)} />
      <span className="sr-only">{status}</span>
    </>
  )
}

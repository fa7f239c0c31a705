import Link from 'next/link'
import { pageOfRun, titleOfRun } from '@/features/activity/activity.ts'
import type { LiveStatement } from '../hooks/use-live.ts'

/** The run of Frostline that has sent it. */
export function OwnRunLink({ run, label }: { run: NonNullable<LiveStatement['run']>; label?: string }) {
  const href = pageOfRun(run)
  const title = titleOfRun(run)
  if (href === undefined) return <span title={title}>{label ?? title}</span>
  return (
    <Link
      href={href}
      title={title}
      className="truncate text-accent-ink text-xs underline underline-offset-2 hover:no-underline"
    >
      {label ?? title}
    </Link>
  )
}

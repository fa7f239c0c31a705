import Link from 'next/link'
import { type LinkedRun, pageOfRun, titleOfKind, titleOfRun } from '../activity.ts'

/** What a run is and works on, as a link to its page if it has one. */
export function RunLink({ run }: { run: LinkedRun }) {
  const href = pageOfRun(run)
  const title = titleOfRun(run)
  const text = (
    <>
      {titleOfKind(run.kind)} <span className="font-mono text-xs">{run.name}</span>
    </>
  )
  return href === undefined ? (
    <span title={title}>{text}</span>
  ) : (
    <Link href={href} title={title} className="text-accent-ink hover:underline">
      {text}
    </Link>
  )
}

import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'

interface Props {
  at: { cluster: string; database: string; table: string }
  nodes: readonly { node: string; readOnly: string | null }[]
}

/** Which replicas of a table are read-only, and why. */
export function TableReadOnlyNotice({ at, nodes }: Props) {
  const affected = nodes.flatMap(({ node, readOnly }) => (readOnly === null ? [] : [{ node, readOnly }]))
  const reasons = [...new Set(affected.map(({ readOnly }) => readOnly))]
  if (affected.length === 0) return null
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-danger bg-danger-soft px-4 py-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        {reasons.map((reason) => {
          const names = affected.filter(({ readOnly }) => readOnly === reason).map(({ node }) => node)
          return (
            <p key={reason} className="break-words font-semibold text-danger-ink">
              Read-only on {names.length === nodes.length ? 'all replicas' : names.join(', ')}: {reason}
            </p>
          )
        })}
        <p className="text-ink-2 text-xs">
          INSERT and ALTER are refused there, SELECT works.{' '}
          <Link href={routes.tableReplication(at.cluster, at.database, at.table)} className="underline">
            Show replicas
          </Link>
        </p>
      </div>
    </div>
  )
}

import { describeNodeReplication, type NodeReplication } from '@frostline/domain'
import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'

interface Props {
  cluster: string
  nodes: readonly { name: string; figures: { replication: NodeReplication } | null }[]
}

/** Shown above everything else while a node is read-only or far behind. */
export function ReplicationNotice({ cluster, nodes }: Props) {
  const affected = nodes.flatMap(({ name, figures }) => {
    const texts = figures ? describeNodeReplication(figures.replication) : []
    return figures && texts.length > 0 ? [{ name, sums: figures.replication, text: texts.join(' ') }] : []
  })
  if (affected.length === 0) return null
  const expired = affected.some(({ sums }) => sums.sessionExpired > 0)
  const readOnly = expired || affected.some(({ sums }) => sums.readOnly > 0)
  return (
    <div
      role="alert"
      className={`flex gap-3 rounded-lg border px-4 py-3 text-sm ${readOnly ? 'border-danger bg-danger-soft' : 'bg-warn-soft'}`}
    >
      <CircleAlert
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${readOnly ? 'text-danger' : 'text-warn-ink'}`}
      />
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${readOnly ? 'text-danger-ink' : 'text-warn-ink'}`}>
          {expired
            ? 'Read-only: Keeper session expired'
            : readOnly
              ? 'Replicated tables are read-only'
              : 'Replicas are behind'}
        </p>
        <ul className="text-ink-2 text-xs">
          {affected.slice(0, 8).map(({ name, text }) => (
            <li key={name} className="break-words">
              <span className="font-mono">{name}</span>: {text}
            </li>
          ))}
          {affected.length > 8 ? <li>and {affected.length - 8} more nodes.</li> : null}
        </ul>
        <p className="mt-1 text-ink-2 text-xs">
          {readOnly ? 'INSERT and ALTER are refused there, SELECT works. ' : null}
          <Link href={routes.replication(cluster)} className="underline">
            Open Replication
          </Link>
        </p>
      </div>
    </div>
  )
}

'use client'
import { buttonClasses, formatCountOf, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { exitLooks } from './exit-words.ts'
import { useExits } from './use-exits.ts'

interface ExitsPanelProps {
  at: { cluster: string; database: string; table: string }
  sharing: boolean
}

/** The way off zero-copy replication, and who went it before. Nothing where there is neither. */
export function ExitsPanel({ at, sharing }: ExitsPanelProps) {
  const query = useExits(at)
  const operator = useRoleAllows('operator')
  const exits = query.data?.exits ?? []
  if (!(sharing && operator) && exits.length === 0) return null
  return (
    <Panel
      title="Leave zero-copy replication"
      description="Shared parts become local, the setting goes off on each replica, and each replica gets objects of its own."
      actions={
        sharing && operator ? (
          <Link className={buttonClasses()} href={routes.newZeroCopyExit(at.cluster, at.database, at.table)}>
            Plan the exit
          </Link>
        ) : undefined
      }
      flush
    >
      {exits.length === 0 ? (
        <p className="px-4 py-3 text-ink-3 text-sm">This table has not been taken off zero-copy yet.</p>
      ) : (
        <ul aria-label="Exits from zero-copy replication" className="divide-y">
          {exits.map(({ id, status, requestedBy, createdAt, partitions, goesBack }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
              <LookPill look={exitLooks[status]} />
              <Link className="underline" href={routes.zeroCopyExit(at.cluster, id)}>
                {goesBack ? 'Back to shared objects' : 'Exit'} of {formatCountOf(partitions, 'partition')}
              </Link>
              <span className="text-ink-3 text-xs">
                by {requestedBy}, <RelativeTime at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

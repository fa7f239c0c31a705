'use client'
import { FileCode2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { ManagedObject } from '../change-set.ts'
import { useManagedObjects } from '../hooks/use-desired-state.ts'
import { FileName } from './file-name.tsx'
import { TakeOverButton } from './take-over-button.tsx'

interface ManagedNoticeProps {
  kinds: readonly ManagedObject['kind'][]
  /** Slug. Omitted: of the whole console. */
  cluster?: string
  /** Omitted: all of the kinds. */
  name?: string
}

/** Names what of a page is managed from a file, and offers to take it over. Nothing of it: nothing. */
export function ManagedNotice({ kinds, cluster, name }: ManagedNoticeProps) {
  const { data } = useManagedObjects()
  const mayTakeOver = useRoleAllows('operator', 'everything')
  const found = (data?.objects ?? []).filter(
    (object) =>
      kinds.includes(object.kind) &&
      object.cluster === (cluster ?? null) &&
      (name === undefined || object.name === name),
  )
  if (found.length === 0) return null
  return (
    <section
      aria-label="Managed from a file"
      className="flex flex-col gap-2 rounded-lg border bg-sunken p-3 text-sm"
    >
      <p className="flex items-center gap-2">
        <FileCode2 aria-hidden className="size-4 shrink-0" />
        Managed from a file: change it there, or take it over.
      </p>
      <ul className="flex max-h-48 flex-col gap-1 overflow-auto scrollbar-thin">
        {found.map((object) => (
          <li key={object.address} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words first-letter:uppercase">{object.title}</span>
            <FileName of={object} />
            {mayTakeOver ? <TakeOverButton of={object} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

'use client'
import { Button, formatExactTime } from '@frostline/ui'
import { FileInput, Snowflake } from 'lucide-react'
import type { FrozenIncident } from '../hooks/use-incident.ts'
import { nameOf } from '../name-of.ts'

/** Says that the page shows kept data, and where it is from. */
export function FrozenNotice({ incident, onClose }: { incident: FrozenIncident; onClose: () => void }) {
  const isImported = incident.origin === 'imported'
  const Icon = isImported ? FileInput : Snowflake
  return (
    <section
      aria-label="Frozen incident"
      className="flex flex-wrap items-center gap-3 rounded-md border bg-sunken p-3 text-sm"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-cold" />
      <p className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <strong className="font-medium">{nameOf(incident)}</strong>{' '}
        <span className="text-ink-2">
          {isImported
            ? `Imported: data of the cluster ${incident.sourceCluster} of another Frostline, as its file says. Nobody has checked it.`
            : `Frozen data of ${incident.sourceCluster}.`}{' '}
          By {incident.createdBy} on {formatExactTime(incident.createdAt)}. It is deleted on{' '}
          {formatExactTime(incident.expiresAt)}.
        </span>
      </p>
      <Button size="sm" onClick={onClose}>
        Close
      </Button>
    </section>
  )
}

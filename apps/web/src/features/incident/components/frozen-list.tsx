'use client'
import {
  Badge,
  Button,
  ConfirmDialog,
  formatBytes,
  formatExactTime,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import { type FrozenIncident, useFrozenId } from '../hooks/use-incident.ts'
import { nameOf } from '../name-of.ts'
import { ImportDialog } from './import-dialog.tsx'

/** Incidents whose data is kept, and those of other Frostlines. */
export function FrozenList({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const operator = useRoleAllows('operator')
  const query = useQuery(trpc.incidents.listFrozen.queryOptions({ cluster }))
  return (
    <Panel
      title="Frozen incidents"
      {...panelFromQuery(query, {
        task: 'list the frozen incidents',
        empty: ({ incidents }) =>
          incidents.length > 0
            ? null
            : {
                title: 'No frozen incidents',
                children: 'Freeze keeps the data of this page behind a link, also when the logs are gone.',
              },
      })}
      observedAt={undefined}
      actions={operator ? <ImportDialog cluster={cluster} /> : undefined}
    >
      <ul className="flex flex-col divide-y">
        {query.data?.incidents.map((incident) => (
          <FrozenRow key={incident.id} cluster={cluster} incident={incident} />
        ))}
      </ul>
    </Panel>
  )
}

function FrozenRow({ cluster, incident }: { cluster: string; incident: FrozenIncident }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.incidents.listFrozen.queryKey())
  const { frozen, open } = useFrozenId()
  const operator = useRoleAllows('operator')
  const remove = useMutation(trpc.incidents.removeFrozen.mutationOptions(refetch))
  const name = nameOf(incident)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {name}
          {incident.origin === 'imported' ? <Badge tone="warn">Imported</Badge> : null}
        </p>
        <p className="text-ink-3 text-xs">
          {incident.sourceCluster}, {formatExactTime(incident.from)} to {formatExactTime(incident.to)}
        </p>
        <p className="text-ink-3 text-xs">
          {formatBytes(incident.storedBytes)}, by {incident.createdBy}{' '}
          <RelativeTime at={incident.createdAt} />, deleted <RelativeTime at={incident.expiresAt} />
        </p>
      </div>
      <Button size="sm" disabled={frozen === incident.id} onClick={() => open(incident.id)}>
        Open
      </Button>
      {operator ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          description="Its link shows nothing any more."
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync({ cluster, id: incident.id })
            if (frozen === incident.id) open('')
          }}
          trigger={
            <Button size="sm" variant="ghost" aria-label={`Delete ${name}`}>
              Delete
            </Button>
          }
        />
      ) : null}
    </li>
  )
}

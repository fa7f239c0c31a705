'use client'
import { Badge, Button, ConfirmDialog, RelativeTime, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ConnectionCard } from '@/features/connection-test/connection-card.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { authNames, describeEndpoint, type Source } from '../source.ts'

interface SourceCardProps {
  source: Source
  onTest: () => void
}

export function SourceCard({ source, onTest }: SourceCardProps) {
  const operator = useRoleAllows('operator')
  return (
    <ConnectionCard
      name={source.name}
      {...(operator ? { href: routes.browseSource(source.id) } : {})}
      badge={authNames[source.auth]}
      facts={
        <>
          <span className="break-all font-mono text-ink-2">{describeEndpoint(source)}</span>
          {source.accessKeyId === null ? null : (
            <span>
              key <span className="font-mono text-ink-2">{source.accessKeyId}</span>, secret sealed
            </span>
          )}
          {source.collectionName === null ? null : (
            <span>
              collection <span className="font-mono text-ink-2">{source.collectionName}</span>
            </span>
          )}
          <span>
            changed <RelativeTime at={source.updatedAt} /> by {source.updatedBy}
          </span>
        </>
      }
      onTest={onTest}
      edit={routes.editSource(source.id)}
      remove={<RemoveSource source={source} />}
    >
      <ul aria-label={`Buckets of ${source.name}`} className="flex flex-wrap gap-1.5">
        {source.buckets.map((bucket) => (
          <li key={bucket}>
            {operator ? (
              <Link href={routes.browseSource(source.id, { bucket })} className="hover:underline">
                <Badge mono>{bucket}</Badge>
              </Link>
            ) : (
              <Badge mono>{bucket}</Badge>
            )}
          </li>
        ))}
      </ul>
    </ConnectionCard>
  )
}

function RemoveSource({ source }: { source: Source }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.sources.pathKey())
  const remove = useMutation(
    trpc.sources.remove.mutationOptions(handlers(`remove the source ${source.name}`)),
  )
  return (
    <ConfirmDialog
      danger
      title={`Remove ${source.name}?`}
      description="Frostline deletes the address and the key. Audit entries are kept. No object in the store changes."
      confirmLabel="Remove source"
      cancelLabel="Cancel"
      onConfirm={async () => {
        await remove.mutateAsync({ id: source.id })
        showToast({ tone: 'success', title: `Removed ${source.name}` })
      }}
      trigger={
        <Button size="sm" icon={<Trash2 aria-hidden />} aria-label={`Remove ${source.name}`}>
          Remove
        </Button>
      }
    />
  )
}

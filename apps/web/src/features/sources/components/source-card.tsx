'use client'
import { Badge, Button, buttonClasses, ConfirmDialog, RelativeTime, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, PlugZap, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { authNames, describeEndpoint, type Source } from '../source.ts'

interface SourceCardProps {
  source: Source
  onTest: () => void
}

export function SourceCard({ source, onTest }: SourceCardProps) {
  const operator = useRoleAllows('operator')
  const admin = useRoleAllows('admin')
  return (
    <li className="border-b last:border-b-0">
      <article aria-label={source.name} className="flex flex-col gap-3 px-4 py-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 font-medium text-base">
              {operator ? (
                <Link href={routes.browseSource(source.id)} className="break-words hover:underline">
                  {source.name}
                </Link>
              ) : (
                <span className="break-words">{source.name}</span>
              )}
              <Badge>{authNames[source.auth]}</Badge>
            </h3>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-3 text-xs">
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
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {operator ? (
              <Button
                size="sm"
                icon={<PlugZap aria-hidden />}
                aria-label={`Test connection of ${source.name}`}
                onClick={onTest}
              >
                Test connection
              </Button>
            ) : null}
            {admin ? (
              <>
                <Link
                  href={routes.editSource(source.id)}
                  aria-label={`Edit ${source.name}`}
                  className={buttonClasses('secondary', 'sm')}
                >
                  <Pencil aria-hidden /> Edit
                </Link>
                <RemoveSource source={source} />
              </>
            ) : null}
          </div>
        </div>
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
      </article>
    </li>
  )
}

function RemoveSource({ source }: { source: Source }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.sources.remove.mutationOptions({
      onError: (error) => showFailure(error, `remove the source ${source.name}`),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.sources.pathKey() }),
    }),
  )
  return (
    <ConfirmDialog
      danger
      title={`Remove ${source.name}?`}
      description="Frostline deletes the address and the key. Audit entries are kept. No object in the store changes."
      confirmLabel="Remove source"
      cancelLabel="Keep it"
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

'use client'
import { Button, ConfirmDialog, ErrorState, Panel, RelativeTime } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckMark } from '@/features/clusters/components/check-mark.tsx'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import type { Source } from '../source.ts'

/** The named collection of a source on the nodes of each cluster: create, replace, drop. */
export function CollectionPanel({ source }: { source: Source }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const clusters = useClusters()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.sources.pathKey() })
  const create = useMutation(trpc.sources.createCollection.mutationOptions({ onSettled }))
  const drop = useMutation(trpc.sources.dropCollection.mutationOptions({ onSettled }))
  const last = [create, drop].toSorted((a, b) => b.submittedAt - a.submittedAt)[0]
  const name = source.collectionName ?? ''
  return (
    <Panel
      title={`Named collection ${name}`}
      description={
        source.hasSecret
          ? 'Servers store its values in plain text. While a node has it, endpoint, keys and name cannot be changed.'
          : 'Managed outside of Frostline, because the source has no keys.'
      }
    >
      <div className="flex flex-col gap-4">
        {clusters.data ? null : <WithoutData query={clusters} task="read the clusters" rows={1} />}
        <ul aria-label="Clusters" className="flex flex-col gap-3">
          {clusters.data?.map((cluster) => {
            const held = source.collections.find((each) => each.cluster === cluster.slug)
            const at = { id: source.id, cluster: cluster.slug }
            return (
              <li key={cluster.id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span className="min-w-0">
                  <span className="font-medium">{cluster.name}</span>{' '}
                  <span className="text-ink-3 text-xs">
                    {held ? (
                      <>
                        created <RelativeTime at={held.createdAt} /> by {held.createdBy}
                      </>
                    ) : (
                      'not created by Frostline'
                    )}
                  </span>
                </span>
                {source.hasSecret ? (
                  <span className="flex flex-wrap gap-2">
                    <ConfirmDialog
                      title={`${held ? 'Replace' : 'Create'} ${name} on ${cluster.name}?`}
                      description={`Every node (${cluster.nodes.map((node) => node.name).join(', ')}) ${held ? 'drops the collection and' : ''} gets one with the endpoint and the keys of ${source.name}. Each node is verified afterwards.`}
                      confirmLabel={held ? 'Replace on all nodes' : 'Create on all nodes'}
                      onConfirm={() => create.mutate(at)}
                      trigger={
                        <Button
                          size="sm"
                          busy={create.isPending}
                          aria-label={`${held ? 'Replace' : 'Create'} on ${cluster.name}`}
                        >
                          {held ? 'Replace' : 'Create'}
                        </Button>
                      }
                    />
                    {held ? (
                      <ConfirmDialog
                        danger
                        title={`Drop ${name} from ${cluster.name}?`}
                        description="Statements that use it fail on all nodes. No object in the bucket changes."
                        confirmLabel="Drop from all nodes"
                        onConfirm={() => drop.mutate(at)}
                        trigger={
                          <Button size="sm" busy={drop.isPending} aria-label={`Drop from ${cluster.name}`}>
                            Drop
                          </Button>
                        }
                      />
                    ) : null}
                  </span>
                ) : null}
              </li>
            )
          })}
        </ul>
        {last?.error ? <ErrorState error={reportError(last.error, 'change the collection')} /> : null}
        {last?.data ? (
          <ul aria-label="On the nodes" className="flex flex-col gap-1.5 text-sm">
            {last.data.nodes.map(({ node, present, message }) => (
              <li key={node} className="flex items-start gap-2.5">
                <CheckMark status={present === (last === create) ? 'passed' : 'failed'} className="mt-0.5" />
                <span className="min-w-0 break-words">
                  <span className="font-medium">{node}</span>: <span className="text-ink-2">{message}</span>
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  )
}

'use client'
import { Button, ConfirmDialog, RelativeTime, StatusPill, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConnectionCard } from '@/features/connection-test/connection-card.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Cluster, ClusterNode } from '../cluster.ts'
import { describeTransport } from '../describe-transport.ts'
import { describeTopology, groupByShard } from '../group-by-shard.ts'
import { StoppedMovesChoice } from './stopped-moves-choice.tsx'

const shownShards = 6

/** Each shard with its replicas. A large cluster shows its first shards until expanded. */
function ClusterTopology({ nodes }: { nodes: readonly ClusterNode[] }) {
  const [all, setAll] = useState(false)
  const shards = groupByShard(nodes)
  const shown = all ? shards : shards.slice(0, shownShards)
  return (
    <div className="flex flex-col items-start gap-2">
      <ul
        aria-label="Nodes by shard"
        className="grid w-full gap-2 [grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr))]"
      >
        {shown.map(({ shard, nodes: replicas }) => (
          <li key={shard} className="min-w-0 rounded-md border bg-sunken px-2.5 py-1.5">
            <p className="text-2xs text-ink-3">Shard {shard}</p>
            <ul aria-label={`Replicas of shard ${shard}`}>
              {replicas.map((node) => (
                <li key={node.name} className="flex min-w-0 items-baseline gap-2 text-xs">
                  <span className="shrink-0 text-ink-3" title={`Replica ${node.replica}`}>
                    {node.replica}
                  </span>
                  <span className="min-w-0 truncate" title={`${node.name} at ${node.url}`}>
                    {node.name} <span className="font-mono text-2xs text-ink-3">{node.url}</span>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shards.length > shownShards ? (
        <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${shards.length} shards`}
        </Button>
      ) : null}
    </div>
  )
}

interface ClusterCardProps {
  cluster: Cluster
  onTest: () => void
}

export function ClusterCard({ cluster, onTest }: ClusterCardProps) {
  const transport = describeTransport(cluster)
  return (
    <ConnectionCard
      name={cluster.name}
      href={routes.overview(cluster.slug)}
      badge={describeTopology(cluster.nodes)}
      facts={
        <>
          <span>
            as <span className="font-mono text-ink-2">{cluster.username}</span>
          </span>
          {cluster.clusterName ? (
            <span>
              <span className="font-mono text-ink-2">{cluster.clusterName}</span> in system.clusters
            </span>
          ) : null}
          <StatusPill tone={transport.tone} title={transport.meaning}>
            {transport.label}
          </StatusPill>
          <span>
            added <RelativeTime at={cluster.createdAt} />
          </span>
        </>
      }
      onTest={onTest}
      edit={routes.editCluster(cluster.slug)}
      remove={<RemoveCluster cluster={cluster} />}
    >
      <ClusterTopology nodes={cluster.nodes} />
    </ConnectionCard>
  )
}

function RemoveCluster({ cluster }: { cluster: Cluster }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.clusters.pathKey())
  const [open, setOpen] = useState(false)
  const [leave, setLeave] = useState(false)
  const remove = useMutation(
    trpc.clusters.remove.mutationOptions(handlers(`remove the cluster ${cluster.name}`)),
  )
  return (
    <ConfirmDialog
      danger
      title={`Remove ${cluster.name}?`}
      description="Deletes from Frostline: its addresses and password, the history of finished runs with their proofs, and file backups of finished storage rollouts. Audit entries are kept. Nothing is sent to the cluster. Its data does not change."
      confirmLabel="Remove cluster"
      cancelLabel="Cancel"
      typeToConfirm={cluster.name}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setLeave(false)
      }}
      onConfirm={async () => {
        await remove.mutateAsync({ cluster: cluster.id, stoppedMoves: leave ? 'leave' : 'refuse' })
        showToast({ tone: 'success', title: `Removed ${cluster.name}` })
      }}
      trigger={
        <Button size="sm" icon={<Trash2 aria-hidden />} aria-label={`Remove ${cluster.name}`}>
          Remove
        </Button>
      }
    >
      {open ? <StoppedMovesChoice cluster={cluster.id} leave={leave} onLeaveChange={setLeave} /> : null}
    </ConfirmDialog>
  )
}

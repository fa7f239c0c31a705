'use client'
import { Badge, Button, buttonClasses, RelativeTime, StatusPill } from '@frostline/ui'
import { Pencil, PlugZap } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import type { Cluster } from '../cluster.ts'
import { describeTransport } from '../describe-transport.ts'
import { describeTopology } from '../group-by-shard.ts'
import { ClusterTopology } from './cluster-topology.tsx'
import { RemoveCluster } from './remove-cluster.tsx'

interface ClusterCardProps {
  cluster: Cluster
  onTest: () => void
}

export function ClusterCard({ cluster, onTest }: ClusterCardProps) {
  const operator = useRoleAllows('operator')
  const admin = useRoleAllows('admin')
  const transport = describeTransport(cluster)
  return (
    <li className="border-b last:border-b-0">
      <article aria-label={cluster.name} className="flex flex-col gap-3 px-4 py-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 font-medium text-base">
              <Link href={routes.overview(cluster.slug)} className="break-words hover:underline">
                {cluster.name}
              </Link>
              <Badge>{describeTopology(cluster.nodes)}</Badge>
            </h3>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-3 text-xs">
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
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {operator ? (
              <Button
                size="sm"
                icon={<PlugZap aria-hidden />}
                aria-label={`Test connection of ${cluster.name}`}
                onClick={onTest}
              >
                Test connection
              </Button>
            ) : null}
            {admin ? (
              <>
                <Link
                  href={routes.editCluster(cluster.slug)}
                  aria-label={`Edit ${cluster.name}`}
                  className={buttonClasses('secondary', 'sm')}
                >
                  <Pencil aria-hidden /> Edit
                </Link>
                <RemoveCluster cluster={cluster} />
              </>
            ) : null}
          </div>
        </div>
        <ClusterTopology nodes={cluster.nodes} />
      </article>
    </li>
  )
}

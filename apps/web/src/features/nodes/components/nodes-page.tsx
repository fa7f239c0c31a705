'use client'
import { formatCountOf, Panel, Skeleton } from '@frostline/ui'
import { ReplicationNotice } from '@/features/replication/components/replication-notice.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useNodes } from '../hooks/use-nodes.ts'
import { NodeOverviewTile } from './node-overview-tile.tsx'

export function NodesPage({ cluster }: { cluster: string }) {
  const query = useNodes(cluster)
  const nodes = query.data?.data.byNode ?? []
  const versions = [...new Set(nodes.flatMap(({ figures }) => (figures ? [figures.version] : [])))]
  return (
    <>
      <PageHeader
        title="Nodes"
        description="Version, disks, caches, running moves and errors of each replica."
      />
      <div className="mb-4 empty:hidden">
        <ReplicationNotice cluster={cluster} nodes={nodes} />
      </div>
      <Panel
        title={query.data ? `Nodes (${nodes.length})` : 'Nodes'}
        description={
          versions.length > 1
            ? `${formatCountOf(versions.length, 'version')} are running: ${versions.join(', ')}`
            : versions.length === 1
              ? `ClickHouse ${versions.join('')}`
              : ' '
        }
        minHeightPx={360}
        skeleton={<TilesSkeleton />}
        {...panelFromQuery(query, { task: 'read the nodes of this cluster' })}
        missingNodes={undefined}
      >
        <ul aria-label="Nodes" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {nodes.map((node) => (
            <li key={node.name} className="grid min-w-0">
              <NodeOverviewTile cluster={cluster} node={node} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

function TilesSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-80 w-full rounded-lg" />
      ))}
    </div>
  )
}

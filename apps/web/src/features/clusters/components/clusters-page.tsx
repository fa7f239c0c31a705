'use client'
import { buttonClasses, Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Network, Plus } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ConnectionTestDrawer } from '@/features/connection-test/connection-test-drawer.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { Cluster } from '../cluster.ts'
import { ClusterCard } from './cluster-card.tsx'
import { ConnectionReportView } from './connection-report-view.tsx'

/** Slug of the cluster whose connection is being tested. */
const params = { test: textParam() }

/** Everybody can view it; actions that the role does not allow are hidden. */
export function ClustersPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.clusters.list.queryOptions())
  const operator = useRoleAllows('operator')
  const admin = useRoleAllows('admin')
  const [{ test }, setUrl] = useUrlState(params)
  const clusters = query.data?.clusters ?? []
  return (
    <>
      <PageHeader
        title="Clusters"
        description="ClickHouse clusters managed by this console."
        actions={
          admin ? (
            <Link href={routes.registerCluster} className={buttonClasses('primary')}>
              <Plus aria-hidden /> Register cluster
            </Link>
          ) : null
        }
      />
      <Panel
        title="Registered clusters"
        flush
        minHeightPx={130}
        {...panelFromQuery(query, {
          task: 'read the clusters',
          empty: () =>
            clusters.length > 0
              ? null
              : {
                  icon: <Network />,
                  title: 'No clusters yet',
                  children: admin
                    ? 'Enter the addresses of its nodes and a user. Frostline tests the connection to each node before it saves anything.'
                    : 'Ask an admin to register one.',
                },
        })}
        footer={admin ? undefined : 'Only admins can register, edit and remove clusters.'}
      >
        <ul aria-label="Clusters">
          {clusters.map((cluster) => (
            <ClusterCard
              key={cluster.id}
              cluster={cluster}
              onTest={() => setUrl({ test: cluster.slug }, { history: 'push' })}
            />
          ))}
        </ul>
      </Panel>
      <ClusterTestDrawer
        cluster={clusters.find(({ slug }) => slug === test)}
        open={test !== '' && !query.isPending && operator}
        onClose={() => setUrl({ test: '' }, { history: 'push' })}
      />
    </>
  )
}

interface ClusterTestDrawerProps {
  /** Undefined while `open`: the URL names no cluster. */
  cluster: Cluster | undefined
  open: boolean
  onClose: () => void
}

/** Tests a registered cluster with its stored password, as soon as it is opened. */
function ClusterTestDrawer({ cluster, open, onClose }: ClusterTestDrawerProps) {
  const client = useTRPCClient()
  return (
    <ConnectionTestDrawer
      kind="cluster"
      subject={cluster}
      description="Uses the stored password. Nothing is changed."
      waiting="Testing all nodes. A node that does not respond takes up to 20 s."
      ask={(id, signal) => client.clusters.test.mutate({ cluster: id }, { signal })}
      show={(report) => <ConnectionReportView report={report} />}
      open={open}
      onClose={onClose}
    />
  )
}

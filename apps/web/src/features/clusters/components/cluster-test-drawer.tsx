'use client'
import { ConnectionTestDrawer } from '@/features/connection-test/connection-test-drawer.tsx'
import { useTRPCClient } from '@/trpc/context.ts'
import type { Cluster } from '../cluster.ts'
import { ConnectionReportView } from './connection-report-view.tsx'

interface ClusterTestDrawerProps {
  /** Undefined while `open`: the address names no cluster. */
  cluster: Cluster | undefined
  open: boolean
  onClose: () => void
}

/** Tests a registered cluster with its stored password, as soon as it is opened. */
export function ClusterTestDrawer({ cluster, open, onClose }: ClusterTestDrawerProps) {
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

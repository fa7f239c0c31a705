'use client'
import { Button, Drawer, EmptyState, ErrorState, Spinner } from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { reportError } from '@/trpc/report-error.ts'
import type { Cluster } from '../cluster.ts'
import { useStoredConnectionTest } from '../hooks/use-stored-connection-test.ts'
import { ConnectionReportView } from './connection-report-view.tsx'

interface ClusterTestDrawerProps {
  /** Undefined while `open`: the address names no cluster. */
  cluster: Cluster | undefined
  open: boolean
  onClose: () => void
}

/** Tests a registered cluster with its stored password, as soon as it is opened. */
export function ClusterTestDrawer({ cluster, open, onClose }: ClusterTestDrawerProps) {
  return (
    <Drawer
      title={cluster ? `Connection of ${cluster.name}` : 'Connection'}
      description="With the stored password. Nothing is changed."
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-3xl"
    >
      {cluster ? (
        <TestBody key={cluster.id} cluster={cluster} />
      ) : (
        <EmptyState title="There is no such cluster" className="py-16">
          It may have been removed. Choose one from the list.
        </EmptyState>
      )}
    </Drawer>
  )
}

function TestBody({ cluster }: { cluster: Cluster }) {
  const test = useStoredConnectionTest(cluster.id)
  return (
    <div className="flex flex-col gap-4 p-5">
      {test.data ? (
        <ConnectionReportView report={test.data} />
      ) : test.error ? (
        <ErrorState error={reportError(test.error, `test ${cluster.name}`)} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> Asking every node. One that does not answer takes up to 20 s.
        </p>
      )}
      <Button
        className="self-start"
        icon={<RotateCw aria-hidden />}
        busy={test.isFetching}
        onClick={() => void test.refetch()}
      >
        Test again
      </Button>
    </div>
  )
}

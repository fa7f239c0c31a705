'use client'
import { Button, EmptyState, Panel, Spinner } from '@frostline/ui'
import { PlugZap } from 'lucide-react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import type { ClusterFormState } from '../hooks/use-cluster-form.ts'
import { ConnectionReportView } from './connection-report-view.tsx'
import { Failure } from './failure.tsx'

/** The test of what stands in the form. */
export function ConnectionPanel({ form }: { form: ClusterFormState }) {
  return (
    <Panel
      title="Connection"
      minHeightPx={170}
      actions={
        <Button
          size="sm"
          icon={<PlugZap aria-hidden />}
          busy={form.testing}
          onClick={(event) => {
            form.test()
            focusFirstFault(event.currentTarget)
          }}
        >
          Test connection
        </Button>
      }
    >
      {form.testing ? (
        <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
          <Spinner className="size-4" /> Testing all nodes. A node that does not respond takes up to 20 s.
        </p>
      ) : form.testError ? (
        <Failure error={form.testError} task="test the connection" />
      ) : form.report ? (
        <ConnectionReportView report={form.report} outdated={form.outdated} />
      ) : (
        <EmptyState title="Not tested yet" className="flex-1 py-4">
          Checks on each node: reachable, user accepted, version, grants. Saving also runs the test.
        </EmptyState>
      )}
    </Panel>
  )
}

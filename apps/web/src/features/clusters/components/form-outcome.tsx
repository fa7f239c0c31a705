'use client'
import { Checkbox, EmptyState, ErrorState, Panel, Spinner } from '@frostline/ui'
import { PlugZap } from 'lucide-react'
import { reportError } from '@/trpc/report-error.ts'
import { explainRefusal } from '../explain-refusal.ts'
import type { ClusterFormState } from '../hooks/use-cluster-form.ts'
import { ConnectionReportView } from './connection-report-view.tsx'

interface FormOutcomeProps {
  form: ClusterFormState
  isNew: boolean
}

/** What came of the test and of the saving. Beside the form on wide screens, so that both are in view. */
export function FormOutcome({ form, isNew }: FormOutcomeProps) {
  return (
    <Panel title="Connection" className="xl:sticky xl:top-18" minHeightPx={200}>
      <div className="flex flex-1 flex-col gap-4">
        {form.saveError ? <Refusal form={form} isNew={isNew} /> : null}
        {form.testing ? (
          <p role="status" className="flex items-center gap-2 text-ink-2 text-sm">
            <Spinner className="size-4" /> Asking every node. One that does not answer takes up to 20 s.
          </p>
        ) : form.testError ? (
          <Failure error={form.testError} task="test the connection" />
        ) : form.report ? (
          <ConnectionReportView report={form.report} outdated={form.outdated} />
        ) : form.saveError ? null : (
          <EmptyState icon={<PlugZap />} title="Not tested yet" className="flex-1">
            Each node is asked whether it answers, lets the user in, is new enough, and grants what is needed.
          </EmptyState>
        )}
      </div>
    </Panel>
  )
}

function Refusal({ form, isNew }: FormOutcomeProps) {
  return (
    <div className="flex flex-col gap-3">
      <Failure error={form.saveError} task={isNew ? 'register the cluster' : 'save the changes'} />
      {form.mayAccept ? (
        <div className="flex flex-col gap-1">
          <Checkbox checked={form.acceptUnusable} onCheckedChange={form.setAcceptUnusable}>
            {isNew ? 'Register it all the same' : 'Save it all the same'}
          </Checkbox>
          <p className="pl-6 text-ink-3 text-xs">
            For a node that is only away for now: it shows as unreachable until it answers. Tick this, then
            press {isNew ? 'Register cluster' : 'Save changes'} again.
          </p>
        </div>
      ) : null}
    </div>
  )
}

function Failure({ error, task }: { error: unknown; task: string }) {
  const report = reportError(error, task)
  return (
    <ErrorState
      error={report.object === undefined ? report : { ...report, object: explainRefusal(report.object) }}
      className="rounded-md bg-danger-soft"
    />
  )
}

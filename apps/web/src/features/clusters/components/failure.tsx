import { ErrorState } from '@frostline/ui'
import { reportError } from '@/trpc/report-error.ts'
import { explainRefusal } from '../explain-refusal.ts'

/** An error of the API inside a form, with nodes named as the form names them. */
export function Failure({ error, task }: { error: unknown; task: string }) {
  const report = reportError(error, task)
  return (
    <ErrorState
      error={report.object === undefined ? report : { ...report, object: explainRefusal(report.object) }}
      className="rounded-md bg-danger-soft"
    />
  )
}

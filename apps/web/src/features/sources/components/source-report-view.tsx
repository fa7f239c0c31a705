import { joinClasses, RelativeTime } from '@frostline/ui'
import { CheckMark } from '@/features/clusters/components/check-mark.tsx'
import type { SourceCheck, SourceReport } from '../source.ts'

const names: Record<SourceCheck['id'], string> = {
  address: 'Address',
  reachable: 'Reachable',
  credentials: 'Credentials',
  list: 'List',
  get: 'Read',
  collection: 'Named collection',
}

interface SourceReportViewProps {
  report: SourceReport
  /** The form was changed since. */
  outdated?: boolean
}

/** A verdict, then each check: from the console, and from each node. */
export function SourceReportView({ report, outdated = false }: SourceReportViewProps) {
  const failed = [report.console, ...report.nodes.map(({ checks }) => checks)]
    .flat()
    .filter(({ status }) => status === 'failed').length
  return (
    <div className="flex flex-col gap-4">
      <div
        role="status"
        className={joinClasses(
          'flex items-start gap-2.5 rounded-md px-3 py-2',
          report.usable ? 'bg-ok-soft' : 'bg-danger-soft',
        )}
      >
        <CheckMark status={report.usable ? 'passed' : 'failed'} className="mt-0.5" />
        <p className="min-w-0 flex-1">
          <span className="font-medium">
            {report.usable
              ? report.nodes.length === 0
                ? 'The console can use it. There are no clusters to test.'
                : 'The console and all nodes can use it.'
              : failed === 1
                ? 'One check failed.'
                : `${failed} checks failed.`}
          </span>{' '}
          <span className="text-ink-2 text-xs">
            Tested <RelativeTime at={report.testedAt} />.
            {outdated ? ' The form has changed since the test. Test again.' : ''}
          </span>
        </p>
      </div>
      <CheckList title="From the console" checks={report.console} />
      {report.nodes.map(({ cluster, clusterName, node, checks }) => (
        <CheckList key={`${cluster} ${node}`} title={`From ${node} of ${clusterName}`} checks={checks} />
      ))}
    </div>
  )
}

function CheckList({ title, checks }: { title: string; checks: readonly SourceCheck[] }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-xs">{title}</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {checks.map((check) => (
          <li key={`${check.id} ${check.bucket}`} className="flex items-start gap-2.5">
            <CheckMark status={check.status} className="mt-0.5" />
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <span className="font-medium">{names[check.id]}</span>
                {check.bucket === null ? null : <span className="font-mono text-xs"> {check.bucket}</span>}
                <span className="text-ink-2">: {check.message}</span>
              </p>
              {check.hint && check.status !== 'passed' ? (
                <p className="text-ink-2 text-xs">{check.hint}</p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

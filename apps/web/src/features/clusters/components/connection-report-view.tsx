import { CodeBlock, joinClasses, RelativeTime } from '@frostline/ui'
import type { ConnectionReport } from '../cluster.ts'
import { checkNames } from '../report/check-words.ts'
import { type Finding, judgeReport, listFindings } from '../report/list-findings.ts'
import { CheckMark } from './check-mark.tsx'
import { ConnectionMatrix } from './connection-matrix.tsx'

const looks = {
  ok: { status: 'passed', className: 'bg-ok-soft' },
  warn: { status: 'warning', className: 'bg-warn-soft' },
  danger: { status: 'failed', className: 'bg-danger-soft' },
} as const

interface ConnectionReportViewProps {
  report: ConnectionReport
  /** The form was changed since. */
  outdated?: boolean
}

/** A verdict, every check on every node, checks between nodes, and what to do. */
export function ConnectionReportView({ report, outdated = false }: ConnectionReportViewProps) {
  const verdict = judgeReport(report)
  const look = looks[verdict.tone]
  return (
    <div className="flex flex-col gap-4">
      <div
        role="status"
        className={joinClasses('flex items-start gap-2.5 rounded-md px-3 py-2', look.className)}
      >
        <CheckMark status={look.status} className="mt-0.5" />
        <p className="min-w-0 flex-1">
          <span className="font-medium">{verdict.text}</span>{' '}
          <span className="text-ink-2 text-xs">
            Tested <RelativeTime at={report.testedAt} />.
            {outdated ? ' The form has changed since the test. Test again.' : ''}
          </span>
        </p>
      </div>
      <ConnectionMatrix report={report} />
      <ul aria-label="Between nodes" className="flex flex-col gap-1.5 text-sm">
        {report.comparison.map((check) => (
          <li key={check.id} className="flex items-start gap-2.5">
            <CheckMark status={check.status} className="mt-0.5" />
            <p className="min-w-0 break-words">
              <span className="font-medium">{checkNames[check.id]}.</span>{' '}
              <span className="text-ink-2">{check.message}</span>
            </p>
          </li>
        ))}
      </ul>
      <ConnectionFindings report={report} />
    </div>
  )
}

/** What to do next, the worst first. */
function ConnectionFindings({ report }: { report: ConnectionReport }) {
  const findings = listFindings(report)
  if (findings.length === 0) return null
  return (
    <ul aria-label="Next steps" className="flex flex-col gap-4">
      {findings.map((finding) => (
        <FindingItem key={finding.key} finding={finding} />
      ))}
    </ul>
  )
}

function FindingItem({ finding }: { finding: Finding }) {
  const { id, status, messages, hint, statements } = finding
  return (
    <li className="flex gap-2.5 text-sm">
      <CheckMark status={status} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="font-medium">{checkNames[id]}</p>
        {messages.map(({ text, nodes }) => (
          <p key={text} className="break-words">
            {text}
            {nodes.length > 0 ? <span className="text-ink-3"> On {nodes.join(', ')}.</span> : null}
          </p>
        ))}
        {hint ? <p className="break-words text-ink-2 text-xs">{hint}</p> : null}
        {statements.length > 0 ? (
          <CodeBlock
            code={statements.map((statement) => `${statement};`).join('\n')}
            label={`Statements for ${checkNames[id]}`}
            className="max-h-56"
          />
        ) : null}
      </div>
    </li>
  )
}

import { CodeBlock } from '@frostline/ui'
import type { ConnectionReport } from '../cluster.ts'
import { checkNames } from '../report/check-words.ts'
import { type Finding, listFindings } from '../report/list-findings.ts'
import { CheckMark } from './check-mark.tsx'

/** What to do next, the worst first. */
export function ConnectionFindings({ report }: { report: ConnectionReport }) {
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

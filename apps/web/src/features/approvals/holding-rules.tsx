import { formatCountOf, RelativeTime } from '@frostline/ui'
import { describeApprovers, type RunApproval } from './rule.ts'

/** The rules that hold a run, each with what it needs. */
export function HoldingRules({ rules }: { rules: RunApproval['rules'] }) {
  return (
    <ul aria-label="Approval rules" className="flex flex-col gap-1">
      {rules.map(({ name, approvals, missing, team, until }) => (
        <li key={name} className="flex flex-wrap gap-x-2">
          <span className="font-medium">{name}</span>
          <span className="text-ink-2">
            Needs {describeApprovers({ approvals, teamName: team })}.{' '}
            {missing === 0 ? 'Approved' : `${formatCountOf(missing, 'approval')} missing`}
            {until && missing > 0 ? (
              <>
                . The rule stops applying <RelativeTime at={until} />
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

import { StatusPill } from '@frostline/ui'
import { type Outcome, outcomeLooks } from '../audit-entry.ts'

export function OutcomePill({ outcome }: { outcome: Outcome }) {
  const { tone, meaning } = outcomeLooks[outcome]
  return (
    <StatusPill tone={tone} title={meaning}>
      {outcome}
    </StatusPill>
  )
}

import { defaultLostReplicaRule, type LostReplicaRule } from '@frostline/domain'
import { formatDuration, SelectField } from '@frostline/ui'

const takeOverLimits = [10, 30, 120, 600, 3_600] as const

export function describeLostReplicaRule(rule: LostReplicaRule): string {
  return rule.kind === 'wait'
    ? 'Wait until it is back'
    : `Another replica takes over after ${formatDuration(rule.afterSeconds * 1_000)}`
}

interface LostReplicaFieldProps {
  rule: LostReplicaRule
  onChange: (rule: LostReplicaRule) => void
}

export function LostReplicaField({ rule, onChange }: LostReplicaFieldProps) {
  const rules: LostReplicaRule[] = [
    ...takeOverLimits.map((afterSeconds) => ({ kind: 'take-over' as const, afterSeconds })),
    { kind: 'wait' },
  ]
  return (
    <SelectField
      label="If a replica does not respond"
      hint="A replica is lost when it has not responded for this time and its Keeper session has ended. Its staged rows are loaded again on another replica of the shard."
      value={keyOf(rule)}
      options={rules.map((each) => ({ value: keyOf(each), label: describeLostReplicaRule(each) }))}
      onValueChange={(key) => onChange(rules.find((each) => keyOf(each) === key) ?? defaultLostReplicaRule)}
    />
  )
}

function keyOf(rule: LostReplicaRule): string {
  return rule.kind === 'wait' ? 'wait' : String(rule.afterSeconds)
}

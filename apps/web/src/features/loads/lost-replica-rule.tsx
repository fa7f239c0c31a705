import { defaultLostReplicaRule, type LostReplicaRule } from '@frostline/domain'
import { Field, formatDuration, Select } from '@frostline/ui'

export const takeOverLimits = [10, 30, 120, 600, 3_600] as const

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
    <Field
      label="If a replica does not answer"
      hint="It counts as lost when it has not answered for so long and Keeper has its session as ended. What it had staged is loaded again on another replica of its shard."
    >
      <Select
        value={keyOf(rule)}
        options={rules.map((each) => ({ value: keyOf(each), label: describeLostReplicaRule(each) }))}
        onValueChange={(key) => onChange(rules.find((each) => keyOf(each) === key) ?? defaultLostReplicaRule)}
      />
    </Field>
  )
}

function keyOf(rule: LostReplicaRule): string {
  return rule.kind === 'wait' ? 'wait' : String(rule.afterSeconds)
}

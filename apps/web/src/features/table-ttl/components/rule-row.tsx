'use client'
import {
  printTtlRule,
  readTtlAge,
  type TtlAge,
  type TtlRule,
  type TtlUnit,
  ttlUnits,
} from '@frostline/domain'
import { Badge, Checkbox, IconButton, Select } from '@frostline/ui'
import { Trash2 } from 'lucide-react'
import { actionOfRow, isEditable, type RowAction, withAction, withAge } from '../draft/edit-rules.ts'
import type { TableTtl } from '../table-ttl.ts'
import { AmountInput, ConditionInput } from './rule-inputs.tsx'

interface Props {
  index: number
  rule: TtlRule
  columns: TableTtl['data']['columns']
  targets: TableTtl['data']['targets']
  onChange: (rule: TtlRule | null) => void
}

const actions: readonly { value: RowAction; label: string; description: string }[] = [
  { value: 'volume', label: 'Move to volume', description: 'The part moves once its last row is due.' },
  {
    value: 'disk',
    label: 'Move to disk',
    description: 'Moves the part to one disk. The size limit of the volume does not apply.',
  },
  {
    value: 'delete',
    label: 'Delete rows',
    description: 'Rows are deleted at the next merge. This cannot be undone.',
  },
]

/** Text for a rule that no row can represent: a DELETE need not be written out to be one. */
const deeds: Record<TtlRule['action']['kind'], string> = {
  delete: 'deletes rows',
  'group-by': 'rolls rows up',
  recompress: 'recompresses',
  move: 'moves parts',
}

/** One rule: what a row can represent is edited in place, the rest is shown and kept as written. */
export function RuleRow({ index, rule, columns, targets, onChange }: Props) {
  const age = readTtlAge(rule.expression)
  return (
    <li
      aria-label={`Rule ${index + 1}`}
      className="flex flex-wrap items-center gap-2 border-b px-4 py-3 last:border-b-0"
    >
      {age && isEditable(rule) ? (
        <>
          <AgeFields
            index={index}
            age={age}
            columns={columns}
            onChange={(change) => onChange(withAge(rule, change))}
          />
          <ActionFields index={index} rule={rule} targets={targets} onChange={onChange} />
        </>
      ) : (
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <code className="min-w-0 break-all text-xs">{printTtlRule(rule)}</code>
          <Badge tone={rule.action.kind === 'delete' ? 'danger' : 'neutral'}>{deeds[rule.action.kind]}</Badge>
          <Badge title="Kept as written. Edit it under Raw.">as written</Badge>
        </span>
      )}
      <IconButton
        className="ml-auto"
        size="sm"
        label={`Remove rule ${index + 1}`}
        icon={<Trash2 />}
        onClick={() => onChange(null)}
      />
    </li>
  )
}

interface AgeProps {
  index: number
  age: TtlAge
  columns: Props['columns']
  onChange: (change: Partial<TtlAge>) => void
}

function AgeFields({ index, age, columns, onChange }: AgeProps) {
  const names = columns.map(({ name }) => name)
  const listed = names.includes(age.column) ? names : [age.column, ...names]
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-2 text-xs">Rows</span>
      <AmountInput
        label={`Age of rule ${index + 1}`}
        amount={age.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <Select<TtlUnit>
        label={`Unit of rule ${index + 1}`}
        className="w-28!"
        value={age.unit}
        onValueChange={(unit) => onChange({ unit })}
        options={ttlUnits.map((unit) => ({ value: unit, label: `${unit.toLowerCase()}s` }))}
      />
      <span className="text-ink-2 text-xs">after</span>
      <Select
        label={`Column of rule ${index + 1}`}
        className="w-40! font-mono"
        value={age.column}
        onValueChange={(column) => onChange({ column })}
        options={listed.map((name) => ({ value: name, label: name, description: typeOf(name) }))}
      />
      {age.wrap ? <Badge mono>{`${age.wrap}()`}</Badge> : null}
    </span>
  )
}

interface ActionProps {
  index: number
  rule: TtlRule
  targets: Props['targets']
  onChange: (rule: TtlRule) => void
}

function ActionFields({ index, rule, targets, onChange }: ActionProps) {
  const { action } = rule
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Select<RowAction>
        label={`Action of rule ${index + 1}`}
        className="w-40!"
        value={actionOfRow(rule)}
        onValueChange={(next) => onChange(withAction(rule, next, targets))}
        options={actions}
      />
      {action.kind === 'move' ? (
        <>
          <Select
            label={`Target of rule ${index + 1}`}
            className="w-40! font-mono"
            value={action.name}
            onValueChange={(name) => onChange({ ...rule, action: { ...action, name } })}
            options={namesOf(targets, action.to, action.name)}
          />
          <Checkbox
            checked={action.ifExists}
            onCheckedChange={(ifExists) => onChange({ ...rule, action: { ...action, ifExists } })}
          >
            if it exists
          </Checkbox>
        </>
      ) : null}
      {action.kind === 'delete' ? (
        <ConditionInput
          label={`Condition of rule ${index + 1}`}
          where={action.where}
          onChange={(where) => onChange({ ...rule, action: { kind: 'delete', where } })}
        />
      ) : null}
    </span>
  )
}

function namesOf(targets: Props['targets'], to: 'disk' | 'volume', chosen: string) {
  const listed = targets.filter((target) => target.to === to)
  const options = listed.map(({ name, remote, nodes }) => ({
    value: name,
    label: name,
    description: `${remote ? 'object storage' : 'local'}, on ${nodes.length} nodes`,
  }))
  if (listed.some(({ name }) => name === chosen)) return options
  return [{ value: chosen, label: chosen, description: 'not in the policy of any node' }, ...options]
}

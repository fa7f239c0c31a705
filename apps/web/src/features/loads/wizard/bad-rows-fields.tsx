'use client'
import type { BadRowsRule } from '@frostline/domain'
import { NumberField, SelectField, TextField } from '@frostline/ui'

interface BadRowsFieldsProps {
  rule: BadRowsRule
  /** Target of the good rows: the table of bad rows is named after it. */
  target: { database: string; table: string }
  kinds?: readonly BadRowsRule['kind'][]
  /** The table of bad rows exists already. */
  fixedTable?: boolean
  onChange: (badRows: BadRowsRule) => void
}

/** What happens to bad rows, and within which limits. */
export function BadRowsFields({ rule, target, kinds, fixedTable = false, onChange }: BadRowsFieldsProps) {
  const limit = rule.kind === 'fail' ? 1_000 : rule.maxRowsPerObject
  const choose = (kind: BadRowsRule['kind']) => {
    if (kind === 'fail') onChange({ kind })
    else if (kind === 'skip') onChange({ kind, maxRowsPerObject: limit })
    else
      onChange({
        kind,
        maxRowsPerObject: limit,
        into: { database: target.database, table: `${target.table}_bad_rows` },
      })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        label="Rows that cannot be read"
        hint={meanings[rule.kind]}
        value={rule.kind}
        options={choices.filter(({ value }) => kinds?.includes(value) ?? true)}
        onValueChange={choose}
      />
      {rule.kind === 'fail' ? null : (
        <NumberField
          label="Max bad rows per object"
          hint="An object with more bad rows fails, and none of its rows are loaded."
          defaultValue={String(rule.maxRowsPerObject)}
          onValueChange={(text) => {
            if (/^[1-9]\d{0,8}$/.test(text)) onChange({ ...rule, maxRowsPerObject: Number(text) })
          }}
        />
      )}
      {rule.kind === 'collect' ? (
        <TextField
          label="Table of bad rows"
          hint={`In ${rule.into.database}, on each node. Created if missing.`}
          value={rule.into.table}
          disabled={fixedTable}
          onValueChange={(table) => onChange({ ...rule, into: { ...rule.into, table } })}
        />
      ) : null}
    </div>
  )
}

const choices = [
  { value: 'fail', label: 'Reject the whole object' },
  { value: 'skip', label: 'Skip and count them' },
  { value: 'collect', label: 'Skip and save them in a table' },
] as const

const cost =
  'Objects without bad rows are read together. A batch with a bad row is read again, with one statement and one thread per object.'
const meanings: Record<BadRowsRule['kind'], string> = {
  fail: 'None of the rows of such an object are loaded. Other objects of the batch are.',
  skip: cost,
  collect: `${cost} Each bad row is saved with its object, number, reason and text.`,
}

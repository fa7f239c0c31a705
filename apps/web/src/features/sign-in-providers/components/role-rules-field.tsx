'use client'
import { type Bound, Button, IconButton, SelectField, TextField } from '@frostline/ui'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type AccountRole, accountRoles } from '@/auth/use-person.ts'

export interface RuleDraft {
  group: string
  role: AccountRole
}

interface RoleRulesFieldProps extends Bound<RuleDraft[]> {
  faults: Readonly<Record<string, string>>
}

/** An ordered list of groups and their roles. */
export function RoleRulesField({ value, onValueChange, faults }: RoleRulesFieldProps) {
  const change = (index: number, patch: Partial<RuleDraft>) =>
    onValueChange(value.map((rule, at) => (at === index ? { ...rule, ...patch } : rule)))
  const raise = (index: number) => {
    const rules = [...value]
    rules.splice(index - 1, 0, ...rules.splice(index, 1))
    onValueChange(rules)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-xs">Roles by group</legend>
      <p className="text-ink-3 text-xs">
        The first rule whose group a person is in decides, at each sign-in. Entra ID sends object IDs.
      </p>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity than their place
        <div key={index} className="flex items-start gap-2">
          <TextField
            className="flex-1"
            mono
            label={`Group ${index + 1}`}
            value={rule.group}
            maxLength={300}
            onValueChange={(group) => change(index, { group })}
            error={faults[`roleRules.${index}.group`]}
          />
          <SelectField
            className="w-28"
            label={`Role ${index + 1}`}
            value={rule.role}
            options={accountRoles}
            onValueChange={(role) => change(index, { role })}
          />
          <span className="flex pt-6">
            <IconButton
              label={`Move rule ${index + 1} up`}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => raise(index)}
            />
            <IconButton
              label={`Remove rule ${index + 1}`}
              icon={<Trash2 />}
              onClick={() => onValueChange(value.filter((_, at) => at !== index))}
            />
          </span>
        </div>
      ))}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => onValueChange([...value, { group: '', role: 'viewer' }])}
      >
        Add rule
      </Button>
    </fieldset>
  )
}

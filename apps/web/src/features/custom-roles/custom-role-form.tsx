'use client'
import { accountRoles } from '@frostline/domain'
import { showToast, TextField } from '@frostline/ui'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { choice, requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { type CustomRole, useCustomRoleActions } from './use-custom-roles.ts'
import { VerbsField } from './verbs-field.tsx'

const roleForm = z.object({
  name: requiredText('Enter a name.').refine(
    (name) => accountRoles.every((role) => role !== name),
    'This is the name of a built-in role.',
  ),
  verbs: choice<string[]>().refine((verbs) => verbs.length > 0, 'Choose at least one verb.'),
})

/** Creates a custom role, or changes one. */
export function CustomRoleForm({ role, trigger }: { role?: CustomRole; trigger: ReactElement }) {
  const { create, update } = useCustomRoleActions()
  return (
    <FormDialog
      size="lg"
      title={role ? `Edit ${role.name}` : 'Create custom role'}
      description={
        role && role.grants > 0
          ? 'Changes take effect at the next request of everybody who has it.'
          : 'Grants of teams, people and tokens can give it like a built-in role.'
      }
      trigger={trigger}
      schema={roleForm}
      initial={(): z.input<typeof roleForm> => ({ name: role?.name ?? '', verbs: role?.verbs ?? [] })}
      submit={role ? 'Save' : 'Create custom role'}
      task={role ? 'save the custom role' : 'create the custom role'}
      save={async (given) => {
        const saved = role
          ? await update.mutateAsync({ ...given, id: role.id })
          : await create.mutateAsync(given)
        showToast({ tone: 'success', title: role ? `Saved ${saved.name}` : `Created ${saved.name}` })
      }}
    >
      {(form) => (
        <>
          <TextField {...form.field('name')} label="Name" maxLength={100} />
          <VerbsField
            value={form.field('verbs').value}
            onValueChange={form.field('verbs').onValueChange}
            fault={form.faults.verbs}
          />
        </>
      )}
    </FormDialog>
  )
}

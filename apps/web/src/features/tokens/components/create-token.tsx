'use client'
import { Button, SelectField, TextField } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { z } from 'zod'
import type { Role } from '@/auth/use-person.ts'
import { RoleField } from '@/features/account/components/role-field.tsx'
import { choice, requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import type { IssuedToken } from './new-token.tsx'

/** Lifetimes of a token. `never` has to be selected explicitly. */
const expiries = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
] as const

type Expiry = (typeof expiries)[number]['value']

const dayMs = 86_400_000

/** Expiry of a token created now; undefined for none. */
function expiryDate(expiry: Expiry, now: Date): Date | undefined {
  return expiry === 'never' ? undefined : new Date(now.getTime() + Number(expiry) * dayMs)
}

const tokenForm = z.object({
  name: requiredText('Enter a name that says what the token is for.'),
  ...{ role: choice<Role>(), expiry: choice<Expiry>() },
})

export function CreateToken({ onIssued }: { onIssued: (issued: IssuedToken) => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tokens.pathKey() }),
    }),
  )
  return (
    <FormDialog
      title="Create token"
      description="Create one token per program, with the least role it needs. You can revoke it at any time."
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          Create token
        </Button>
      }
      schema={tokenForm}
      initial={(): z.input<typeof tokenForm> => ({ name: '', role: 'viewer', expiry: '90' })}
      submit="Create token"
      task="create the token"
      save={async ({ name, role, expiry }) => {
        const expiresAt = expiryDate(expiry, new Date())
        const made = await create.mutateAsync({ name, role, ...(expiresAt ? { expiresAt } : {}) })
        onIssued({ name: made.token.name, secret: made.secret })
      }}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('name')}
            label="Name"
            hint="For example “nightly report”."
            maxLength={100}
          />
          <RoleField {...form.field('role')} />
          <SelectField
            {...form.field('expiry')}
            label="Expires"
            hint={form.draft.expiry === 'never' ? 'Valid until revoked.' : 'Rejected after this time.'}
            options={expiries}
          />
        </>
      )}
    </FormDialog>
  )
}

'use client'
import { Button, SelectField, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { z } from 'zod'
import type { Role } from '@/auth/use-person.ts'
import { RoleField } from '@/features/account/components/role-field.tsx'
import { grantsForm } from '@/features/teams/grants/grant-form.ts'
import { GrantsField } from '@/features/teams/grants/grants-field.tsx'
import { choice, fault, requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { IssuedToken } from './new-token.tsx'

/** Lifetimes of a token. One has to be selected. */
const expiries = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
] as const

type Expiry = (typeof expiries)[number]['value']

const dayMs = 86_400_000

/** Expiry of a token created now. */
function expiryDate(expiry: Expiry, now: Date): Date {
  return new Date(now.getTime() + Number(expiry) * dayMs)
}

const tokenForm = z.object({
  name: requiredText('Enter a name that says what the token is for.'),
  role: choice<Role>(),
  expiry: choice<Expiry | ''>().transform((expiry, context) => {
    if (expiry !== '') return expiry
    fault(context, [], 'Choose when it expires.')
    return z.NEVER
  }),
  grants: grantsForm,
  addresses: z.string().transform((text) => text.split(/[\s,;]+/).filter(Boolean)),
})

export function CreateToken({ onIssued }: { onIssued: (issued: IssuedToken) => void }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.tokens.pathKey())
  const create = useMutation(trpc.tokens.create.mutationOptions(refetch))
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
      initial={(): z.input<typeof tokenForm> => ({
        ...{ name: '', role: 'viewer', expiry: '', addresses: '' },
        grants: [],
      })}
      submit="Create token"
      task="create the token"
      save={async ({ name, role, expiry, addresses, grants }) => {
        const made = await create.mutateAsync({
          ...{ name, role, expiresAt: expiryDate(expiry, new Date()), allowedAddresses: addresses },
          grants,
        })
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
          <GrantsField
            {...form.field('grants')}
            name="grants"
            faults={form.faults}
            hint="Limit the token to some tables or sources. Without a grant it may do all that you may, with its role."
          />
          <SelectField
            {...form.field('expiry')}
            label="Expires"
            placeholder="Choose a time"
            hint="Rejected after this time."
            options={expiries}
          />
          <TextField
            {...form.field('addresses')}
            label="Allowed addresses"
            hint="Addresses and ranges such as 10.0.0.0/8, separated by commas. Empty: any address."
            mono
            optional
          />
        </>
      )}
    </FormDialog>
  )
}

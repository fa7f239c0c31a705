'use client'
import { Button, showToast, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { z } from 'zod'
import type { AccountRole } from '@/auth/use-person.ts'
import { NewPasswordField, type PasswordChoice } from '@/features/account/components/new-password-field.tsx'
import { AccountRoleField } from '@/features/account/components/role-field.tsx'
import { findPasswordFault } from '@/features/account/password-rules.ts'
import { choice, fault, requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { IssuedPassword } from '../issued-password.ts'
import { passwordOf } from '../password-of.ts'

const userForm = z.object({
  email: z.string().regex(/^\s*[^\s@]+@[^\s@]+\s*$/, 'Enter an email address.'),
  name: requiredText('Enter a name.'),
  role: choice<AccountRole>(),
  password: choice<PasswordChoice>().superRefine((password, context) => {
    const wrong = password.kind === 'typed' ? findPasswordFault(password.password) : undefined
    if (wrong) fault(context, [], wrong)
  }),
})

export function CreateUser({ onIssued }: { onIssued: (issued: IssuedPassword) => void }) {
  const trpc = useTRPC()
  const refetch = useRefetch(trpc.users.pathKey())
  const create = useMutation(trpc.users.create.mutationOptions(refetch))
  return (
    <FormDialog
      title="Create user"
      description="There is no self-registration. The user signs in with this email address and password."
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          Create user
        </Button>
      }
      schema={userForm}
      initial={(): z.input<typeof userForm> => ({
        email: '',
        name: '',
        role: 'viewer',
        password: { kind: 'generated' },
      })}
      submit="Create user"
      task="create the user"
      save={async ({ password: chosen, ...given }) => {
        const password = passwordOf(chosen)
        const { email } = await create.mutateAsync({ ...given, password })
        if (chosen.kind === 'generated') onIssued({ email, password })
        else showToast({ tone: 'success', title: `Created ${email}` })
      }}
    >
      {(form) => (
        <>
          <TextField {...form.field('email')} type="email" label="Email" />
          <TextField {...form.field('name')} label="Name" maxLength={100} />
          <AccountRoleField {...form.field('role')} />
          <NewPasswordField {...form.field('password')} label="Initial password" />
        </>
      )}
    </FormDialog>
  )
}

'use client'
import { Button, ErrorState, Field, Input, showToast } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Role } from '@/auth/use-person.ts'
import { NewPasswordField, type PasswordChoice } from '@/features/account/components/new-password-field.tsx'
import { RoleField } from '@/features/account/components/role-field.tsx'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { findPasswordFault } from '@/features/account/password-rules.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { IssuedPassword } from '../issued-password.ts'
import { passwordOf } from '../password-of.ts'

interface CreateUserFormProps {
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

export function CreateUserForm({ onClose, onIssued }: CreateUserFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [choice, setChoice] = useState<PasswordChoice>({ kind: 'generated' })
  const [sent, setSent] = useState(false)
  const create = useMutation(
    trpc.users.create.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.users.pathKey() }),
    }),
  )
  const faults = {
    email: /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address.',
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    password: choice.kind === 'typed' ? findPasswordFault(choice.password) : undefined,
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    if (faults.email || faults.name || faults.password) {
      focusFirstFault(event.currentTarget)
      return
    }
    const password = passwordOf(choice)
    const user = await create.mutateAsync({ email, name, role, password }).catch(() => null)
    if (!user) return
    onClose()
    if (choice.kind === 'generated') onIssued({ email: user.email, password })
    else showToast({ tone: 'success', title: `Created ${user.email}` })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail" error={sent ? faults.email : undefined}>
        <Input type="email" autoComplete="off" value={email} onValueChange={setEmail} />
      </Field>
      <Field label="Name" error={sent ? faults.name : undefined}>
        <Input autoComplete="off" value={name} onValueChange={setName} maxLength={100} />
      </Field>
      <RoleField value={role} onChange={setRole} />
      <NewPasswordField
        label="Initial password"
        value={choice}
        onChange={setChoice}
        fault={sent ? faults.password : undefined}
      />
      {create.error ? (
        <ErrorState
          error={reportError(create.error, 'create the user')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create user
        </Button>
      </div>
    </form>
  )
}

'use client'
import { Button, ErrorState, Field, Input, Select } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Role } from '@/auth/use-person.ts'
import { RoleField } from '@/features/account/components/role-field.tsx'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { type Expiry, expiries, expiryDate } from '../expiry.ts'
import type { IssuedToken } from './new-token.tsx'

interface CreateTokenFormProps {
  onClose: () => void
  onIssued: (issued: IssuedToken) => void
}

export function CreateTokenForm({ onClose, onIssued }: CreateTokenFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [sent, setSent] = useState(false)
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tokens.pathKey() }),
    }),
  )
  const fault = name.trim() === '' ? 'Enter a name that says what the token is for.' : undefined
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    if (fault) {
      focusFirstFault(event.currentTarget)
      return
    }
    const expiresAt = expiryDate(expiry, new Date())
    const made = await create
      .mutateAsync({ name, role, ...(expiresAt ? { expiresAt } : {}) })
      .catch(() => null)
    if (!made) return
    onClose()
    onIssued({ name: made.token.name, secret: made.secret })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" hint="For example “nightly report”." error={sent ? fault : undefined}>
        <Input autoComplete="off" value={name} onValueChange={setName} maxLength={100} />
      </Field>
      <RoleField value={role} onChange={setRole} />
      <Field label="Expires" hint={expiry === 'never' ? 'Valid until revoked.' : 'Rejected after this time.'}>
        <Select value={expiry} options={expiries} onValueChange={setExpiry} />
      </Field>
      {create.error ? (
        <ErrorState
          error={reportError(create.error, 'create the token')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create token
        </Button>
      </div>
    </form>
  )
}

'use client'
import { Button, ErrorState, Field, Input, Select } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

type Tls = 'implicit' | 'starttls' | 'none'

const encryptions: { value: Tls; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'implicit', label: 'TLS from the start' },
  { value: 'none', label: 'None' },
]

export function EmailForm({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [form, setForm] = useState({
    name: '',
    host: '',
    port: '587',
    username: '',
    password: '',
    from: '',
    to: '',
  })
  const [tls, setTls] = useState<Tls>('starttls')
  const create = useMutation(
    trpc.alerts.createEmailChannel.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
      onSuccess: onDone,
    }),
  )
  const field = (key: keyof typeof form) => ({
    value: form[key],
    onValueChange: (value: string) => setForm((before) => ({ ...before, [key]: value })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const to = form.to.split(/[\s,;]+/).filter(Boolean)
    create.mutate({ ...form, port: Number(form.port), to, tls })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name">
        <Input {...field('name')} maxLength={100} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <Field label="SMTP server">
          <Input {...field('host')} mono autoComplete="off" />
        </Field>
        <Field label="Port">
          <Input {...field('port')} type="number" />
        </Field>
      </div>
      <Field label="Encryption">
        <Select value={tls} options={encryptions} onValueChange={setTls} />
      </Field>
      <Field label="User" hint="Empty where the server asks for none.">
        <Input {...field('username')} autoComplete="off" />
      </Field>
      <Field label="Password">
        <Input {...field('password')} type="password" autoComplete="new-password" />
      </Field>
      <Field label="From">
        <Input {...field('from')} type="email" autoComplete="off" />
      </Field>
      <Field label="To" hint="One or more addresses, with commas.">
        <Input {...field('to')} autoComplete="off" />
      </Field>
      {create.error ? (
        <ErrorState
          error={reportError(create.error, 'add the e-mail channel')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Add e-mail
        </Button>
      </div>
    </form>
  )
}

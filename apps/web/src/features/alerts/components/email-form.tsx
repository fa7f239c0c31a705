'use client'
import { Field, Input, Select } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import type { EmailChannel } from '../alert.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'
import { ChannelForm } from './channel-form.tsx'

type Tls = EmailChannel['config']['tls']

const encryptions: { value: Tls; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'implicit', label: 'TLS from the start' },
  { value: 'none', label: 'None' },
]

/** A new e-mail channel, or one that is there. */
export function EmailForm({ channel, onDone }: { channel?: EmailChannel; onDone: () => void }) {
  const trpc = useTRPC()
  const known = channel?.config
  const [form, setForm] = useState({
    name: channel?.name ?? '',
    host: known?.host ?? '',
    port: String(known?.port ?? 587),
    username: known?.username ?? '',
    password: '',
    from: known?.from ?? '',
    to: known?.to.join(', ') ?? '',
  })
  const [tls, setTls] = useState<Tls>(known?.tls ?? 'starttls')
  const [enabled, setEnabled] = useState(channel?.enabled ?? true)
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createEmailChannel.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateEmailChannel.mutationOptions(after))
  const field = (key: keyof typeof form) => ({
    value: form[key],
    onValueChange: (value: string) => setForm((before) => ({ ...before, [key]: value })),
  })
  const submit = () => {
    const to = form.to.split(/[\s,;]+/).filter(Boolean)
    const given = { ...form, port: Number(form.port), to, tls }
    if (channel) update.mutate({ id: channel.id, ...given, enabled })
    else create.mutate(given)
  }
  return (
    <ChannelForm
      channel={channel}
      noun="e-mail"
      save={channel ? update : create}
      enabled={enabled}
      onEnabledChange={setEnabled}
      onSubmit={submit}
      onDone={onDone}
    >
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
      <Field label="User" hint="Leave empty if the server does not require one.">
        <Input {...field('username')} autoComplete="off" />
      </Field>
      <Field
        label="Password"
        {...(channel?.hasSecret
          ? { hint: 'Leave empty to keep the current one. Enter it again if you change the server.' }
          : {})}
      >
        <Input {...field('password')} type="password" autoComplete="new-password" />
      </Field>
      <Field label="From">
        <Input {...field('from')} type="email" autoComplete="off" />
      </Field>
      <Field label="To" hint="One or more addresses, separated by commas.">
        <Input {...field('to')} autoComplete="off" />
      </Field>
    </ChannelForm>
  )
}

'use client'
import { SelectField, Switch, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { choice } from '@/form/field-schemas.ts'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { EmailChannel, WebhookChannel } from '../alert.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'

interface ChannelFormProps<Value> {
  /** The existing channel; undefined for a new one. */
  channel: { name: string } | undefined
  /** What kind of channel it is, as in "Add webhook". */
  noun: string
  form: Fields<{ enabled: boolean }> & { value: Value | null; showFaults: () => void }
  save: { error: unknown; isPending: boolean }
  onSubmit: (value: Value) => void
  onDone: () => void
  children: ReactNode
}

/** The end of every channel's form: enabled, error, buttons. */
function ChannelForm<Value>(props: ChannelFormProps<Value>) {
  const { channel, noun, form, save, onSubmit, onDone, children } = props
  return (
    <FormFrame form={form} onSubmit={onSubmit}>
      {children}
      {channel ? (
        <Switch checked={form.draft.enabled} onCheckedChange={(enabled) => form.change({ enabled })}>
          Send alerts here
        </Switch>
      ) : null}
      <FormEnd
        submit={channel ? `Save ${noun}` : `Add ${noun}`}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={channel ? `change ${channel.name}` : `add the ${noun} channel`}
      />
    </FormFrame>
  )
}

const webhookForm = z.object({
  ...{ name: z.string(), url: z.string(), secret: z.string(), enabled: z.boolean() },
})

/** A new or existing webhook. */
export function WebhookForm({ channel, onDone }: { channel?: WebhookChannel; onDone: () => void }) {
  const trpc = useTRPC()
  const { name = '', config, enabled = true } = channel ?? {}
  const form = useForm(webhookForm, () => ({ name, url: config?.url ?? '', secret: '', enabled }))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createWebhook.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateWebhook.mutationOptions(after))
  return (
    <ChannelForm
      {...{ channel, form, onDone }}
      noun="webhook"
      save={channel ? update : create}
      onSubmit={({ enabled, ...given }) =>
        channel ? update.mutate({ id: channel.id, ...given, enabled }) : create.mutate(given)
      }
    >
      <TextField {...form.field('name')} label="Name" maxLength={100} />
      <TextField
        {...form.field('url')}
        type="url"
        mono
        label="Address"
        hint="http or https. Loopback and link-local addresses are refused."
      />
      <TextField
        {...form.field('secret')}
        type="password"
        autoComplete="new-password"
        label="Signing secret"
        hint={`${channel ? 'Leave empty to keep the current one. ' : ''}At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”.`}
      />
    </ChannelForm>
  )
}

type Tls = EmailChannel['config']['tls']

const encryptions: { value: Tls; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'implicit', label: 'TLS from the start' },
  { value: 'none', label: 'None' },
]

const emailForm = z.object({
  ...{ name: z.string(), host: z.string(), port: z.string().transform(Number), tls: choice<Tls>() },
  ...{ username: z.string(), password: z.string(), from: z.string(), enabled: z.boolean() },
  to: z.string().transform((text) => text.split(/[\s,;]+/).filter(Boolean)),
})

/** A new or existing e-mail channel. */
export function EmailForm({ channel, onDone }: { channel?: EmailChannel; onDone: () => void }) {
  const trpc = useTRPC()
  const { name = '', config, enabled = true } = channel ?? {}
  const form = useForm(emailForm, () => ({
    ...{ name, enabled, host: config?.host ?? '', port: String(config?.port ?? 587) },
    ...{ tls: config?.tls ?? 'starttls', username: config?.username ?? '', password: '' },
    ...{ from: config?.from ?? '', to: config?.to.join(', ') ?? '' },
  }))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createEmailChannel.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateEmailChannel.mutationOptions(after))
  return (
    <ChannelForm
      {...{ channel, form, onDone }}
      noun="e-mail"
      save={channel ? update : create}
      onSubmit={({ enabled, ...given }) =>
        channel ? update.mutate({ id: channel.id, ...given, enabled }) : create.mutate(given)
      }
    >
      <TextField {...form.field('name')} label="Name" maxLength={100} />
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField {...form.field('host')} mono label="SMTP server" />
        <TextField {...form.field('port')} type="number" label="Port" />
      </div>
      <SelectField {...form.field('tls')} label="Encryption" options={encryptions} />
      <TextField
        {...form.field('username')}
        label="User"
        hint="Leave empty if the server does not require one."
      />
      <TextField
        {...form.field('password')}
        type="password"
        autoComplete="new-password"
        label="Password"
        hint={
          channel?.hasSecret
            ? 'Leave empty to keep the current one. Enter it again if you change the server.'
            : undefined
        }
      />
      <TextField {...form.field('from')} type="email" label="From" />
      <TextField {...form.field('to')} label="To" hint="One or more addresses, separated by commas." />
    </ChannelForm>
  )
}

'use client'
import { SelectField, Switch, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { type AlertChannel, type ChannelType, channelNames } from '../alert.ts'
import { type ChannelDraft, channelForm, draftOfChannel } from '../channel-draft.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'

interface ChannelFormProps {
  type: ChannelType
  /** The existing channel; null for a new one. */
  channel: AlertChannel | null
  onDone: () => void
}

/** A new or existing channel. */
export function ChannelForm({ type, channel, onDone }: ChannelFormProps) {
  const trpc = useTRPC()
  const form = useForm(channelForm, () => draftOfChannel(type, channel))
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createChannel.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateChannel.mutationOptions(after))
  const save = channel ? update : create
  return (
    <FormFrame
      form={form}
      onSubmit={({ enabled, ...given }) =>
        channel ? update.mutate({ id: channel.id, ...given, enabled }) : create.mutate(given)
      }
    >
      <TextField {...form.field('name')} label="Name" maxLength={100} />
      {type === 'webhook' ? (
        <TextField
          {...form.field('url')}
          type="url"
          mono
          label="Address"
          hint="http or https. Loopback and link-local addresses are refused."
        />
      ) : null}
      {type === 'email' ? <EmailFields form={form} /> : null}
      {type === 'pagerduty' || type === 'opsgenie' ? (
        <TextField
          {...form.field('baseUrl')}
          type="url"
          mono
          label="Service address"
          hint={`In Europe: ${europe[type]}`}
        />
      ) : null}
      <SecretField form={form} type={type} channel={channel} />
      {channel ? (
        <Switch checked={form.draft.enabled} onCheckedChange={(enabled) => form.change({ enabled })}>
          Send alerts here
        </Switch>
      ) : null}
      <FormEnd
        submit={channel ? 'Save channel' : 'Add channel'}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={channel ? `change ${channel.name}` : `add the ${channelNames[type]} channel`}
      />
    </FormFrame>
  )
}

const europe = {
  pagerduty: 'https://events.eu.pagerduty.com',
  opsgenie: 'https://api.eu.opsgenie.com',
} as const

const secretTexts: Readonly<Record<ChannelType, { label: string; hint: string }>> = {
  webhook: {
    label: 'Signing secret',
    hint: 'At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”.',
  },
  email: { label: 'Password', hint: 'Leave empty if the server does not require one.' },
  slack: {
    label: 'Webhook address',
    hint: 'In Slack: your app, Incoming Webhooks, Add New Webhook. It is stored sealed and never shown again.',
  },
  teams: {
    label: 'Webhook address',
    hint: 'In Teams: Workflows of the channel, “Send webhook alerts to a channel”. It is stored sealed and never shown again.',
  },
  pagerduty: {
    label: 'Integration key',
    hint: 'In PagerDuty: the service, Integrations, Events API V2. It is stored sealed and never shown again.',
  },
  opsgenie: {
    label: 'API key',
    hint: 'In Opsgenie: the team, Integrations, API. It is stored sealed and never shown again.',
  },
}

function SecretField({
  form,
  type,
  channel,
}: Omit<ChannelFormProps, 'onDone'> & { form: Fields<ChannelDraft> }) {
  const { label, hint } = secretTexts[type]
  const kept =
    type === 'email' || type === 'pagerduty' || type === 'opsgenie'
      ? 'Leave empty to keep the current one. Enter it again if you change the server.'
      : 'Leave empty to keep the current one.'
  return (
    <TextField
      {...form.field('secret')}
      type="password"
      autoComplete="new-password"
      label={label}
      hint={channel?.hasSecret ? kept : hint}
    />
  )
}

const encryptions = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'implicit', label: 'TLS from the start' },
  { value: 'none', label: 'None' },
] as const

function EmailFields({ form }: { form: Fields<ChannelDraft> }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField {...form.field('host')} mono label="SMTP server" />
        <TextField {...form.field('port')} type="number" label="Port" />
      </div>
      <SelectField {...form.field('tls')} label="Encryption" options={encryptions} />
      <TextField {...form.field('from')} type="email" label="From" />
      <TextField {...form.field('to')} label="To" hint="One or more addresses, separated by commas." />
      <TextField
        {...form.field('username')}
        label="User"
        hint="Leave empty if the server does not require one."
      />
    </>
  )
}

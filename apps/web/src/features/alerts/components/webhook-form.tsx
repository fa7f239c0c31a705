'use client'
import { Field, Input } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import type { WebhookChannel } from '../alert.ts'
import { useAfterSave } from '../hooks/use-after-save.ts'
import { ChannelForm } from './channel-form.tsx'

/** A new webhook, or one that is there. */
export function WebhookForm({ channel, onDone }: { channel?: WebhookChannel; onDone: () => void }) {
  const trpc = useTRPC()
  const [name, setName] = useState(channel?.name ?? '')
  const [url, setUrl] = useState(channel?.config.url ?? '')
  const [secret, setSecret] = useState('')
  const [enabled, setEnabled] = useState(channel?.enabled ?? true)
  const after = useAfterSave(onDone)
  const create = useMutation(trpc.alerts.createWebhook.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateWebhook.mutationOptions(after))
  const submit = () => {
    if (channel) update.mutate({ id: channel.id, name, url, secret, enabled })
    else create.mutate({ name, url, secret })
  }
  return (
    <ChannelForm
      channel={channel}
      noun="webhook"
      save={channel ? update : create}
      enabled={enabled}
      onEnabledChange={setEnabled}
      onSubmit={submit}
      onDone={onDone}
    >
      <Field label="Name">
        <Input value={name} onValueChange={setName} maxLength={100} autoComplete="off" />
      </Field>
      <Field label="Address" hint="http or https. Loopback and link-local addresses are refused.">
        <Input type="url" mono value={url} onValueChange={setUrl} autoComplete="off" />
      </Field>
      <Field
        label="Signing secret"
        hint={`${channel ? 'Leave empty to keep the current one. ' : ''}At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”.`}
      >
        <Input type="password" value={secret} onValueChange={setSecret} autoComplete="new-password" />
      </Field>
    </ChannelForm>
  )
}

'use client'
import { Button, ErrorState, Field, Input, Switch } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { WebhookChannel } from '../alert.ts'

/** A new webhook, or one that is there. */
export function WebhookForm({ channel, onDone }: { channel?: WebhookChannel; onDone: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [name, setName] = useState(channel?.name ?? '')
  const [url, setUrl] = useState(channel?.config.url ?? '')
  const [secret, setSecret] = useState('')
  const [enabled, setEnabled] = useState(channel?.enabled ?? true)
  const after = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
    onSuccess: onDone,
  }
  const create = useMutation(trpc.alerts.createWebhook.mutationOptions(after))
  const update = useMutation(trpc.alerts.updateWebhook.mutationOptions(after))
  const { error, isPending } = channel ? update : create
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (channel) update.mutate({ id: channel.id, name, url, secret, enabled })
    else create.mutate({ name, url, secret })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name">
        <Input value={name} onValueChange={setName} maxLength={100} autoComplete="off" />
      </Field>
      <Field label="Address" hint="http or https. Never the worker's own machine or a link-local address.">
        <Input type="url" mono value={url} onValueChange={setUrl} autoComplete="off" />
      </Field>
      <Field
        label="Signing secret"
        hint={`${channel ? 'Leave it empty to keep the one there is. ' : ''}At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”.`}
      >
        <Input type="password" value={secret} onValueChange={setSecret} autoComplete="new-password" />
      </Field>
      {channel ? (
        <Switch checked={enabled} onCheckedChange={setEnabled}>
          Send alerts here
        </Switch>
      ) : null}
      {error ? (
        <ErrorState
          error={reportError(error, channel ? `change ${channel.name}` : 'add the webhook')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {channel ? 'Save webhook' : 'Add webhook'}
        </Button>
      </div>
    </form>
  )
}

'use client'
import { Button, ErrorState, Field, Input } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'

export function WebhookForm({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const create = useMutation(
    trpc.alerts.createWebhook.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
      onSuccess: onDone,
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, url, secret })
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
        hint="At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”."
      >
        <Input type="password" value={secret} onValueChange={setSecret} autoComplete="new-password" />
      </Field>
      {create.error ? (
        <ErrorState
          error={reportError(create.error, 'add the webhook')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Add webhook
        </Button>
      </div>
    </form>
  )
}

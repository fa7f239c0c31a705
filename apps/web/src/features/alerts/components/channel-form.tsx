import { Button, ErrorState, Switch } from '@frostline/ui'
import type { FormEvent, ReactNode } from 'react'
import { reportError } from '@/trpc/report-error.ts'

interface ChannelFormProps {
  /** The channel that is there; none for a new one. */
  channel: { name: string } | undefined
  /** What kind of channel it is, as in "Add webhook". */
  noun: string
  save: { error: unknown; isPending: boolean }
  enabled: boolean
  onEnabledChange: (enabled: boolean) => void
  onSubmit: () => void
  onDone: () => void
  children: ReactNode
}

/** What every channel's form ends with: whether it is used, what went wrong, and the way out. */
export function ChannelForm({ channel, noun, save, ...form }: ChannelFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.onSubmit()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {form.children}
      {channel ? (
        <Switch checked={form.enabled} onCheckedChange={form.onEnabledChange}>
          Send alerts here
        </Switch>
      ) : null}
      {save.error ? (
        <ErrorState
          error={reportError(save.error, channel ? `change ${channel.name}` : `add the ${noun} channel`)}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={form.onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {channel ? `Save ${noun}` : `Add ${noun}`}
        </Button>
      </div>
    </form>
  )
}

'use client'
import { Button, RelativeTime, showToast, TextField } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { z } from 'zod'
import { addPasskey, explainPasskeyFailure } from '@/auth/passkeys.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { ExplainedError } from '@/trpc/explained-error.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { PasswordDialog } from './password-dialog.tsx'

type Passkey = RouterOutputs['passkeys']['localSignIn']['passkeys'][number]

const addForm = z.object({
  name: requiredText('Enter a name.'),
  password: requiredText('Enter your password.'),
})
const nameForm = z.object({ name: requiredText('Enter a name.') })

export function PasskeyList({ passkeys, usable }: { passkeys: readonly Passkey[]; usable: boolean }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      {passkeys.length === 0 ? (
        <p className="text-ink-2">
          {usable
            ? 'None. A passkey of this device or a security key replaces password and code.'
            : 'Browsers use passkeys only over HTTPS, and not at an IP address. An admin sets FROSTLINE_PUBLIC_URL.'}
        </p>
      ) : (
        <ul className="flex flex-col divide-y">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {usable ? <AddPasskey /> : null}
    </div>
  )
}

function AddPasskey() {
  const reload = useReload()
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser then asks for a fingerprint, a face, a PIN or a security key."
      trigger={
        <Button size="sm" className="self-start" icon={<Plus aria-hidden />}>
          Add passkey
        </Button>
      }
      schema={addForm}
      initial={() => ({ name: '', password: '' })}
      submit="Continue"
      task="add the passkey"
      save={async ({ name, password }) => {
        const outcome = await addPasskey(name, password)
        if (outcome !== 'done') throw new ExplainedError(explainPasskeyFailure(outcome))
        await reload()
        showToast({ tone: 'success', title: `Added the passkey ${name}` })
      }}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={100}
            hint="Where it is, such as Laptop or Security key."
          />
          <TextField
            {...form.field('password')}
            type="password"
            autoComplete="current-password"
            label="Your password"
          />
        </>
      )}
    </FormDialog>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const trpc = useTRPC()
  const reload = useReload()
  const rename = useMutation(trpc.passkeys.rename.mutationOptions({ onSettled: reload }))
  const remove = useMutation(trpc.passkeys.remove.mutationOptions({ onSettled: reload }))
  return (
    <li aria-label={passkey.name} className="flex flex-wrap items-center gap-2 py-2 first:pt-0 last:pb-0">
      <KeyRound aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{passkey.name}</span>
        <span className="block text-ink-3 text-xs">
          {passkey.createdAt ? (
            <>
              added <RelativeTime at={passkey.createdAt} />
            </>
          ) : null}
          {passkey.synced ? ' · synced' : ' · on one device'}
        </span>
      </span>
      <FormDialog
        title={`Rename ${passkey.name}`}
        trigger={<Button size="sm">Rename</Button>}
        schema={nameForm}
        initial={() => ({ name: passkey.name })}
        submit="Rename"
        task="rename the passkey"
        save={({ name }) => rename.mutateAsync({ id: passkey.id, name })}
      >
        {(form) => <TextField {...form.field('name')} label="Name" maxLength={100} />}
      </FormDialog>
      <PasswordDialog
        title={`Remove the passkey ${passkey.name}?`}
        description="It can no longer be used to sign in. Delete it on the device too."
        submit="Remove passkey"
        task={`remove ${passkey.name}`}
        save={({ password }) => remove.mutateAsync({ id: passkey.id, password })}
        trigger={<Button size="sm">Remove</Button>}
      />
    </li>
  )
}

function useReload() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.passkeys.pathKey() })
}

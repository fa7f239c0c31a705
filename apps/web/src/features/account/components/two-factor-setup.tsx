'use client'
import { Button, CopyButton, Dialog, TextField } from '@frostline/ui'
import { useState } from 'react'
import { z } from 'zod'
import { authClient } from '@/auth/client.ts'
import { requiredText } from '@/form/field-schemas.ts'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { late } from '@/navigation/late.tsx'
import { ExplainedError } from '@/trpc/explained-error.ts'
import { explainPasswordProblem } from '../explain-password-problem.ts'

const QrCode = late(() => import('./qr-code.tsx').then(({ QrCode }) => QrCode))

interface Begun {
  totpURI: string
  backupCodes: string[]
}

/** Sets up codes: password, then the secret in the app and a first code. */
export function TwoFactorSetup({ onDone }: { onDone: (recoveryCodes: string[]) => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [begun, setBegun] = useState<Begun | null>(null)
  const show = (next: boolean) => {
    setOpen(next)
    setBegun(null)
  }
  return (
    <Dialog
      title="Set up two-factor authentication"
      description={
        begun
          ? 'Scan the code with an authenticator app, or enter the secret there.'
          : 'Confirm that it is you.'
      }
      open={open}
      onOpenChange={show}
      trigger={
        <Button size="sm" className="self-start">
          Set up two-factor authentication
        </Button>
      }
    >
      {begun ? (
        <VerifyStep
          begun={begun}
          onCancel={() => show(false)}
          onDone={async () => {
            show(false)
            await onDone(begun.backupCodes)
          }}
        />
      ) : (
        <PasswordStep onBegun={setBegun} onCancel={() => show(false)} />
      )}
    </Dialog>
  )
}

const passwordStep = z.object({ password: requiredText('Enter your password.') })

function PasswordStep({ onBegun, onCancel }: { onBegun: (begun: Begun) => void; onCancel: () => void }) {
  const form = useForm(passwordStep, () => ({ password: '' }))
  const { busy, error, run } = useStep()
  const submit = (given: z.output<typeof passwordStep>) =>
    run(async () => {
      const { data, error: failed } = await authClient.twoFactor.enable(given)
      if (failed) throw new ExplainedError(explainPasswordProblem(failed.status))
      if ('totpURI' in data) onBegun(data)
    })
  return (
    <FormFrame form={form} onSubmit={submit}>
      <TextField
        {...form.field('password')}
        type="password"
        autoComplete="current-password"
        label="Your password"
      />
      <FormEnd submit="Continue" busy={busy} cancel={onCancel} error={error} task="continue" />
    </FormFrame>
  )
}

const codeStep = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(' ', ''))
    .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits that the app shows.'),
})

interface VerifyStepProps {
  begun: Begun
  onDone: () => Promise<void>
  onCancel: () => void
}

function VerifyStep({ begun, onDone, onCancel }: VerifyStepProps) {
  const form = useForm(codeStep, () => ({ code: '' }))
  const { busy, error, run } = useStep()
  const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
  const submit = (given: z.output<typeof codeStep>) =>
    run(async () => {
      const { error: failed } = await authClient.twoFactor.verifyTotp(given)
      if (failed)
        throw new ExplainedError(
          failed.status === 401
            ? 'This code is not correct. Check the time of your phone, and enter the next code.'
            : explainPasswordProblem(failed.status),
        )
      await onDone()
    })
  return (
    <FormFrame form={form} onSubmit={submit}>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={begun.totpURI} />
        <div className="min-w-0 flex-1 text-xs">
          <p className="text-ink-2">Secret</p>
          <span className="flex items-center gap-1">
            <code className="min-w-0 select-all break-all font-mono">{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
          </span>
        </div>
      </div>
      <TextField
        {...form.field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        label="Code of the app"
      />
      <FormEnd submit="Turn on" busy={busy} cancel={onCancel} error={error} task="turn it on" />
    </FormFrame>
  )
}

function useStep() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (step: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    await step().catch(setError)
    setBusy(false)
  }
  return { busy, error, run }
}

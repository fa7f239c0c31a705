'use client'
import { Button, StatusPill, showToast } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authClient } from '@/auth/client.ts'
import { useTRPC } from '@/trpc/context.ts'
import { ExplainedError } from '@/trpc/explained-error.ts'
import { explainPasswordProblem } from '../explain-password-problem.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** Codes of an authenticator app, asked for after the password. */
export function TwoFactor({ isOn }: { isOn: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.passkeys.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() }),
    ])
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {isOn ? <StatusPill tone="ok">on</StatusPill> : <StatusPill tone="unknown">off</StatusPill>}
        <span className="text-ink-2">
          {isOn
            ? 'After the password, sign-in asks for a code of your authenticator app.'
            : 'Protect your password with codes of an authenticator app.'}
        </span>
      </p>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      {isOn ? (
        <div className="flex flex-wrap gap-2">
          <PasswordDialog
            title="Renew the recovery codes?"
            description="The current recovery codes stop working."
            trigger={<Button size="sm">Renew recovery codes</Button>}
            submit="Renew recovery codes"
            task="renew the recovery codes"
            save={async (given) => {
              const { data, error } = await authClient.twoFactor.generateBackupCodes(given)
              if (error) throw new ExplainedError(explainPasswordProblem(error.status))
              setCodes(data.backupCodes)
            }}
          />
          <PasswordDialog
            title="Turn off two-factor authentication?"
            description="Your password alone is then enough to sign in. Recovery codes stop working."
            trigger={<Button size="sm">Turn off</Button>}
            submit="Turn off"
            task="turn it off"
            save={async (given) => {
              const { error } = await authClient.twoFactor.disable(given)
              if (error) throw new ExplainedError(explainPasswordProblem(error.status))
              setCodes(null)
              await reload()
              showToast({ tone: 'success', title: 'Two-factor authentication is off' })
            }}
          />
        </div>
      ) : (
        <TwoFactorSetup
          onDone={async (fresh) => {
            setCodes(fresh)
            await reload()
            showToast({ tone: 'success', title: 'Two-factor authentication is on' })
          }}
        />
      )}
    </div>
  )
}

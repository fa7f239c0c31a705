'use client'
import { Button, ConfirmDialog, showToast } from '@frostline/ui'
import { useState } from 'react'
import { NewPasswordField, type PasswordChoice } from '@/features/account/components/new-password-field.tsx'
import { findPasswordFault } from '@/features/account/password-rules.ts'
import { useUserChanges } from '../hooks/use-user-changes.ts'
import type { IssuedPassword } from '../issued-password.ts'
import { passwordOf } from '../password-of.ts'
import type { User } from '../person.ts'
import { DrawerSection } from './drawer-section.tsx'

interface ResetPasswordProps {
  user: User
  onIssued: (issued: IssuedPassword) => void
}

export function ResetPassword({ user, onIssued }: ResetPasswordProps) {
  const { resetPassword } = useUserChanges(user.email)
  const [choice, setChoice] = useState<PasswordChoice>({ kind: 'generated' })
  const fault = choice.kind === 'typed' ? findPasswordFault(choice.password) : undefined
  const typedSomething = choice.kind === 'typed' && choice.password !== ''
  const reset = async () => {
    const password = passwordOf(choice)
    await resetPassword.mutateAsync({ id: user.id, password })
    setChoice({ kind: 'generated' })
    if (choice.kind === 'generated') onIssued({ email: user.email, password })
    else showToast({ tone: 'success', title: `Password of ${user.email} reset` })
  }
  return (
    <DrawerSection title="New password">
      <NewPasswordField
        label="Password"
        value={choice}
        onValueChange={setChoice}
        error={typedSomething ? fault : undefined}
      />
      <ConfirmDialog
        title={`Set a new password for ${user.email}?`}
        description="The current password stops working and all their sessions end."
        confirmLabel="Set password"
        cancelLabel="Keep the present one"
        onConfirm={reset}
        trigger={
          <Button className="self-start" disabled={fault !== undefined}>
            Reset password
          </Button>
        }
      />
    </DrawerSection>
  )
}

'use client'
import { Button, ConfirmDialog, showToast } from '@frostline/ui'
import { Ban, UserCheck } from 'lucide-react'
import { useUserChanges } from '../hooks/use-user-changes.ts'
import type { User } from '../person.ts'
import { DrawerSection } from './drawer-section.tsx'

export function EndOrGiveAccess({ user }: { user: User }) {
  const { disable, enable } = useUserChanges(user.email)
  if (user.disabledAt)
    return (
      <DrawerSection title="Give access back">
        <p className="text-ink-2 text-sm">
          They sign in with the former password and role. Their API tokens stay revoked.
        </p>
        <Button
          className="self-start"
          icon={<UserCheck aria-hidden />}
          busy={enable.isPending}
          onClick={() =>
            enable.mutate(
              { id: user.id },
              { onSuccess: () => showToast({ tone: 'success', title: `${user.email} may sign in again` }) },
            )
          }
        >
          Enable user
        </Button>
      </DrawerSection>
    )
  return (
    <DrawerSection title="End access">
      <p className="text-ink-2 text-sm">
        They are signed out everywhere and cannot sign in again. What they did stays in the audit.
      </p>
      <ConfirmDialog
        danger
        title={`Disable ${user.email}?`}
        description="Their sessions end at once and the API tokens they made are revoked for good. The user can be enabled again, the tokens cannot."
        confirmLabel="Disable user"
        cancelLabel="Keep access"
        onConfirm={async () => {
          await disable.mutateAsync({ id: user.id })
          showToast({ tone: 'success', title: `${user.email} is disabled` })
        }}
        trigger={
          <Button className="self-start" icon={<Ban aria-hidden />}>
            Disable user
          </Button>
        }
      />
    </DrawerSection>
  )
}

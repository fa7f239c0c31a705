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
      <DrawerSection title="Restore access">
        <p className="text-ink-2 text-sm">
          The user keeps the previous password and role. API tokens stay revoked.
        </p>
        <Button
          className="self-start"
          icon={<UserCheck aria-hidden />}
          busy={enable.isPending}
          onClick={() =>
            enable.mutate(
              { id: user.id },
              { onSuccess: () => showToast({ tone: 'success', title: `Enabled ${user.email}` }) },
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
        The user is signed out and cannot sign in again. Audit entries are kept.
      </p>
      <ConfirmDialog
        danger
        title={`Disable ${user.email}?`}
        description="All sessions end now, and API tokens they created are revoked. You can enable the user again, but not the tokens."
        confirmLabel="Disable user"
        cancelLabel="Keep access"
        onConfirm={async () => {
          await disable.mutateAsync({ id: user.id })
          showToast({ tone: 'success', title: `Disabled ${user.email}` })
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

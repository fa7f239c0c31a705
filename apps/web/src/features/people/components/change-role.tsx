'use client'
import { Button, showToast } from '@frostline/ui'
import { useState } from 'react'
import { roles } from '@/auth/use-person.ts'
import { RoleField } from '@/features/account/components/role-field.tsx'
import { useUserChanges } from '../hooks/use-user-changes.ts'
import type { User } from '../person.ts'
import { DrawerSection } from './drawer-section.tsx'

export function ChangeRole({ user }: { user: User }) {
  const { setRole } = useUserChanges(user.email)
  const [role, setChosen] = useState(user.role)
  const lower = roles.indexOf(role) < roles.indexOf(user.role)
  const save = () =>
    setRole.mutate(
      { id: user.id, role },
      {
        onSuccess: () => showToast({ tone: 'success', title: `${user.email} is ${role} now` }),
        onError: () => setChosen(user.role),
      },
    )
  return (
    <DrawerSection title="Permissions">
      <RoleField value={role} onValueChange={setChosen} />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={role === user.role} busy={setRole.isPending} onClick={save}>
          Change role
        </Button>
        <p className="min-w-0 flex-1 text-ink-3 text-xs">
          {lower
            ? `Takes effect at their next request. API tokens they created with more permissions than ${role} are revoked.`
            : 'Takes effect at their next request.'}
        </p>
      </div>
    </DrawerSection>
  )
}

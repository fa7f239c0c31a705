'use client'
import { Menu, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator, Skeleton } from '@frostline/ui'
import { CircleUser, Keyboard, LogOut } from 'lucide-react'
import Link from 'next/link'
import { usePerson } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { useTheme } from '../../../theme/theme-provider.tsx'

export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const state = usePerson()
  const { theme, setTheme } = useTheme()
  if (state.kind !== 'known') return <Skeleton className="size-7 rounded-full" />
  const { name, email, role } = state.person
  return (
    <Menu
      align="end"
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-ink font-medium text-2xs text-on-ink uppercase"
        >
          {initialsOf(name || email)}
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-ink-3 text-xs">
          {email} · {role}
        </p>
      </div>
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        value={theme}
        onValueChange={setTheme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <MenuSeparator />
      <MenuGroup>
        <MenuItem icon={<CircleUser aria-hidden />} render={<Link href={routes.account} />}>
          Account
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden />} hint="?" onSelect={onShowShortcuts}>
          Keyboard shortcuts
        </MenuItem>
        <MenuItem
          icon={<LogOut aria-hidden />}
          onSelect={async () => (await import('../../../auth/sign-out.ts')).signOut()}
        >
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s@._-]+/)
  return `${first.slice(0, 1)}${second.slice(0, 1)}`
}

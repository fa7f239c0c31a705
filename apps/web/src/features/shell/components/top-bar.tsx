'use client'
import { Drawer, IconButton } from '@frostline/ui'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { AlertBell } from '@/features/alerts/components/alert-bell.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  /** Slug of the cluster to show. */
  cluster: string | null
  onOpenPalette: () => void
}

export function TopBar({ cluster, onOpenPalette }: TopBarProps) {
  const [navigationOpen, setNavigationOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b bg-canvas/95 px-3 backdrop-blur-sm sm:gap-2 lg:px-6">
      <IconButton
        label="Open navigation"
        icon={<MenuIcon />}
        onClick={() => setNavigationOpen(true)}
        className="-ml-1 lg:hidden"
      />
      <Drawer open={navigationOpen} onOpenChange={setNavigationOpen} side="left" title="Navigation" bare>
        <SideNavigation cluster={cluster} onNavigate={() => setNavigationOpen(false)} />
      </Drawer>
      <Breadcrumbs />
      <button
        type="button"
        onClick={onOpenPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-8 w-56 items-center gap-2 rounded-md border bg-surface px-2.5 text-ink-3 text-sm transition-colors hover:border-line-strong md:flex"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Search or jump to</span>
        <kbd className="rounded-sm border bg-sunken px-1 font-sans text-2xs text-ink-3">Ctrl K</kbd>
      </button>
      <IconButton label="Search or jump to" icon={<Search />} onClick={onOpenPalette} className="md:hidden" />
      <AlertBell />
      <UserMenu />
    </header>
  )
}

'use client'
import { Button, Drawer, IconButton } from '@frostline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, Menu as MenuIcon, Search } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { AlertBell } from '@/features/alerts/components/alert-bell.tsx'
import { PageGuard } from '../../../auth/page-guard.tsx'
import { usePerson } from '../../../auth/use-person.ts'
import { useKeptValue } from '../../../browser/kept-value.ts'
import { late } from '../../../navigation/late.tsx'
import { useLiveStatus } from '../../../trpc/live-changes.tsx'
import { watchedRuns } from '../../run/watched-runs.ts'
import { useCrumbNames } from '../crumb-names.ts'
import { useClusters, useFollowClusters, useShownClusterSlug } from '../hooks/use-clusters.ts'
import { listCrumbs } from '../list-crumbs.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { SideNavigation } from './side-navigation.tsx'
import { UserMenu } from './user-menu.tsx'

const CommandPalette = late(async () => (await import('./command-palette.tsx')).CommandPalette)
const PrintHead = late(async () => (await import('../../print/print-head.tsx')).PrintHead)
const RunNotifier = late(async () => (await import('../../run/run-notifier.tsx')).RunNotifier)
const ShortcutsDialog = late(async () => (await import('../shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog)

/** Short gaps are ignored: proxies close streams, and the next one opens at once. */
const quietMs = 4_000

/** Shows that the console is unreachable. It overlays the page, so that the layout does not shift. */
function OfflineBanner() {
  const away = useLiveStatus() === 'away'
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setShown(true), quietMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [away])
  return (
    <div
      role="alert"
      className="pointer-events-none fixed print:hidden inset-x-0 bottom-3 z-40 flex justify-center px-3"
    >
      {shown ? (
        <div className="pointer-events-auto flex items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3 text-sm shadow-float">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span>The console is not responding. Data may be out of date. Reconnecting…</span>
          <Button size="sm" onClick={() => void queryClient.invalidateQueries()}>
            Try now
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** The frame of every page behind the sign-in. */
export function AppShell({ children }: { children: ReactNode }) {
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const wasPaletteOpen = useWasOpen(paletteOpen)
  const wereShortcutsOpen = useWasOpen(shortcutsOpen)
  const watching = useKeptValue(watchedRuns).length > 0
  const cluster = useShownClusterSlug()
  const clusters = useClusters().data
  const clusterName = clusters?.find(({ slug }) => slug === cluster)?.name
  useLeaveWhenSignedOut()
  useFollowClusters()
  useShortcuts({
    cluster,
    onTogglePalette: () => setPaletteOpen((open) => !open),
    onHelp: () => setShortcutsOpen(true),
  })
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-2 text-on-ink text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r bg-sunken lg:block print:hidden">
        <SideNavigation cluster={cluster} />
      </aside>
      <div className="min-w-0">
        <TopBar
          cluster={cluster}
          onOpenPalette={() => setPaletteOpen(true)}
          onShowShortcuts={() => setShortcutsOpen(true)}
        />
        <main id="main" tabIndex={-1} className="mx-auto max-w-400 px-3 py-5 outline-none sm:px-4 lg:px-6">
          <PrintHead cluster={clusterName} />
          <PageGuard>{children}</PageGuard>
        </main>
      </div>
      {wasPaletteOpen ? (
        <CommandPalette
          cluster={cluster}
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
          onShowShortcuts={() => setShortcutsOpen(true)}
        />
      ) : null}
      {wereShortcutsOpen ? (
        <ShortcutsDialog cluster={cluster} open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
      ) : null}
      {watching ? <RunNotifier /> : null}
      <OfflineBanner />
    </div>
  )
}

/** Whether it was ever open. Its code is loaded then and stays, so that it can close smoothly. */
function useWasOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen || open
}

function useLeaveWhenSignedOut(): void {
  const router = useRouter()
  const pathname = usePathname()
  const signedOut = usePerson().kind === 'none'
  useEffect(() => {
    if (signedOut) router.replace(`/sign-in?next=${encodeURIComponent(pathname)}`)
  }, [signedOut, pathname, router])
}

interface TopBarProps {
  /** Slug of the cluster to show. */
  cluster: string | null
  onOpenPalette: () => void
  onShowShortcuts: () => void
}

function TopBar({ cluster, onOpenPalette, onShowShortcuts }: TopBarProps) {
  const [navigationOpen, setNavigationOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex print:hidden h-12 items-center gap-1 border-b bg-canvas/95 px-3 backdrop-blur-sm sm:gap-2 lg:px-6">
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
      <UserMenu onShowShortcuts={onShowShortcuts} />
    </header>
  )
}

/** The last crumb is the page itself and takes the remaining width. */
function Breadcrumbs() {
  const pathname = usePathname()
  const clusters = useClusters()
  const known = useCrumbNames()
  const crumbs = listCrumbs(pathname, {
    cluster: (slug) => clusters.data?.find((cluster) => cluster.slug === slug)?.name ?? slug,
    object: (id) => known.get(id),
  })
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        {crumbs.map((crumb, index) => (
          <Fragment key={`${crumb.label} ${crumb.href ?? ''}`}>
            {index > 0 ? (
              <li
                aria-hidden
                className={index < crumbs.length - 1 ? 'hidden text-ink-3 sm:block' : 'text-ink-3'}
              >
                /
              </li>
            ) : null}
            <li
              className={
                crumb.href
                  ? 'hidden shrink-0 text-ink-3 first:block sm:block'
                  : 'min-w-0 truncate font-medium'
              }
            >
              {crumb.href ? (
                <Link
                  href={crumb.href as Route}
                  className="block max-w-28 truncate rounded-sm hover:text-ink sm:max-w-60"
                >
                  {crumb.label}
                </Link>
              ) : (
                <span aria-current="page">{crumb.label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

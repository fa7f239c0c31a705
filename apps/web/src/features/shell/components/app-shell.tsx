'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { usePerson } from '../../../auth/use-person.ts'
import { useTRPCClient } from '../../../trpc/context.ts'
import { useFollowClusters, useShownClusterSlug } from '../hooks/use-clusters.ts'
import type { SearchTables } from '../hooks/use-table-search.ts'
import { CommandPalette } from './command-palette.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every page behind the sign-in. */
export function AppShell({ children }: { children: ReactNode }) {
  const [paletteOpen, setPaletteOpen] = useState(false)
  const client = useTRPCClient()
  const cluster = useShownClusterSlug()
  const searchTables: SearchTables = async (cluster, search, signal) => {
    const found = await client.tables.list.query({ cluster, search, limit: 8 }, { signal })
    return found.data.tables
  }
  useLeaveWhenSignedOut()
  useFollowClusters()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setPaletteOpen((open) => !open)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-2 text-on-ink text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r bg-sunken lg:block">
        <SideNavigation cluster={cluster} />
      </aside>
      <div className="min-w-0">
        <TopBar cluster={cluster} onOpenPalette={() => setPaletteOpen(true)} />
        <main id="main" tabIndex={-1} className="mx-auto max-w-400 px-3 py-5 outline-none sm:px-4 lg:px-6">
          {children}
        </main>
      </div>
      <CommandPalette
        cluster={cluster}
        open={paletteOpen}
        onOpenChange={setPaletteOpen}
        searchTables={searchTables}
      />
      <OfflineBanner />
    </div>
  )
}

function useLeaveWhenSignedOut(): void {
  const router = useRouter()
  const pathname = usePathname()
  const signedOut = usePerson().kind === 'none'
  useEffect(() => {
    if (signedOut) router.replace(`/sign-in?next=${encodeURIComponent(pathname)}`)
  }, [signedOut, pathname, router])
}

import type { ReactNode } from 'react'
import { AppShell } from '../../features/shell/components/app-shell.tsx'
import { FirstData, PageData } from '../../server/first-data.tsx'
import { LiveChangesProvider } from '../../trpc/live-changes.tsx'

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <FirstData>
      <LiveChangesProvider>
        <AppShell>
          <PageData>{children}</PageData>
        </AppShell>
      </LiveChangesProvider>
    </FirstData>
  )
}

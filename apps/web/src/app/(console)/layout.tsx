import type { ReactNode } from 'react'
import { AppShell } from '../../features/shell/components/app-shell.tsx'
import { FirstData } from '../../server/first-data.tsx'

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <FirstData>
      <AppShell>{children}</AppShell>
    </FirstData>
  )
}

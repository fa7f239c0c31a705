import type { ReactNode } from 'react'
import { AppShell } from '../../features/shell/components/app-shell.tsx'

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <AppShell>{children}</AppShell>
}

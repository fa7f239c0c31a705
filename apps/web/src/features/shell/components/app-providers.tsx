'use client'
import { UiProvider } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { Theme } from '../../../theme/theme.ts'
import { ThemeProvider } from '../../../theme/theme-provider.tsx'
import { ApiProvider } from '../../../trpc/provider.tsx'

export function AppProviders({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <ThemeProvider initial={theme}>
      <ApiProvider>
        <UiProvider>{children}</UiProvider>
      </ApiProvider>
    </ThemeProvider>
  )
}

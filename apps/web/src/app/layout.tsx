import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { AppProviders } from '../features/shell/components/app-providers.tsx'
import { classOfTheme, parseTheme, themeCookie } from '../theme/theme.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Frostline', template: '%s · Frostline' },
  description: 'A console for ClickHouse on object storage.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f8fa' },
    { media: '(prefers-color-scheme: dark)', color: '#0a0d12' },
  ],
}

/**
 * No page has a static shell: each is rendered per request, so that its scripts have the nonce of that request's policy
 * (src/proxy.ts) and the first paint has the user's theme.
 */
export const instant = false

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value)
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable} ${classOfTheme(theme)}`}
      suppressHydrationWarning
    >
      <body>
        <div className="app-root">
          <AppProviders theme={theme}>{children}</AppProviders>
        </div>
      </body>
    </html>
  )
}

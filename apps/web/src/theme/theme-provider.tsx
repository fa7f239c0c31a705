'use client'
import { createContext, type ReactNode, use, useState } from 'react'
import { type Theme, themeCookie, themes } from './theme.ts'

interface ThemeChoice {
  theme: Theme
  setTheme: (theme: Theme) => void
}

const ThemeContext = createContext<ThemeChoice>({ theme: 'system', setTheme: () => undefined })

const yearSeconds = 31_536_000

export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setState] = useState(initial)
  const setTheme = (next: Theme) => {
    setState(next)
    const root = document.documentElement
    root.classList.remove(...themes)
    if (next !== 'system') root.classList.add(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
    document.cookie = `${themeCookie}=${next}; path=/; max-age=${yearSeconds}; samesite=lax`
  }
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>
}

export function useTheme(): ThemeChoice {
  return use(ThemeContext)
}

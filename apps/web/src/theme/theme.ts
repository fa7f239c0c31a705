export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Read by the server, so that the first paint already has the selected theme; no script is needed. */
export const themeCookie = 'frostline-theme'

export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}

/** Class of <html>; none for the system's choice. */
export function classOfTheme(theme: Theme): string {
  return theme === 'system' ? '' : theme
}

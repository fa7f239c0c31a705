import type { Page } from '@playwright/test'

/** Collects console and script errors, except tolerated ones. Returns a function to read them. */
export function watchConsole(page: Page, tolerated: readonly RegExp[]): () => readonly string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  // Evaluated at the end: a test may tolerate what it has just provoked.
  return () => faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
}

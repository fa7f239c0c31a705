import type { Page } from '@playwright/test'

/** Collects errors of the console and of scripts, but for the tolerated ones. Returns how to read them. */
export function watchConsole(page: Page, tolerated: readonly RegExp[]): () => readonly string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  // Judged at the end: a test may tolerate what it has provoked a moment ago.
  return () => faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
}

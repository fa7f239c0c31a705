import { expect, type Locator } from '@playwright/test'

/** Every byte, as in the titles of figures. */
export function exactBytes(sizeBytes: bigint): string {
  return `${sizeBytes.toLocaleString('en-US')} B`
}

/** The figure under a label, in a list of labels and figures. */
export function figure(within: Locator, label: string | RegExp): Locator {
  const named = typeof label === 'string' ? new RegExp(`^${label}$`) : label
  return within.getByRole('term').filter({ hasText: named }).locator('xpath=following-sibling::dd[1]')
}

const anyBytes = /^[\d,]+ B$/

/** Exact sizes inside, in reading order. */
export function sizesIn(within: Locator): Locator {
  return within.getByTitle(anyBytes)
}

/**
 * A size that includes the servers' own log tables, which grow and merge every second: the sum of everything else, with
 * a tolerance for the logs.
 */
export async function expectAboutBytes(size: Locator, sizeBytes: bigint): Promise<void> {
  const title = (await size.getAttribute('title')) ?? ''
  const shown = Number(title.replace(/[, B]/g, ''))
  expect(Math.abs(shown - Number(sizeBytes)), `${title} against ${exactBytes(sizeBytes)}`).toBeLessThan(
    1 << 20,
  )
}

/** The exact size behind a rounded one. */
export async function expectBytes(within: Locator, sizeBytes: bigint): Promise<void> {
  await expect(within.getByTitle(exactBytes(sizeBytes), { exact: true })).toBeVisible()
}

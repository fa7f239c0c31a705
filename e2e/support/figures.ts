import { expect, type Locator } from '@playwright/test'

/** Every byte, as the titles of figures say it. */
export function exactBytes(sizeBytes: bigint): string {
  return `${sizeBytes.toLocaleString('en-US')} B`
}

/** The figure under a label, in a list of labels and figures. */
export function figure(within: Locator, label: string | RegExp): Locator {
  const named = typeof label === 'string' ? new RegExp(`^${label}$`) : label
  return within.getByRole('term').filter({ hasText: named }).locator('xpath=following-sibling::dd[1]')
}

/** The exact size behind a rounded one. */
export async function expectBytes(within: Locator, sizeBytes: bigint): Promise<void> {
  await expect(within.getByTitle(exactBytes(sizeBytes), { exact: true })).toBeVisible()
}

import { expect, type Locator } from '@playwright/test'

/**
 * Opens a list, chooses an option and verifies it. On a busy machine the list may still take the click as part of the
 * one that opened it: then it is repeated.
 */
export async function choose(
  list: Locator,
  option: string | RegExp,
  { exact = false, first = false }: { exact?: boolean; first?: boolean } = {},
): Promise<void> {
  const page = list.page()
  await expect(async () => {
    if ((await list.getAttribute('aria-expanded', { timeout: 5_000 })) !== 'true')
      await list.click({ timeout: 5_000 })
    const named = page.getByRole('option', { name: option, exact })
    const wanted = first ? named.first() : named
    const [label = ''] = (await wanted.innerText({ timeout: 5_000 })).split('\n')
    await wanted.click({ timeout: 5_000 })
    await expect(wanted).toBeHidden({ timeout: 2_000 })
    await expect(list).toContainText(label, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

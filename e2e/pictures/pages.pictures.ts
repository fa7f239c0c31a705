import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })
test.setTimeout(180_000)

const table = '/clusters/demo/tables/demo/trips_local'

const pages: Record<string, string> = {
  overview: '/clusters/demo/overview',
  table,
  ttl: '/clusters/demo/tables/demo/daily_revenue/ttl',
  why: '/clusters/demo/tables/demo/daily_revenue?tab=why',
  storage: '/clusters/demo/storage',
  cache: '/clusters/demo/cache',
  cost: '/clusters/demo/costs',
  'start-up': '/clusters/demo/restart-forecast/shard-1-replica-1',
}

for (const [name, path] of Object.entries(pages))
  test(name, async ({ page }) => {
    await page.goto(path)
    await take(page, name)
  })

test('migration', async ({ page }) => {
  const { body } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: {
      ...{ cluster: 'demo', database: 'demo', table: 'trips_local', targetVolume: 'cold', deepCheck: true },
      goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
    },
  })
  expect((await callRest('POST', `/tier-migrations/${body.id}/start`)).status).toBe(200)
  await page.goto(`/clusters/demo/migrations/${body.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 120_000 })
  await take(page, 'migration')
})

test('browse a source', async ({ page }) => {
  await page.goto('/sources')
  await page.getByRole('main').getByRole('link', { name: 'frostline-demo' }).click()
  await expect(page.getByRole('navigation', { name: 'Folder' })).toBeVisible()
  await take(page, 'source')
})

/** Once nothing is loading any more. */
async function take(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Panels that read, charts whose code loads later.
  await expect(page.locator('[aria-busy="true"], .animate-shimmer')).toHaveCount(0, { timeout: 60_000 })
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url)) })
}

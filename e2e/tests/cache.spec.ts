import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test('the cache: what it holds of a table, what reading that again would cost, and gone after the drop', async ({
  page,
  nodes,
}) => {
  const [first] = nodes
  if (!first) throw new Error('There is no node.')
  const name = `warm_${Date.now().toString(36)}`
  await first.run(
    `CREATE TABLE demo.${name} (n UInt64, t String) ENGINE = MergeTree ORDER BY n SETTINGS disk = 'cold_cache'`,
  )
  await first.run(`INSERT INTO demo.${name} SELECT number, randomPrintableASCII(60) FROM numbers(200000)`)
  await first.ask(`SELECT toString(sum(cityHash64(*))) AS n FROM demo.${name}`)
  const cachedBytes = async () => {
    const [row] = await first.ask<{
      n: string
    }>(`SELECT toString(sum(f.downloaded_size)) AS n FROM system.filesystem_cache AS f
      WHERE f.cache_path IN (SELECT arrayJoin(cache_paths) FROM system.remote_data_paths WHERE disk_name = 'cold_cache'
        AND position(local_path, (SELECT toString(uuid) FROM system.tables WHERE database = 'demo' AND name = '${name}')) > 0)`)
    return Number(row?.n)
  }
  expect(await cachedBytes()).toBeGreaterThan(10_000_000)

  await page.goto('/clusters/demo/cache')
  const caches = page.getByRole('table', { name: 'Caches', exact: true })
  await expect(caches.getByRole('row').filter({ hasText: first.name })).toContainText('cold_cache')
  await expect(page.getByRole('region', { name: 'Settings of cold_cache' })).toContainText(
    'boundary_alignment',
  )
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Contents' }).click()
  await page.getByRole('button', { name: 'Read cached files' }).click()
  const row = page
    .getByRole('table', { name: 'Cached bytes', exact: true })
    .getByRole('row')
    .filter({ hasText: name })
  await expect(row).toBeVisible()
  const shown = await row.getByRole('cell').nth(1).locator('[title]').getAttribute('title')
  expect(Number(shown?.replace(/\D/g, ''))).toBe(await cachedBytes())
  await expectAccessible(page)

  await row.getByRole('button', { name: `Drop demo.${name} from the cache` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('GETs')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Drop [\d.]+ MiB$/ }).click()
  await expect(page.getByText(new RegExp(`MiB of demo.${name} dropped`))).toBeVisible()
  expect(await cachedBytes()).toBe(0)

  await page.getByRole('tab', { name: 'Cold queries', exact: true }).click()
  await first.run('SYSTEM FLUSH LOGS')
  await page.getByRole('button', { name: 'Read the query logs' }).click()
  await expect(page.getByRole('table', { name: 'Cold queries', exact: true })).toContainText('From store')
  await first.run(`DROP TABLE demo.${name} SYNC`)
})

import { randomUUID } from 'node:crypto'
import { expectBytes } from '../support/figures.ts'
import type { AdminNode } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'operator' })

/** Bytes that one run of a query takes from the store and from the cache, by its own counters. */
async function readFrom(node: AdminNode, query: string): Promise<{ store: number; cache: number }> {
  const mark = `/* ${randomUUID()} */`
  await node.run(`${query} ${mark}`)
  await node.run('SYSTEM FLUSH LOGS')
  const [row] = await node.ask<{ store: string; cache: string }>(
    `SELECT toString(sum(ProfileEvents['CachedReadBufferReadFromSourceBytes'])) AS store,
       toString(sum(ProfileEvents['CachedReadBufferReadFromCacheBytes'])) AS cache
     FROM system.query_log WHERE type = 'QueryFinish' AND query LIKE '%${mark}' AND query NOT LIKE '%query_log%'`,
  )
  return { store: Number(row?.store), cache: Number(row?.cache) }
}

async function cachedBytes(node: AdminNode): Promise<bigint> {
  const [row] = await node.ask<{ n: string }>('SELECT toString(sum(size)) AS n FROM system.filesystem_cache')
  return BigInt(row?.n ?? -1)
}

test('a query is cold, then warm; the page shows what the cache holds; after a drop it is cold again', async ({
  page,
  nodes,
}) => {
  test.setTimeout(90_000)
  const [first] = nodes
  if (!first) throw new Error('There is no node.')
  const name = `on_s3_${Date.now().toString(36)}`
  await first.run(`CREATE TABLE demo.${name} (A Int64, S String, D Date) ENGINE = MergeTree PARTITION BY D ORDER BY A
    SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`)
  await first.run(
    `INSERT INTO demo.${name} SELECT number, toString(cityHash64(number)), '2023-01-01' FROM numbers(1000000)`,
  )
  await first.run(`ALTER TABLE demo.${name} MOVE PARTITION '2023-01-01' TO VOLUME 'cold'`)
  const all = `SELECT count() FROM demo.${name} WHERE S LIKE '%4422%'`
  const point = `SELECT * FROM demo.${name} WHERE A = 443`

  const caches = page.getByRole('table', { name: 'Caches', exact: true })
  const row = caches.getByRole('row').filter({ hasText: first.name })
  const drop = row.getByRole('button', { name: `Drop the cache cold_cache on ${first.name}` })
  const holds = row.getByRole('cell').nth(3)
  const refresh = page.getByRole('button', { name: 'Refresh Caches' })
  async function expectHeld(): Promise<void> {
    await expect(async () => {
      await refresh.click()
      await expectBytes(holds, await cachedBytes(first as AdminNode))
    }).toPass()
  }

  await test.step('cold, then warm', async () => {
    expect((await readFrom(first, all)).store).toBeGreaterThan(1_000_000)
    const warm = await readFrom(first, all)
    expect(warm.store).toBe(0)
    expect(warm.cache).toBeGreaterThan(1_000_000)
  })

  await test.step('the page agrees with system.filesystem_cache', async () => {
    await page.goto('/clusters/demo/cache')
    await expectHeld()
    expect(await cachedBytes(first)).toBeGreaterThan(1_000_000n)
  })

  await test.step('dropped in the browser', async () => {
    await drop.click()
    const dialog = page.getByRole('alertdialog')
    for (const other of nodes.slice(1))
      await expect(dialog.getByRole('checkbox', { name: other.name })).not.toBeChecked()
    await dialog.getByRole('button', { name: /^Drop [\d.]+ [KMG]iB$/ }).click()
    await expect(page.getByText(/of the cache cold_cache dropped/)).toBeVisible()
    await expectHeld()
    expect(await cachedBytes(first)).toBe(0n)
    await expect(drop).toBeDisabled()
  })

  await test.step('cold again, and only what was read is cached', async () => {
    const again = await readFrom(first, point)
    expect(again.store).toBeGreaterThan(0)
    await expectHeld()
    await expect(drop).toBeEnabled()
    expect(await cachedBytes(first)).toBeLessThan(10_000_000n)
    expect((await readFrom(first, point)).store).toBe(0)
    expect((await readFrom(first, all)).store).toBeGreaterThan(1_000_000)
  })

  await test.step('the query is among those with the most cold bytes', async () => {
    await page.getByRole('tab', { name: 'Cold queries', exact: true }).click()
    await page.getByRole('button', { name: 'Read the query logs' }).click()
    // Without its literals and numbered names, so that its runs are one row.
    await expect(page.getByRole('table', { name: 'Cold queries', exact: true })).toContainText(
      'WHERE S LIKE ?',
    )
  })
  await first.run(`DROP TABLE demo.${name} SYNC`)
})

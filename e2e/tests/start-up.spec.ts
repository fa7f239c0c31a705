import { expectAccessible } from '../support/accessible.ts'
import { controlPart } from '../support/control.ts'
import type { AdminNode } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'viewer' })

async function count(node: AdminNode, sql: string): Promise<string> {
  const [row] = await node.ask<{ n: string }>(`SELECT toString(${sql}) AS n`)
  return Number(row?.n).toLocaleString('en-US')
}

test('how long a restart will take and why, what it took, and a node that is down as last known', async ({
  page,
  nodes,
}) => {
  test.setTimeout(180_000)
  const node = nodes.at(-1)
  if (!node) throw new Error('There is no node.')
  const name = `slow_start_${Date.now().toString(36)}`
  await node.run(
    `CREATE TABLE demo.${name} (n UInt64) ENGINE = MergeTree PARTITION BY n ORDER BY n SETTINGS disk = 'cold'`,
  )
  await node.run(`INSERT INTO demo.${name} SELECT number FROM numbers(90)`)
  const onStore = () =>
    count(
      node,
      '(SELECT count() FROM system.parts WHERE active AND disk_name IN (SELECT name FROM system.disks WHERE is_remote))',
    )

  await page.goto('/clusters/demo/nodes')
  await page.getByRole('navigation').getByRole('link', { name: 'Restart forecast' }).first().click()
  const overview = page.getByRole('table', { name: 'Restart forecast by node' })
  const row = overview.getByRole('row').filter({ hasText: node.name })
  await expect(row).toContainText('running')
  await expect(row.getByRole('cell').nth(4)).toHaveText(await onStore())
  await expectAccessible(page)

  await row.getByRole('link', { name: node.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Restart forecast of ${node.name}`)
  const tables = page.getByRole('table', { name: 'Tables by their share of the start' })
  await expect(tables.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(2)).toHaveText('90')
  const why = page.getByRole('list', { name: 'Causes of the load time' })
  await expect(why).toContainText(`${await onStore()} parts on object storage ×`)
  await expect(page.getByRole('region', { name: 'Recommendations' })).toContainText(
    'max_active_parts_loading_thread_pool_size',
  )
  await expectAccessible(page)
  const starts = page.getByRole('table', { name: 'Measured starts', exact: true })
  const seen = await starts.getByRole('row').count()

  await controlPart(`clickhouse/${node.name}`, 'restart')
  const refresh = page.getByRole('button', { name: 'Refresh Measured starts' })
  await expect(async () => {
    await refresh.click()
    await expect(starts.getByRole('row')).toHaveCount(seen + 1, { timeout: 5_000 })
    await expect(starts.getByRole('row').nth(1)).not.toContainText('loading', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const latest = starts.getByRole('row').nth(1)
  await expect(latest).toContainText(
    await count(node, "(SELECT value FROM system.events WHERE event = 'LoadedDataParts')"),
  )
  await expect(latest).toContainText(await onStore())
  await expect(why).toContainText('measured')

  await controlPart(`clickhouse/${node.name}`, 'stop')
  try {
    await refresh.click()
    await expect(
      page.getByText(/It does not respond .+ last response .+ The figures below are from/),
    ).toBeVisible()
    await expect(tables).toContainText(name)
    await page.goto('/clusters/demo/restart-forecast')
    await expect(row).toContainText(/down, last known \d+ [sm] ago/)
    await expect(row.getByRole('cell').nth(4)).not.toHaveText('0')
    await expectAccessible(page)
  } finally {
    await controlPart(`clickhouse/${node.name}`, 'start')
  }
  await page.goto(`/clusters/demo/nodes/${node.name}`)
  await page.getByRole('link', { name: 'Restart forecast', exact: true }).last().click()
  await expect(async () => {
    await refresh.click()
    await expect(starts.getByRole('row')).toHaveCount(seen + 2, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('main')).toContainText('It is running.')
  await node.run(`DROP TABLE demo.${name} SYNC`)
})

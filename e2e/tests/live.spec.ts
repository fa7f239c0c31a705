import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import type { AdminNode } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

const makeMark = () => Date.now().toString(36)

/** Reads a cold table slowly, until it is killed. */
async function runColdQuery(node: AdminNode, mark: string): Promise<void> {
  await node.run(
    `CREATE TABLE demo.live_${mark} (n UInt64, t String) ENGINE = MergeTree ORDER BY n
     SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`,
  )
  await node.run(`INSERT INTO demo.live_${mark} SELECT number, randomPrintableASCII(200) FROM numbers(20000)`)
  await node.run(`ALTER TABLE demo.live_${mark} MOVE PARTITION ID 'all' TO VOLUME 'cold'`)
  await node
    .run(
      `SELECT sum(cityHash64(t)), sum(sleepEachRow(0.02)) FROM demo.live_${mark} FORMAT Null
       SETTINGS max_block_size = 100, max_threads = 1, max_execution_time = 0, enable_filesystem_cache = 0`,
    )
    .catch(() => null)
}

test('an operator finds the query that reads object storage, and kills it', async ({ page, nodes }) => {
  const [node] = nodes
  if (!node) throw new Error('There is no node.')
  const mark = makeMark()
  const running = runColdQuery(node, mark)
  await page.goto('/clusters/demo/live')
  await page.getByRole('searchbox', { name: 'Text, user or query ID' }).fill(`live_${mark} FORMAT Null`)
  await page.getByRole('switch', { name: 'Uses object storage' }).click()
  // The statements that prepare its table also contain its name, and end by themselves.
  const row = page
    .getByRole('table', { name: 'Queries' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`SELECT sum\\(cityHash64.*live_${mark}`) })
  await expect(row).toContainText(node.name)
  await expect(row).toContainText('admin')
  await expect(row).toContainText(/[KM]iB/)

  await test.step('the list updates by itself and keeps the focus, until it is paused', async () => {
    const age = row.getByRole('cell').nth(1)
    const before = await age.textContent()
    const kill = row.getByRole('button', { name: /^Kill query of admin on / })
    await kill.focus()
    await expect(age).not.toHaveText(before ?? '')
    await expect(kill).toBeFocused()
    await page.getByRole('button', { name: 'Pause updates' }).click()
    await expect(page.getByRole('button', { name: 'Resume updates' })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Resume updates' }).click()
  })

  await test.step('its whole text is in the drawer', async () => {
    await row.getByRole('button', { name: /^SELECT sum\(cityHash64/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Query' })
    await expect(drawer.getByRole('region', { name: 'Whole query' })).toContainText('max_block_size = 100')
    await expect(drawer.getByRole('region', { name: 'Running' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Close' }).click()
  })

  await row.getByRole('button', { name: /^Kill query of admin on / }).click()
  const dialog = page.getByRole('alertdialog', { name: `Kill this query of admin on ${node.name}?` })
  await expect(dialog.getByRole('region', { name: 'Query to kill' })).toContainText(`live_${mark}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Kill query' }).click()
  await expect(page.getByText(`The query was killed on ${node.name}.`)).toBeVisible()
  await expect(row).toHaveCount(0)
  const left = await node.ask(
    'SELECT query_id FROM system.processes WHERE query LIKE {text: String} AND query_id != queryID()',
    { text: `SELECT sum(cityHash64(t))%live_${mark}%` },
  )
  expect(left).toEqual([])
  await running
  await node.run(`DROP TABLE demo.live_${mark}`)
})

test('an operator kills a mutation that fails again and again', async ({ page, nodes: [node] }) => {
  if (!node) throw new Error('There is no node.')
  const name = `stuck_${makeMark()}`
  await node.run(`CREATE TABLE demo.${name} (n UInt64, s String) ENGINE = MergeTree ORDER BY n`)
  await node.run(`INSERT INTO demo.${name} SELECT number, 'x' FROM numbers(10)`)
  await node.run(
    `ALTER TABLE demo.${name} UPDATE s = toString(throwIf(n = 5, 'no way')) WHERE 1 SETTINGS mutations_sync = 0`,
  )
  await page.goto('/clusters/demo/live?tab=mutations')
  const row = page.getByRole('table', { name: 'Mutations' }).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('no way')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Kill mutation / }).click()
  const dialog = page.getByRole('alertdialog', { name: `Kill this mutation of demo.${name}?` })
  await expect(dialog).toContainText('Parts that it has rewritten stay so. 1 part stays as it is.')
  await dialog.getByRole('button', { name: 'Kill mutation' }).click()
  await expect(page.getByText(`The mutation was killed on ${node.name}.`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await node.run(`DROP TABLE demo.${name}`)
})

test('filters are in the address, and say when nothing matches', async ({ page, nodes: [node] }) => {
  if (!node) throw new Error('There is no node.')
  await page.goto('/clusters/demo/live')
  await choose(page.getByRole('combobox', { name: 'Node' }), node.name)
  await choose(page.getByRole('combobox', { name: 'Age' }), 'Over 10 m')
  await page.getByRole('switch', { name: 'Hide Frostline' }).click()
  await expect(page).toHaveURL(/[?&]age=600/)
  await expect(page).toHaveURL(/[?&]others=1/)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Hide Frostline' })).toBeChecked()
  await expect(page.getByText(/No (query matches the filters|running queries)/)).toBeVisible()
})

test.describe('a viewer', () => {
  test.use({ role: 'viewer' })

  test('sees queries and has no Kill button', async ({ page, nodes: [node] }) => {
    if (!node) throw new Error('There is no node.')
    const queryId = `watched-${makeMark()}`
    const running = node
      .run(
        `SELECT '${queryId}', sleepEachRow(0.1) FROM numbers(6000) FORMAT Null SETTINGS max_block_size = 1`,
      )
      .catch(() => null)
    await page.goto('/clusters/demo/live')
    const row = page.getByRole('table', { name: 'Queries' }).getByRole('row').filter({ hasText: queryId })
    await expect(row).toContainText('admin')
    await expect(page.getByRole('button', { name: /^Kill/ })).toHaveCount(0)
    await row.getByRole('button', { name: new RegExp(`^SELECT '${queryId}`) }).click()
    await expect(page.getByRole('dialog', { name: 'Query' })).toContainText(queryId)
    await expect(page.getByRole('button', { name: /^Kill/ })).toHaveCount(0)
    await node.run(`KILL QUERY WHERE query LIKE '%${queryId}%' AND query NOT LIKE 'KILL%' SYNC`)
    await running
  })
})

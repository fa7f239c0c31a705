import { choose } from '../support/choose.ts'
import { openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

/**
 * The console caches a node's results for some seconds, and each round follows the previous at once: without a Refresh
 * that bypasses the cache, the page would keep the old state.
 */
const rounds = [1, 2, 3, 4, 5]
const makeMark = () => Date.now().toString(36)

test('Refresh shows the current tables', async ({ page, nodes: [node] }) => {
  if (!node) throw new Error('The demo has no node.')
  const mark = makeMark()
  await page.goto(`/clusters/demo/tables?q=refresh_${mark}`)
  const panel = page.getByRole('region', { name: 'Tables (0)' })
  await expect(panel).toBeVisible()
  for (const round of rounds) {
    await node.run(`CREATE TABLE demo.refresh_${mark}_${round} (n UInt64) ENGINE = MergeTree ORDER BY n`)
    await page.getByRole('button', { name: `Refresh Tables (${round - 1})` }).click()
    await expect(page.getByRole('link', { name: `refresh_${mark}_${round}` })).toBeVisible()
  }
})

test('Refresh shows the current partitions, on the map and in the list', async ({ page, nodes: [node] }) => {
  if (!node) throw new Error('The demo has no node.')
  const table = `parts_${makeMark()}`
  await node.run(`CREATE TABLE demo.${table} (n UInt64) ENGINE = MergeTree PARTITION BY n ORDER BY n`)
  await node.run(`INSERT INTO demo.${table} VALUES (0)`)
  await page.goto(`/clusters/demo/tables/demo/${table}`)
  await expect(page.getByRole('region', { name: 'Partitions (1)' })).toBeVisible()
  for (const round of rounds) {
    await node.run(`INSERT INTO demo.${table} VALUES (${round})`)
    await page.getByRole('button', { name: 'Refresh Partition list' }).click()
    await expect(page.getByRole('checkbox', { name: `Select partition ${round}` })).toBeVisible()
    await page.getByRole('button', { name: `Refresh Partitions (${round})` }).click()
    await expect(page.getByRole('region', { name: `Partitions (${round + 1})` })).toBeVisible()
  }
})

test('Refresh shows the current target tables of a load', async ({ page, nodes: [node] }) => {
  if (!node) throw new Error('The demo has no node.')
  const mark = makeMark()
  await openBucket().put(`refresh_${mark}/a.csv`, 'n\n1\n')
  await page.goto('/clusters/demo/loads')
  await page.getByRole('link', { name: 'New load' }).first().click()
  await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
  await page.getByRole('textbox', { name: 'Pattern' }).fill(`refresh_${mark}/*.csv`)
  await page.getByRole('button', { name: 'List objects' }).click()
  await page.getByRole('button', { name: 'Next: Format' }).click()
  await page.getByRole('button', { name: 'Next: Target' }).click()
  await page.getByRole('radio', { name: /Existing table/ }).click()
  for (const round of rounds) {
    const table = `target_${mark}_${round}`
    await node.run(`CREATE TABLE demo.${table} (n UInt64) ENGINE = MergeTree ORDER BY n`)
    await page.getByRole('button', { name: 'Refresh Target', exact: true }).click()
    await choose(page.getByRole('combobox', { name: 'Table' }), `demo.${table}`)
  }
})

test('what could not be read is not shown as none, and is read again on request', async ({
  page,
  tolerate,
}) => {
  tolerate(/Failed to load resource/)
  await page.goto('/clusters/demo/tables?q=trips_local')
  const failing = /\/api\/trpc\/[^?]*(tierMigrations\.lateArrivals|tables\.partitions\b)/
  await page.route(failing, (route) => route.abort())
  await page.getByRole('link', { name: 'demo.trips_local' }).click()
  const list = page.getByRole('region', { name: 'Partition list' })
  await expect(list.getByRole('alert')).toContainText('Could not read the list of partitions')
  const late = page.getByRole('region', { name: 'Late arrivals' })
  await expect(late.getByRole('alert')).toContainText('Could not read late arrivals')

  await page.unroute(failing)
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('table', { name: 'Partitions' })).toBeVisible()
  await late.getByRole('button', { name: 'Try again' }).click()
  await expect(late).toHaveCount(0)
})

import { exactBytes, expectAboutBytes, expectBytes, figure, sizesIn } from '../support/figures.ts'
import { peoples, readDisks, readSizes, sumOf } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'
import { tablePath } from '../support/trips.ts'

test.use({ role: 'viewer' })

test('the overview shows what the servers hold, in total, by node and by table', async ({ page, nodes }) => {
  const sizes = await readSizes(nodes)
  await page.goto('/clusters/demo/overview')
  const tiers = page.getByRole('region', { name: 'Bytes by tier', exact: true })
  await expectBytes(figure(tiers, 'Cold'), sumOf(sizes, 'coldBytes'))
  await expectAboutBytes(sizesIn(figure(tiers, 'Hot')), sumOf(sizes, 'hotBytes'))
  for (const { name } of nodes) {
    const held = sizes.filter(({ node }) => node === name)
    const row = sizesIn(page.getByRole('article', { name: `Node ${name}, healthy` }))
    await expectAboutBytes(row.first(), sumOf(held, 'hotBytes'))
    await expect(row.nth(1)).toHaveAttribute('title', exactBytes(sumOf(held, 'coldBytes')))
  }
  const biggest = page.getByRole('list', { name: 'Biggest tables' }).getByRole('listitem')
  for (const table of ['demo.trips_local', 'demo.events_local', 'demo.fleet_positions']) {
    const held = sizes.filter((size) => size.table === table)
    const row = biggest.filter({ has: page.getByRole('link', { name: table, exact: true }) })
    await expect(sizesIn(row)).toHaveAttribute('title', exactBytes(sumOf(held, 'hotBytes', 'coldBytes')))
  }
})

test('storage and nodes show what each disk and each node holds', async ({ page, nodes }) => {
  const [sizes, disks] = [await readSizes(nodes), await readDisks(nodes)]
  await page.goto('/clusters/demo/storage')
  for (const { name } of nodes) {
    const list = page.getByRole('list', { name: `Disks of ${name}` }).getByRole('listitem')
    for (const disk of ['cold_cache', 'hot2']) {
      const held = disks.find((each) => each.node === name && each.disk === disk)
      const item = list.filter({ has: page.getByText(disk, { exact: true }) })
      await expect(sizesIn(item).first()).toHaveAttribute('title', exactBytes(BigInt(held?.bytes ?? 0)))
    }
  }
  const policies = page.getByRole('list', { name: 'Storage policies' })
  for (const policy of ['tiered', 'default_tiered', 'jbod_tiered'])
    await expect(policies.getByText(policy, { exact: true }).first()).toBeVisible()

  await page.goto('/clusters/demo/nodes')
  for (const { name } of nodes) {
    const held = sizes.filter(({ node }) => node === name)
    const tile = page.getByRole('article', { name: `Node ${name}, healthy` })
    await expectBytes(figure(tile, 'cold'), sumOf(held, 'coldBytes'))
    await expectAboutBytes(sizesIn(figure(tile, 'hot')), sumOf(held, 'hotBytes'))
  }
  const [first] = nodes
  await page.getByRole('link', { name: first?.name ?? '?' }).click()
  const bytes = sumOf(
    sizes.filter(({ node }) => node === first?.name),
    'coldBytes',
  )
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${first?.name}healthy`)
  await expectBytes(figure(page.getByRole('main'), 'Cold'), bytes)
})

test('the list of tables and the page of one show what the servers hold', async ({ page, nodes }) => {
  const sizes = peoples(await readSizes(nodes))
  await page.goto('/clusters/demo/tables')
  const list = page.getByRole('table', { name: 'Tables' })
  for (const table of new Set(sizes.map((size) => size.table))) {
    const held = sizes.filter((size) => size.table === table)
    const row = list.getByRole('row').filter({ has: page.getByRole('link', { name: table, exact: true }) })
    const cell = (column: number) => row.getByRole('cell').nth(column)
    const bytes = [sumOf(held, 'hotBytes', 'coldBytes'), sumOf(held, 'hotBytes'), sumOf(held, 'coldBytes')]
    // The first cell selects the row.
    for (const [index, column] of [2, 4, 5].entries())
      await expect(sizesIn(cell(column))).toHaveAttribute('title', exactBytes(bytes[index] ?? 0n))
    await expect(cell(6)).toHaveText(sumOf(held, 'hotParts', 'coldParts').toLocaleString('en-US'))
  }

  const trips = sizes.filter(({ table }) => table === 'demo.trips_local')
  const parts = sumOf(trips, 'hotParts', 'coldParts')
  await page.goto(tablePath)
  const main = page.getByRole('main')
  await expectBytes(figure(main, 'Hot'), sumOf(trips, 'hotBytes'))
  await expectBytes(figure(main, 'Cold'), sumOf(trips, 'coldBytes'))
  await expect(main).toContainText(`in ${parts} parts`)
  await page.getByRole('tab', { name: 'Parts' }).click()
  await expect(page.getByRole('region', { name: `Parts (${parts})` })).toBeVisible()
})

import { controlPart } from '../support/control.ts'
import { expectAboutBytes, expectBytes, figure, sizesIn } from '../support/figures.ts'
import { readSizes, sumOf } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'viewer' })

test('a node that is down is unknown, not zero, and comes back without a reload', async ({ page, nodes }) => {
  test.setTimeout(120_000)
  const sizes = await readSizes(nodes)
  const [away, ...others] = nodes
  if (!away) throw new Error('There is no node.')
  const left = sizes.filter(({ node }) => node !== away.name)
  await page.goto('/clusters/demo/overview')
  const tiers = page.getByRole('region', { name: 'Bytes by tier', exact: true })
  await expectBytes(figure(tiers, 'Cold'), sumOf(sizes, 'coldBytes'))
  await page.evaluate('window.notReloaded = true')

  await controlPart(`clickhouse/${away.name}`, 'stop')
  try {
    await page.getByRole('button', { name: 'Refresh Bytes by tier', exact: true }).click()
    const row = page.getByRole('article', { name: `Node ${away.name}, unreachable` })
    await expect(row).toBeVisible()
    await expect(row).toContainText('unknown')
    await expect(row).not.toContainText(/\b0 B\b/)
    await expect(tiers).toContainText(`${away.name} did not respond. Sums here are lower bounds.`)
    await expect(figure(tiers, 'Hot')).toContainText('at least')
    await expectBytes(figure(tiers, 'Cold'), sumOf(left, 'coldBytes'))
    await expectAboutBytes(sizesIn(figure(tiers, 'Hot')), sumOf(left, 'hotBytes'))
    for (const { name } of others)
      await expect(page.getByRole('article', { name: `Node ${name}, healthy` })).toBeVisible()
  } finally {
    await controlPart(`clickhouse/${away.name}`, 'start')
  }

  const back = page.getByRole('article', { name: `Node ${away.name}, healthy` })
  await expect(back).toBeVisible({ timeout: 45_000 })
  await expectBytes(figure(tiers, 'Cold'), sumOf(sizes, 'coldBytes'))
  await expect(tiers).not.toContainText('lower bounds')
  expect(await page.evaluate('window.notReloaded'), 'the page is still the same').toBe(true)
})

test('the fleet names a node that is down, and marks its sums', async ({ page, nodes }) => {
  test.setTimeout(120_000)
  const [away] = nodes
  if (!away) throw new Error('There is no node.')
  await page.goto('/fleet?cluster=demo&q=trips_local')
  const row = page.getByRole('table', { name: 'Tables' }).getByRole('row').filter({ hasText: 'trips_local' })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('at least')
  await controlPart(`clickhouse/${away.name}`, 'stop')
  try {
    await page.getByRole('button', { name: 'Refresh Tables' }).click()
    await expect(page.getByText(`1 of ${nodes.length} nodes did not answer (${away.name})`)).toBeVisible()
    await expect(row).toContainText('at least')
  } finally {
    await controlPart(`clickhouse/${away.name}`, 'start')
  }
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh Tables' }).click()
    await expect(row).not.toContainText('at least', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})

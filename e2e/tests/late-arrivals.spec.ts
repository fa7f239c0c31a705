import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test('a part that arrives after its partition has moved is shown with its age, and one click plans its move', async ({
  page,
  nodes,
}) => {
  test.setTimeout(120_000)
  const [node] = nodes
  if (!node) throw new Error('There is no node.')
  await node.run(`CREATE TABLE demo.tardy (day Date, n UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day)
    ORDER BY n SETTINGS storage_policy = 'tiered'`)
  try {
    await node.run("INSERT INTO demo.tardy SELECT toDate('2024-01-15'), number FROM numbers(10)")
    const { body } = await callRest<{ id: string }>('POST', '/tier-migrations', {
      body: {
        ...{ cluster: 'demo', database: 'demo', table: 'tardy', targetVolume: 'cold' },
        goal: { kind: 'partitions', partitionIds: ['202401'] },
      },
    })
    await callRest('POST', `/tier-migrations/${body.id}/start`, { body: {} })
    await page.goto(`/clusters/demo/migrations/${body.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    const late = page.getByRole('region', { name: 'Late arrivals' })
    await expect(late).toHaveCount(0)

    await node.run("INSERT INTO demo.tardy SELECT toDate('2024-01-15'), number FROM numbers(5)")
    await page.goto('/clusters/demo/tables/demo/tardy')
    await expect(late).toContainText('1 part arrived late', { timeout: 30_000 })
    await expect(late).toContainText(
      `It arrived after partition 202401 had been moved to cold, and is on default of ${node.name}.`,
    )
    await expect(late.getByTitle(/^Observed /)).toHaveText(/now|ago/)
    await expect(late.getByRole('button', { name: /SQL/ })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await late.getByRole('link', { name: 'Plan to move it to cold' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Move partitions of demo.tardy' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Move .* in 1 step$/ })).toBeVisible()
  } finally {
    await node.run('DROP TABLE demo.tardy SYNC')
  }
})

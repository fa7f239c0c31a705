import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test('parts that are late say why, and one click on the fix moves them', async ({ page, nodes }) => {
  test.setTimeout(120_000)
  const [node] = nodes
  if (!node) throw new Error('There is no node.')
  await node.run('SYSTEM FLUSH LOGS')
  await node.run(`CREATE TABLE demo.stuck (at DateTime('UTC'), n UInt64) ENGINE = MergeTree PARTITION BY n ORDER BY n
    TTL at + INTERVAL 5 SECOND TO VOLUME 'cold' SETTINGS storage_policy = 'tiered'`)
  try {
    await node.run('SYSTEM STOP MOVES demo.stuck')
    await node.run('INSERT INTO demo.stuck SELECT now(), number FROM numbers(3)')
    await page.goto('/clusters/demo/tables/demo/stuck')
    await page.getByRole('tab', { name: 'Why here?' }).click()
    const reasons = page.getByRole('region', { name: 'Why parts are where they are' })
    await expect(async () => {
      await reasons.getByRole('button', { name: 'Refresh Why parts are where they are' }).click()
      await expect(reasons).toContainText('Moves are stopped', { timeout: 5_000 })
    }).toPass({ timeout: 30_000 })

    await page.goto('/clusters/demo/tables/demo/stuck?tab=why&late=1')
    await expect(page.getByRole('switch', { name: 'Late only' })).toBeChecked()
    await reasons.getByRole('button', { name: /^Moves are stopped/ }).click()
    await expect(page).toHaveURL(/reason=moves-stopped/)
    const findings = page.getByRole('table', { name: 'Findings' })
    await findings.getByRole('button', { name: `Why partition 1 on ${node.name}` }).click()
    const drawer = page.getByRole('dialog', { name: 'Partition 1' })
    await expect(drawer).toContainText('query_log has SYSTEM STOP MOVES by admin')
    await expect(drawer.getByRole('region', { name: 'Statement move_switches' })).toContainText(
      'system.query_log',
    )
    await expect(drawer.getByRole('table', { name: 'Parts of the finding' })).toContainText('1_2_2_0')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: `Start moves on ${node.name}` }).click()
    await page.getByRole('button', { name: 'Start moves', exact: true }).click()
    await expect
      .poll(() => node.ask("SELECT DISTINCT disk_name FROM system.parts WHERE active AND table = 'stuck'"))
      .toEqual([{ disk_name: 'cold_cache' }])
    await page.goto('/clusters/demo/tables/demo/stuck?tab=why')
    const arrived = reasons.getByRole('button', { name: /^On its target/ })
    await expect(arrived).toContainText('3 parts', { timeout: 30_000 })
    await page.getByRole('switch', { name: 'Late only' }).click()
    await expect(page.getByText('No matching parts.')).toBeVisible()
  } finally {
    await node.run('DROP TABLE demo.stuck SYNC')
  }
})

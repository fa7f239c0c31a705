import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import {
  createTable,
  database,
  expect,
  expectEqual,
  insert,
  s1r1,
  s1r2,
  tablePath,
  test,
} from '../support/replicas.ts'
import { openScreen } from '../support/screens.ts'

const table = 'writes'

const shared = 'shared_writes'

test.use({ role: 'admin' })

test('with Keeper down every page says read-only and a plan is blocked, until it is back', async ({
  page,
  nodes,
  lab,
}) => {
  const replicas = [lab.node(s1r1), lab.node(s1r2)]
  await createTable(nodes, table)
  await insert(lab.node(s1r1), table, 1, 1_000)
  await expectEqual(replicas, table)
  await createTable(nodes, shared, { policy: 'tiered_shared', on: [s1r1, s1r2] })
  await insert(lab.node(s1r1), shared, 1, 1_000)
  await expectEqual(replicas, shared)
  for (const node of replicas)
    await node.run(`ALTER TABLE ${database}.${shared} MOVE PARTITION ID '202601' TO VOLUME 'cold'`)
  const move = `${tablePath(table)}/move?partitions=202601&to=cold`
  await openScreen(page, move, `Move partitions of ${database}.${table}`)
  await expect(page.getByRole('button', { name: /^Move .* in 2 steps$/ })).toBeEnabled()

  await lab.kill('zookeeper')
  try {
    for (const node of nodes)
      await expect
        .poll(
          async () => {
            const [state] = await node.ask<{ readOnly: string }>(
              'SELECT toString(countIf(is_readonly AND is_session_expired) = count()) AS readOnly FROM system.replicas',
            )
            return state?.readOnly
          },
          { timeout: 60_000 },
        )
        .toBe('1')

    await seeAgain(page, '/clusters/demo/overview', async (timeout) => {
      const notice = page.getByRole('alert').filter({ hasText: 'Read-only: Keeper session expired' })
      await expect(notice.getByRole('listitem')).toHaveCount(nodes.length, { timeout })
    })
    await expectFitsAndAccessible(page)

    await seeAgain(page, '/clusters/demo/replication', async (timeout) => {
      const rows = page.getByRole('table', { name: 'Replication by node' }).getByRole('row')
      await expect(rows.filter({ hasText: 'No session' })).toHaveCount(nodes.length, { timeout })
    })
    await expect(page.getByRole('article', { name: `${database}.${table}, shard 1` })).toContainText(
      'Critical',
    )
    await expectFitsAndAccessible(page)

    await seeAgain(page, tablePath(table), async (timeout) => {
      await expect(page.getByRole('alert').filter({ hasText: 'Read-only on all replicas' })).toBeVisible({
        timeout,
      })
    })
    await expectFitsAndAccessible(page)

    await test.step('previews say so, and block where it is chosen or nothing can be known', async () => {
      await openScreen(page, move, `Move partitions of ${database}.${table}`)
      const plan = page.getByRole('region', { name: '3. Plan' })
      const checks = plan.getByRole('list', { name: 'Checks' })
      await expect(checks).toContainText('The replica is read-only: Keeper session expired.')
      await plan.getByRole('button', { name: 'Change rate limit' }).click()
      const pace = page.getByRole('dialog', { name: 'Pace' })
      await choose(pace.getByRole('combobox', { name: 'A replica is read-only' }), 'Refuse the plan')
      await pace.getByRole('button', { name: 'Apply' }).click()
      await expect(checks.getByRole('listitem').filter({ hasText: 'read-only' })).toContainText('Blocks')
      await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
      await expectFitsAndAccessible(page)

      await page.goto(`${tablePath(table)}/ttl`)
      await page.getByRole('tab', { name: 'Raw' }).click()
      await page.getByRole('textbox', { name: 'TTL' }).fill("day + INTERVAL 1 YEAR TO VOLUME 'cold'")
      await page.getByRole('button', { name: 'Dry run' }).click()
      await expect(page.getByRole('main')).toContainText('All replicas of shard 1 that answer are read-only')
      await expectFitsAndAccessible(page)

      await page.goto(`${tablePath(shared)}/leave-zero-copy`)
      await expect(page.getByRole('list', { name: 'Checks' }).getByRole('listitem').first()).toContainText(
        'Locks are not known',
      )
      await expect(page.getByRole('button', { name: 'Save the plan' })).toBeDisabled()
      await expectFitsAndAccessible(page)
    })

    await test.step('locks that could not be read are unknown, not missing', async () => {
      await openScreen(page, `${tablePath(shared)}?tab=zero-copy`, `${database}.${shared}`)
      await expect(page.getByRole('alert').filter({ hasText: 'Locks are unknown.' })).toBeVisible()
      const part = page.getByRole('list', { name: 'Shared parts' }).getByRole('listitem').first()
      await expect(part).toContainText('lock unknown; 2 replicas with the part')
      await expect(page.getByRole('list', { name: 'Problems of zero-copy replication' })).toHaveCount(0)
      await expectFitsAndAccessible(page)
    })
  } finally {
    await lab.startAll()
  }
  await expectEqual(replicas, table)
  await seeAgain(page, tablePath(table), async (timeout) => {
    await expect(page.getByRole('alert').filter({ hasText: 'Read-only' })).toHaveCount(0, { timeout })
    await expect(page.getByRole('main')).toContainText('2.00K including replicas, in 2 parts', { timeout })
  })
})

/** Opens the page until it shows the nodes' current state: the console caches their results for some seconds. */
async function seeAgain(page: Page, path: string, see: (timeout: number) => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await see(5_000)
  }).toPass({ timeout: 60_000 })
}

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

const table = 'policy_journey'
const page = `/clusters/demo/tables/demo/${table}`

test('a table on the policy default is extended on every node, and a half-applied change is finished', async ({
  page: browser,
  nodes,
}) => {
  const policiesNow = async () =>
    (
      await askAll<{ policy: string }>(
        nodes,
        `SELECT storage_policy AS policy FROM system.tables WHERE database = 'demo' AND name = '${table}'`,
      )
    ).map(({ policy }) => policy)
  await askAll(nodes, `CREATE TABLE demo.${table} (id UInt64) ENGINE = MergeTree ORDER BY id`)
  try {
    await askAll(nodes, `INSERT INTO demo.${table} SELECT number FROM numbers(1000)`)

    await test.step('a policy that lacks a volume is explained, not offered', async () => {
      await browser.goto(page)
      await browser.getByRole('tab', { name: 'Storage policy' }).click()
      await browser.getByRole('radio', { name: /^tiered/ }).click()
      const effect = browser.getByRole('region', { name: 'Effect' })
      await expect(effect).toContainText("'tiered' has no volume named 'default'")
      await expect(effect.getByRole('button', { name: /^Change on/ })).toHaveCount(0)
    })

    await test.step('half applied by someone else, it shows on the storage page', async () => {
      const [first] = nodes
      await first?.ask(`ALTER TABLE demo.${table} MODIFY SETTING storage_policy = 'default_tiered'`)
      await browser.goto('/clusters/demo/storage')
      const differences = browser.getByRole('list', { name: 'Differences' })
      await expect(differences).toContainText('storage_policy')
      await differences.getByRole('link', { name: `demo.${table}` }).click()
      await expect(browser.getByRole('region', { name: /nodes differ/ })).toBeVisible()
    })

    await test.step('it is finished, and every node is read back', async () => {
      await browser.getByRole('radio', { name: /^default_tiered/ }).click()
      const effect = browser.getByRole('region', { name: 'Effect' })
      await expect(effect).toContainText("cannot be undone: 'default' lacks")
      await expectAccessible(browser)
      await effect.getByRole('button', { name: `Finish on ${nodes.length - 1} nodes` }).click()
      const question = browser.getByRole('alertdialog')
      await expect(question).toContainText('This cannot be undone.')
      await question.getByRole('button', { name: 'Change policy' }).click()
      await expect(effect).toContainText('All nodes use default_tiered. Verified.')
      expect(await policiesNow()).toEqual(nodes.map(() => 'default_tiered'))
      await expect(browser.getByRole('region', { name: 'Current policy' })).toBeVisible()
      await browser.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(browser)
    })

    await test.step('REST returns the same', async () => {
      const address = `/clusters/demo/tables/demo/${table}/storage-policy`
      const { status, body } = await callRest<{ data: { policy: string } }>('GET', address)
      expect([status, body.data.policy]).toEqual([200, 'default_tiered'])
      const back = await callRest<{ message: string }>('PUT', address, { body: { policy: 'default' } })
      expect(back.status).toBe(422)
      expect(back.body.message).toContain("'default' has no volume named 'cold'")
    })
  } finally {
    await askAll(nodes, `DROP TABLE demo.${table} SYNC`)
  }
})

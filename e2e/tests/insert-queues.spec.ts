import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test('what a Distributed table has queued is shown on its node, and flushed', async ({ page, nodes }) => {
  const [first, ...others] = nodes
  if (!first) throw new Error('There is no node.')
  const name = `queued_${Date.now().toString(36)}`
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${name}_local (n UInt64) ENGINE = MergeTree ORDER BY n`)
    await node.run(
      `CREATE TABLE demo.${name} AS demo.${name}_local ENGINE = Distributed('demo', demo, ${name}_local, n)`,
    )
  }
  await first.run(`SYSTEM STOP DISTRIBUTED SENDS demo.${name}`)
  await first.run(
    `INSERT INTO demo.${name} SETTINGS prefer_localhost_replica = 0 SELECT number FROM numbers(30000)`,
  )
  await page.goto('/clusters/demo/distributed-queues')
  const row = page.getByRole('row').filter({ hasText: `demo.${name}` })
  await expect(row).toContainText(first.name)
  await expect(row).toContainText('Sends stopped')
  await expectAccessible(page)
  const [queue] = await first.ask<{ files: string }>(
    `SELECT toString(sum(data_files)) AS files FROM system.distribution_queue WHERE table = '${name}'`,
  )
  await expect(row.getByRole('cell').nth(2)).toHaveText(queue?.files ?? '')

  await row.getByRole('button', { name: `Send now: demo.${name} on ${first.name}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`of demo.${name} now?`)
  await expect(dialog).toContainText(`SYSTEM FLUSH DISTRIBUTED \`demo\`.\`${name}\``)
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText(`Nothing is queued for demo.${name} on ${first.name}`)).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toHaveText('0')
  for (const node of [first, ...others])
    expect(await node.ask(`SELECT toUInt32(count()) AS n FROM demo.${name}_local`)).toEqual([{ n: 10_000 }])
  await first.run(`SYSTEM START DISTRIBUTED SENDS demo.${name}`)
})

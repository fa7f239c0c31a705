import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { askAll } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

test('a TTL that deletes shows first what is lost, and is set only when its table is typed', async ({
  page,
  nodes,
}) => {
  test.setTimeout(120_000)
  const lossy = 'ttl_loss'
  const count = (perNode: number) => (perNode * nodes.length).toLocaleString('en-US')
  for (const node of nodes)
    await node.ask(
      `CREATE OR REPLACE TABLE demo.${lossy} (at DateTime, id UInt64, v Float64) ENGINE = MergeTree ORDER BY id
       SETTINGS storage_policy = 'tiered'
       AS SELECT now() - toIntervalHour(12) - toIntervalDay(number % 100) AS at, number AS id, 1 AS v FROM numbers(1000)`,
    )
  for (const node of nodes)
    await node.ask(
      `ALTER TABLE demo.${lossy} MODIFY COLUMN v TTL at + INTERVAL 30 DAY SETTINGS materialize_ttl_after_modify = 0`,
    )
  const ttl = 'at + toIntervalDay(60)'
  await page.goto(`/clusters/demo/tables/demo/${lossy}/ttl?draft=${encodeURIComponent(ttl)}`)
  const dryRun = page.getByRole('region', { name: '2. Dry run' })
  await dryRun.getByRole('button', { name: 'Dry run' }).click()
  const lost = dryRun.getByRole('region', { name: 'Data loss' })
  await expect(lost.getByRole('heading')).toContainText(
    `This TTL deletes data: ${count(400)} rows and ${count(300)} values of v`,
  )
  const all = lost.getByRole('row').filter({ hasText: 'All nodes' })
  await expect(all.getByRole('cell').first()).toContainText(`${count(400)} rows deleted`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const set = page.getByRole('region', { name: '3. Apply' })
  await set.getByRole('radio', { name: /^Heavy/ }).click()
  await set.getByRole('button', { name: 'Apply TTL' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This cannot be undone.')
  const confirm = dialog.getByRole('button', { name: 'Apply and materialize' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox', { name: `Type demo.${lossy} to confirm` }).fill(`demo.${lossy}`)
  await confirm.click()
  await expect(set.getByRole('status')).toHaveText('Applied to all nodes and verified.')
  await expect
    .poll(() => askAll<{ n: string }>(nodes, `SELECT toString(count()) AS n FROM demo.${lossy} WHERE v = 1`))
    .toEqual(nodes.map((node) => expect.objectContaining({ n: '300', node: node.name })))
  for (const node of nodes) await node.ask(`DROP TABLE demo.${lossy}`)
})

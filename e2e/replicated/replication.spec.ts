import { expectFitsAndAccessible } from '../support/accessible.ts'
import { figure } from '../support/figures.ts'
import {
  createTable,
  database,
  expect,
  expectEqual,
  insert,
  readContent,
  s1r1,
  s1r2,
  s2r1,
  s2r2,
  test,
} from '../support/replicas.ts'
import { openScreen } from '../support/screens.ts'

const table = 'behind'

test('a replica that fetches nothing is shown by partition, synced from there, and verified', async ({
  page,
  nodes,
  lab,
}) => {
  const [first, second] = [lab.node(s1r1), lab.node(s1r2)]
  await createTable(nodes, table)
  await insert(first, table, 1, 2_000)
  await insert(lab.node(s2r1), table, 1, 500)
  await expectEqual([first, second], table)
  await expectEqual([lab.node(s2r1), lab.node(s2r2)], table)
  await second.run(`SYSTEM STOP FETCHES ${database}.${table}`)
  await insert(first, table, 2, 700)
  // Its queue knows of the part.
  await expect
    .poll(async () => {
      const [state] = await second.ask<{ reason: string }>(
        `SELECT postpone_reason AS reason FROM system.replication_queue WHERE database = '${database}' AND table = '${table}'`,
      )
      return state?.reason
    })
    .toContain('fetches are cancelled')

  await test.step('replicas of the cluster, worst first', async () => {
    await openScreen(page, '/clusters/demo/replication', 'Replication')
    const card = page.getByRole('article', { name: `${database}.${table}, shard 1` })
    await expect(card.getByRole('list', { name: 'Problems' })).toContainText('Replicas differ in rows.')
    await expect(card).toContainText('2 of 2 replicas active')
    const late = card.getByRole('list', { name: 'Replicas' }).getByRole('listitem').filter({ hasText: s1r2 })
    await expect(figure(late, 'rows')).toHaveText('2,000')
    await expect(figure(late, 'queue')).toHaveText('1')
    await expect(late.getByRole('list', { name: 'Queue by type' })).toContainText('GET_PART 1')
    const node = page.getByRole('table', { name: 'Replication by node' }).getByRole('row', { name: s1r2 })
    await expect(node).toContainText('Connected')
    await expectFitsAndAccessible(page)
  })

  await page
    .getByRole('link', { name: `${database}.${table}` })
    .first()
    .click()
  const differences = page.getByRole('region', { name: 'Partitions by replica' })
  await expect(differences).toContainText('1 partition differs.')
  const partition = differences.getByRole('list', { name: 'Replicas of 202602' })
  const on = (node: string) => partition.getByRole('listitem').filter({ hasText: node })
  await expect(on(s1r1)).toContainText('700 rows in 1 part')
  await expect(on(s1r2)).toContainText('nothing')
  await expect(differences).toContainText('missing on a replica')
  await expectFitsAndAccessible(page)

  await test.step('one click repairs it', async () => {
    await differences.getByRole('button', { name: `Sync ${s1r2}`, exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: `Sync the replica on ${s1r2}?` })
    await expect(dialog.getByRole('list', { name: 'Effect' })).toContainText('No data is removed')
    await expect(dialog).toContainText(`SYSTEM SYNC REPLICA \`${database}\`.\`${table}\``)
    await expectFitsAndAccessible(page)
    await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
    await expect(dialog).toBeHidden()
    const repair = page.getByRole('list', { name: 'Repairs' }).getByRole('listitem').first()
    await expect(repair).toContainText('running')
    // It waits for what the server does not do: only now may it fetch.
    await second.run(`SYSTEM START FETCHES ${database}.${table}`)
    await expect(repair).toContainText('completed', { timeout: 60_000 })
    await expect(repair).toContainText('All 2 replicas are equal: 2700 rows')
    const after = repair.getByRole('list', { name: 'Replicas, after' })
    for (const name of [s1r1, s1r2])
      await expect(after.getByRole('listitem').filter({ hasText: name })).toContainText('2,700 rows')
    await repair.getByText('History', { exact: true }).click()
    await expect(repair).toContainText('Completed by')
  })
  await expect(differences).toContainText('All partitions are equal on all replicas.')
  expect(await readContent(second, table)).toEqual(await readContent(first, table))
  await expectFitsAndAccessible(page)
})

import { figure } from '../support/figures.ts'
import { askAll } from '../support/nodes.ts'
import { planMove, startPlan } from '../support/planner.ts'
import { withSlowUploads } from '../support/store.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, listHotPartitions, listParts } from '../support/trips.ts'

test('a running tier migration is cancelled in the middle of a part, and retried to its end', async ({
  page,
  nodes,
}) => {
  const chosen = (await listHotPartitions(nodes)).slice(0, 2)
  const before = await listParts(nodes)
  const sums = await checksumPartitions(nodes)
  const listSwitches = () =>
    askAll<{ stopped: string; last: string }>(
      nodes,
      `SELECT countIf(query LIKE 'SYSTEM STOP%') AS stopped, argMax(query, event_time_microseconds) AS last
       FROM system.query_log
       WHERE type = 'QueryFinish' AND match(query, '^SYSTEM (STOP|START) MOVES') AND query LIKE '%trips_local%'`,
    )

  await test.step('cancelled while parts are being moved, nothing has changed', async () => {
    await withSlowUploads(4000, async () => {
      await planMove(page, chosen)
      await startPlan(page)
      await expect
        .poll(() => askAll(nodes, "SELECT part_name FROM system.moves WHERE table = 'trips_local'"))
        .not.toHaveLength(0)
      await page.getByRole('button', { name: 'Cancel' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('stays on its disk')
      await question.getByRole('button', { name: 'Cancel migration' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('cancelled')
    })
    expect(await listParts(nodes)).toEqual(before)
    expect(await checksumPartitions(nodes)).toEqual(sums)
    expect(await askAll(nodes, 'SELECT part_name FROM system.moves')).toEqual([])
    await expect(page.getByText('cancelled by operator@frostline.test')).toBeVisible()
  })

  await test.step('moves were stopped, and started again on the same nodes', async () => {
    await expect.poll(listSwitches).toEqual(
      nodes.map(({ name }) => ({
        node: name,
        stopped: expect.anything(),
        last: expect.stringMatching(/START/),
      })),
    )
    for (const { stopped } of await listSwitches()) expect(Number(stopped)).toBeGreaterThan(0)
  })

  await test.step('a retry completes it', async () => {
    await page.getByRole('button', { name: 'Retry remaining' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 30_000 })
    await expect(figure(page.getByRole('region', { name: 'Progress' }), 'Verified')).toHaveText(
      String(chosen.length * nodes.length),
    )
    const moved = before.map((part) => ({ ...part, cold: part.cold || chosen.includes(part.partitionId) }))
    expect(await listParts(nodes)).toEqual(moved)
    expect(await checksumPartitions(nodes)).toEqual(sums)
  })
})

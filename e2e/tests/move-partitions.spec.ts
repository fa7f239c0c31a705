import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { expectBytes, figure } from '../support/figures.ts'
import { planMove, startPlan } from '../support/planner.ts'
import { withSlowUploads } from '../support/store.ts'
import { expect, test } from '../support/test.ts'
import {
  cellName,
  checksumPartitions,
  listHotPartitions,
  listParts,
  sumBytes,
  tablePath,
} from '../support/trips.ts'

test('an operator moves three partitions to the object store; the servers agree with the screen', async ({
  page,
  nodes,
}) => {
  test.setTimeout(120_000)
  const chosen = (await listHotPartitions(nodes)).slice(0, 3)
  const isChosen = ({ partitionId }: { partitionId: string }) => chosen.includes(partitionId)
  const before = (await listParts(nodes)).filter(isChosen)
  const sums = await checksumPartitions(nodes)

  await test.step('the plan shows every step, the totals, the checks and the statements', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Tables', exact: true }).click()
    // The previous page has a link of the same name, and stays in the document.
    await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'demo.trips_local' }).click()
    await expect(page.getByRole('heading', { name: 'demo.trips_local', level: 1 })).toBeVisible()
    await planMove(page, chosen)
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expectBytes(figure(plan, 'Bytes'), sumBytes(before))
    await expect(figure(plan, 'Parts')).toHaveText(String(before.length))
    const rows = before.reduce((sum, part) => sum + BigInt(part.rows), 0n)
    await expect(figure(plan, 'Rows')).toHaveText(rows.toLocaleString('en-US'))
    const checks = plan.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    await expect(checks.filter({ hasText: 'Passed' }).first()).toBeVisible()
    await expect(checks.filter({ hasText: 'Blocks' })).toHaveCount(0)

    const steps = page.getByRole('table', { name: 'Steps of the plan' })
    const statements = page.getByRole('region', { name: 'Statements of the plan' })
    for (const node of nodes) {
      for (const id of chosen) {
        const step = steps.getByRole('row').filter({ hasText: node.name }).filter({ hasText: id })
        await expect(step).toContainText('hot → cold')
        const parts = before.filter((part) => part.node === node.name && part.partitionId === id)
        await expectBytes(step, sumBytes(parts))
        await expect(statements).toContainText(
          `ALTER TABLE \`demo\`.\`trips_local\` MOVE PARTITION ID '${id}' TO VOLUME 'cold'`,
        )
      }
    }
    await expectAccessible(page)
  })

  await test.step('all statements are shown in a drawer, and saved as a file', async () => {
    await page.getByRole('button', { name: /^Show all \d+ statements$/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Statements' })
    const text = drawer.getByRole('region', { name: 'All statements' })
    for (const { name } of nodes) await expect(text).toContainText(`-- On ${name}`)
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Download all' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    expect(file.match(/^ALTER TABLE .* MOVE PARTITION ID '.*' TO VOLUME 'cold';$/gm)).toHaveLength(
      chosen.length * nodes.length,
    )
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  const id = await test.step('it runs with live progress and completes with identical proofs', async () => {
    const started = await withSlowUploads(5_000, async () => {
      const made = await startPlan(page)
      const progress = page.getByRole('progressbar', { name: /^Progress of the tier migration/ })
      const share = async () => Number(await progress.getAttribute('aria-valuenow'))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('running')
      const isUnderWay = async () => {
        const percent = await share()
        return percent > 0 && percent < 100
      }
      await expect.poll(isUnderWay, { intervals: [100], timeout: 30_000 }).toBe(true)
      return made
    })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 30_000 })
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(figure(progress, 'Verified')).toHaveText(String(chosen.length * nodes.length))
    await expectBytes(figure(progress, 'Moved'), sumBytes(before))
    const steps = page
      .getByRole('table', { name: 'Steps' })
      .getByRole('row')
      .filter({ hasText: /^\d{6}/ })
    await expect(steps).toHaveCount(chosen.length * nodes.length)
    for (const row of await steps.all()) await expect(row).toContainText(/completed.*identical/)
    await expectAccessible(page)
    return started
  })

  await test.step('every part is on the cold disk, and the data is what it was', async () => {
    const after = (await listParts(nodes)).filter(isChosen)
    expect(after).toEqual(before.map((part) => ({ ...part, cold: true })))
    expect(await checksumPartitions(nodes)).toEqual(sums)
  })

  await test.step('a step shows the statement that the node itself has logged', async () => {
    const [node] = nodes
    if (!node) throw new Error('There is no node.')
    await page.getByRole('button', { name: `Open the step of ${chosen[0]} on ${node.name}` }).click()
    const drawer = page.getByRole('dialog', { name: `${chosen[0]} on ${node.name}` })
    const sent = drawer.getByRole('region', { name: /^Statement / })
    await expect(sent).toHaveCount(1)
    const statement = await sent.innerText()
    const queryId = (await sent.getAttribute('aria-label'))?.slice('Statement '.length)
    // The server logs a statement with parameters as formatted from its syntax tree.
    const logged = () =>
      node.ask<{ same: number }>(
        `SELECT query = formatQuerySingleLine({statement: String}) AS same FROM system.query_log
         WHERE query_id = {queryId: String} AND type = 'QueryFinish'`,
        { queryId, statement },
      )
    await expect.poll(logged).toEqual([{ same: 1 }])
    const [part] = before.filter((each) => each.node === node.name && each.partitionId === chosen[0])
    const proof = drawer.getByRole('table', { name: 'Parts before and after' })
    await expect(proof.getByRole('row').filter({ hasText: part?.name ?? '?' })).toContainText(
      `default → cold_cache= ${part?.hash.slice(0, 12)}`,
    )
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
  })

  await test.step('the exported proof names the same parts', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export proof' }).click()
    const proof: ExportedProof = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(proof.migration).toMatchObject({ id, status: 'completed' })
    const parts = proof.steps.flatMap((step) =>
      (step.after ?? []).map(({ name, rows, bytesOnDisk, hash }) => ({
        node: step.nodeName,
        name,
        rows,
        bytes: bytesOnDisk,
        hash,
      })),
    )
    const wanted = before.map(({ node, name, rows, bytes, hash }) => ({ node, name, rows, bytes, hash }))
    expect(parts).toHaveLength(wanted.length)
    expect(parts).toEqual(expect.arrayContaining(wanted))
  })

  await test.step('the map of the table shows them as cold', async () => {
    await page.goto(tablePath)
    for (const partition of chosen)
      await expect(page.getByRole('gridcell', { name: cellName(partition) })).toHaveAccessibleName(
        /100% cold/,
      )
  })
})

interface ExportedProof {
  migration: { id: string; status: string }
  steps: {
    nodeName: string
    after: { name: string; rows: string; bytesOnDisk: string; hash: string }[] | null
  }[]
}

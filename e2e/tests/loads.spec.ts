import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { chooseTable } from '../support/choose-table.ts'
import { askAll } from '../support/nodes.ts'
import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('loads CSV files of the demo store into a new Distributed table, and watches', async ({
    page,
    nodes,
  }) => {
    const table = `loaded_${Date.now().toString(36)}`
    await page.goto('/clusters/demo/loads')
    await page.getByRole('link', { name: 'New load' }).first().click()

    await test.step('source', async () => {
      await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
      await page.getByRole('textbox', { name: 'Pattern' }).fill('trips/csv/*.csv.gz')
      await page.getByRole('button', { name: 'List objects' }).click()
      const manifest = page.getByRole('region', { name: 'Manifest', exact: true })
      await expect(manifest.getByText(/\.csv\.gz$/).first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Format' }).click()
    })

    await test.step('format', async () => {
      await expect(page.getByRole('columnheader', { name: /^trip_id/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Target' }).click()
    })

    await test.step('target', async () => {
      await choose(page.getByRole('combobox', { name: 'Database' }), 'demo', { exact: true })
      await page.getByRole('textbox', { name: 'Table name' }).fill(table)
      await expect(page.getByText('Distributed(').first()).toBeVisible()
      await page.getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create table' }).click()
      await expect(page.getByText(`demo.${table} exists.`)).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Expression for trip_id' })).toHaveValue('trip_id')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
    })

    await test.step('strategy, and back without losing anything', async () => {
      await expect(page.getByText(/Recommended\./)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page.getByRole('textbox', { name: 'Table name' })).toHaveValue(table)
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
      await page.getByRole('radio', { name: /\(s3Cluster\)/ }).click()
      const trial = page.getByRole('region', { name: 'Estimate by a sample', exact: true })
      await trial.getByRole('button', { name: 'Run a 10-second test' }).click()
      await expect(trial.getByText('Read only')).toBeVisible({ timeout: 45_000 })
      await expect(trial.getByText(/^about 140,\d{3}$/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Review' }).click()
    })

    await test.step('review and start', async () => {
      await expect(page.getByText('Ready to start.')).toBeVisible()
      await expect(page.getByText('s3Cluster(').first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Start load' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
    })

    await test.step('watch', async () => {
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(table) })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      const objects = page.getByRole('region', { name: 'Objects', exact: true })
      await expect(objects.getByText('loaded').first()).toBeVisible()
      await page.getByRole('button', { name: 'Batch 1' }).click()
      await expect(
        page.getByRole('dialog', { name: 'Batch 1' }).getByText('s3Cluster(').first(),
      ).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    await test.step("each node's figures match the node's own, and nothing waits in a queue", async () => {
      const costs = page.getByRole('table', { name: 'Work by node' })
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      for (const node of nodes) {
        await node.run('SYSTEM FLUSH LOGS')
        const [own] = await node.ask<{ rows: string; parts: string }>(
          `SELECT toString((SELECT count() FROM demo.${table}_local)) AS rows, toString(count()) AS parts
           FROM system.part_log WHERE event_type = 'NewPart' AND startsWith(table, {prefix: String})`,
          { prefix: `frostline_load_${id.replaceAll('-', '')}_` },
        )
        const cells = costs.getByRole('row').filter({ hasText: node.name }).getByRole('cell')
        await expect(cells.nth(2)).toHaveText(Number(own?.rows).toLocaleString('en'))
        await expect(cells.nth(4)).toHaveText(Number(own?.parts).toLocaleString('en'))
        await expect(cells.nth(5)).toHaveText('empty')
      }
    })

    await test.step('beside other loads', async () => {
      const compared = page.getByRole('region', { name: 'Compared with other loads', exact: true })
      const own = compared.getByRole('row').filter({ hasText: ', this one' })
      await expect(own).toContainText('s3Cluster')
      await expect(own).toContainText('row/s')
      await choose(compared.getByRole('combobox', { name: 'Loads to compare with' }), 'With the same objects')
      await expect(own).toBeVisible()
      await expectAccessible(page)
    })
  })

  test('loads Parquet files into an existing table, with a computed column', async ({ page, nodes }) => {
    const name = `parquet_${Date.now().toString(36)}`
    for (const node of nodes)
      await node.run(`CREATE TABLE demo.${name} (id UInt64, day Date, cents UInt32, note String DEFAULT 'none')
        ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`)
    await page.goto('/clusters/demo/loads/new')
    await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
    await page.getByRole('textbox', { name: 'Pattern' }).fill('trips/parquet/*.parquet')
    await page.getByRole('button', { name: 'List objects' }).click()
    await page.getByRole('button', { name: 'Next: Format' }).click()
    await expect(page.getByRole('combobox', { name: 'Format' })).toContainText('Parquet')
    await page.getByRole('button', { name: 'Next: Target' }).click()
    await chooseTable(page, name)

    await test.step('a column of another name is mapped, one that does not fit is reported', async () => {
      const expression = (column: string) => page.getByRole('combobox', { name: `Expression for ${column}` })
      await expression('id').fill('trip_id')
      await expression('day').fill('toDate(pickup_at)')
      await expression('cents').fill('total - 1000000')
      await expect(page.getByText(/of the sample do not fit/)).toBeVisible()
      await expression('cents').fill('round(total * 100)')
      await expect(page.getByText(/of the sample do not fit/)).toBeHidden()
      await expect(expression('note')).toHaveValue('')
      await expectAccessible(page)
    })

    await page.getByRole('button', { name: 'Next: Strategy' }).click()
    await expect(page.getByText(/The rows belong on one node/)).toBeVisible()
    await page.getByRole('button', { name: 'Next: Review' }).click()
    await expect(page.getByText('round(total * 100)').first()).toBeVisible()
    await page.getByRole('button', { name: 'Start load' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })

    const { objectStore } = readEndpoints()
    if (!objectStore) throw new Error('endpoints.json lists no S3 store.')
    const [node] = nodes
    const [source] =
      (await node?.ask<Record<string, string>>(
        `SELECT toString(count()) AS rows, toString(sum(toUInt32(round(total * 100)))) AS cents, toString(sum(cityHash64(trip_id, toDate(pickup_at)))) AS sum
       FROM s3({url: String}, {key: String}, {secret: String}, 'Parquet')`,
        {
          url: `${objectStore.endpoint}/${objectStore.buckets.at(-1)}/trips/parquet/*.parquet`,
          key: objectStore.accessKeyId,
          secret: objectStore.secretAccessKey,
        },
      )) ?? []
    const loaded = await askAll<Record<string, string>>(
      nodes,
      `SELECT toString(count()) AS rows, toString(sum(cents)) AS cents, toString(sum(cityHash64(id, day))) AS sum
       FROM demo.${name} WHERE note = 'none'`,
    )
    expect(loaded.filter(({ rows }) => rows !== '0').map(({ node: _, ...sums }) => sums)).toEqual([source])
    const progress = page.getByRole('region', { name: 'Progress', exact: true })
    const rows = Number(source?.rows).toLocaleString('en')
    await expect(progress.getByText(`the table has ${rows} more rows`)).toBeVisible()
  })
})

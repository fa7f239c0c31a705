import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/test.ts'

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('measures a query on every tier, compares two benchmarks and exports the runs', async ({
    page,
    nodes,
  }) => {
    test.setTimeout(180_000)
    const [first] = nodes
    if (!first) throw new Error('There is no node.')
    const name = `to_measure_${Date.now().toString(36)}`
    await first.run(`CREATE TABLE demo.${name} (day Date, n UInt64, t String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY n SETTINGS storage_policy = 'tiered'`)
    await first.run(`INSERT INTO demo.${name} SELECT toDate('2026-01-10') + INTERVAL number % 3 MONTH, number,
      randomPrintableASCII(60) FROM numbers(300000) SETTINGS max_partitions_per_insert_block = 0`)

    await test.step('from the table to the form', async () => {
      await page.goto(`/clusters/demo/tables/demo/${name}`)
      await page.getByRole('link', { name: 'Measure tiers' }).click()
      await expect(page.getByRole('combobox', { name: 'Table' })).toContainText(`demo.${name}`)
      await choose(page.getByRole('combobox', { name: 'Node' }), first.name)
      await expect(page.getByRole('combobox', { name: 'Cold copy on' })).toContainText('cold_cache')
      await expect(page.getByText('Write a SELECT or choose a template, then measure.')).toBeVisible()
      await expect(page.getByText('Write a SELECT, or choose a template.')).toBeHidden()
      await page.getByRole('button', { name: 'Measure', exact: true }).click()
      await expect(page.getByText('Write a SELECT, or choose a template.')).toBeVisible()
      await choose(page.getByRole('combobox', { name: 'Template' }), 'Text that holds some letters')
      await expect(page.getByRole('textbox', { name: 'SELECT' })).toHaveValue(/LIKE '%4422%'/)
      await page.getByRole('textbox', { name: 'SELECT' }).fill(`SELECT sum(cityHash64(*)) FROM demo.${name};`)
      await page.getByRole('textbox', { name: 'Runs per tier' }).fill('3')
      await expectAccessible(page)
    })

    await test.step('start and watch', async () => {
      await page.getByRole('button', { name: 'Measure', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('are copied to default and cold_cache, and dropped at the end')
      await dialog.getByRole('button', { name: 'Measure', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 90_000 })
      const tiers = page.getByRole('table', { name: 'Tiers', exact: true })
      for (const tier of ['Hot', 'Cold', 'Cache, first run', 'Cache, second run'])
        await expect(
          tiers.getByRole('row').filter({ has: page.getByText(tier, { exact: true }) }),
        ).toContainText('3 of 3')
      await expect(page.getByRole('figure', { name: 'Median time by tier' })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('all that was sent', async () => {
      await page.getByRole('button', { name: 'Show statements' }).click()
      const drawer = page.getByRole('dialog', { name: 'Statements' })
      for (const text of [
        'CREATE TABLE IF NOT EXISTS',
        'ATTACH PARTITION ID',
        'SELECT sum(cityHash64(*))',
        'SYSTEM DROP FILESYSTEM CACHE',
        'DROP TABLE IF EXISTS',
      ])
        await expect(drawer).toContainText(text)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
    })

    await test.step('nothing is left behind', async () => {
      const left = await first.ask<{ name: string }>(
        "SELECT name FROM system.tables WHERE startsWith(name, 'frostline_scratch_')",
      )
      expect(left).toEqual([])
    })

    await test.step('export the runs', async () => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export runs' }).click()
      const stream = await (await downloading).createReadStream()
      const lines = Buffer.concat(await stream.toArray())
        .toString()
        .trim()
        .split('\r\n')
      expect(lines).toHaveLength(13)
      expect(lines[0]).toMatch(/^tier,round,status,verdict,/)
      for (const line of lines.slice(1)) expect(line).toContain('"completed","as-said"')
    })

    await test.step('again, in comparison', async () => {
      const before = page.url()
      await page.getByRole('button', { name: 'Run again' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Run again' }).click()
      await page.waitForURL((url) => url.href !== before)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 90_000 })
      await choose(page.getByRole('combobox', { name: 'Compare with' }), new RegExp(name))
      await expect(page.getByRole('columnheader', { name: /Ratio to the other/ })).toBeVisible()
      await page.goto('/clusters/demo/benchmarks')
      await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(2)
    })
    await first.run(`DROP TABLE demo.${name} SYNC`)
  })
})

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('checks a disk, and every check passes', async ({ page, nodes }) => {
    test.setTimeout(120_000)
    const [first] = nodes
    if (!first) throw new Error('There is no node.')
    await page.goto('/clusters/demo/benchmarks')
    await page.getByRole('tab', { name: 'Disk checks' }).click()
    await page.getByRole('button', { name: 'Check a disk' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Check a disk' })
    await choose(dialog.getByRole('combobox', { name: 'Disk' }), /cold_cache/)
    await expect(dialog.getByRole('combobox', { name: 'Policy for the moves' })).toContainText('tiered')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    const checks = page.getByRole('table', { name: 'Checks' })
    for (const check of [
      'Write',
      'OPTIMIZE',
      'Lightweight delete',
      'Move back',
      'Attach',
      'No leftover objects',
    ])
      await expect(
        checks.getByRole('row').filter({ has: page.getByText(check, { exact: true }) }),
      ).toContainText('passed')
    await expect(checks).toContainText(/objects written, 0 left/)
    await page.getByRole('button', { name: 'Show statements' }).click()
    const drawer = page.getByRole('dialog', { name: 'Statements' })
    await expect(drawer).toContainText('CREATE TABLE IF NOT EXISTS')
    await expect(drawer).toContainText('ALTER TABLE')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check again' }).click()
    const again = page.getByRole('alertdialog', { name: /^Check cold_cache on .* again\?$/ })
    await expect(again).toContainText(/to scratch tables in demo.*It moves a partition to \S+ and back\./)
    await expectAccessible(page)
    await again.getByRole('button', { name: 'Cancel' }).click()
    const left = await first.ask<{ name: string }>(
      "SELECT name FROM system.tables WHERE startsWith(name, 'frostline_scratch_')",
    )
    expect(left).toEqual([])
  })

  test('measures a disk in several shapes, and compares it with another disk', async ({ page, nodes }) => {
    test.setTimeout(150_000)
    const [first] = nodes
    if (!first) throw new Error('There is no node.')
    const measure = async (disk: RegExp) => {
      await page.goto('/clusters/demo/benchmarks?tab=disks')
      await page.getByRole('button', { name: 'Measure a disk' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Measure a disk' })
      await choose(dialog.getByRole('combobox', { name: 'Node' }), first.name)
      await choose(dialog.getByRole('combobox', { name: 'Disk' }), disk)
      await dialog.getByRole('textbox', { name: 'Columns' }).fill('0')
      await expect(dialog.getByText('Up to four numbers from 1 to 500.')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Columns' }).fill('3')
      await dialog.getByRole('textbox', { name: 'Parts per table' }).fill('1, 4')
      await dialog.getByRole('textbox', { name: 'Rows per table' }).fill('20000')
      await dialog.getByRole('textbox', { name: 'Runs' }).fill('2')
      await expect(dialog.getByText('4 shapes of table, 24 statements.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Measure', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    }
    await measure(/default/)
    await measure(/cold_cache/)
    const table = page.getByRole('table', { name: 'Throughput' })
    await expect(table.getByRole('row', { name: /wide, 3 columns, 4 parts/ })).toContainText('/s')
    await expect(page.getByRole('figure', { name: 'Throughput by shape' })).toBeVisible()
    await choose(page.getByRole('combobox', { name: 'Compare with' }), /default on/, { first: true })
    await expect(page.getByRole('columnheader', { name: /Ratio to the other/ }).first()).toBeVisible()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export runs' }).click()
    const stream = await (await downloading).createReadStream()
    const lines = Buffer.concat(await stream.toArray())
      .toString()
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(25)
    for (const line of lines.slice(1)) expect(line).toContain(',"completed",,')
    const left = await first.ask<{ name: string }>(
      "SELECT name FROM system.tables WHERE startsWith(name, 'frostline_scratch_')",
    )
    expect(left).toEqual([])
  })
})

import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'operator' })

test('an operator replays queries of the log, with and without the cache, and compares them', async ({
  page,
  nodes,
}) => {
  test.setTimeout(150_000)
  const [first] = nodes
  if (!first) throw new Error('There is no node.')
  const name = `to_replay_${Date.now().toString(36)}`
  await first.run(`CREATE TABLE demo.${name} (n UInt64, t String) ENGINE = MergeTree
    ORDER BY n SETTINGS disk = 'cold_cache'`)
  await first.run(`INSERT INTO demo.${name} SELECT number, randomPrintableASCII(60) FROM numbers(200000)`)
  for (let n = 0; n < 8; n++)
    await first.run(`SELECT sum(cityHash64(t)) FROM demo.${name} WHERE n % 8 = ${n} FORMAT Null`)
  await first.run(`SELECT max(n) FROM demo.${name} SETTINGS max_threads = 1 FORMAT Null`)
  await first.run('SYSTEM FLUSH LOGS')

  await test.step('preview the queries of the log', async () => {
    await page.goto('/clusters/demo/benchmarks')
    await page.getByRole('tab', { name: 'Replays' }).click()
    await page.getByRole('link', { name: 'Replay queries' }).first().click()
    await expect(page.getByText('Only queries that you have seen are run')).toBeVisible()
    await page.getByRole('textbox', { name: 'Table' }).fill(`demo.${name}`)
    await choose(page.getByRole('combobox', { name: 'Ran in' }), 'Between two times')
    const local = (at: Date) =>
      new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await page.getByLabel('From', { exact: true }).fill(local(new Date(Date.now() - 3_600_000)))
    await page.getByLabel('Until', { exact: true }).fill(local(new Date(Date.now() + 3_600_000)))
    await page.getByRole('button', { name: 'Find queries' }).click()
    await expect(
      page.getByText('1 query skipped: it has its own settings, which could override the limits.'),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Query patterns' }).getByRole('row')).toHaveCount(3)
    await expect(page.getByLabel('Query text')).toContainText(`FROM demo.${name}`)
    await expectAccessible(page)
  })

  await test.step('start and watch', async () => {
    // Other tests may be measuring other nodes meanwhile.
    for (const target of ['A', 'B']) {
      await choose(page.getByRole('combobox', { name: `Node of ${target}` }), first.name)
    }
    await page.getByRole('textbox', { name: 'Concurrency' }).fill('0')
    await page.getByRole('button', { name: 'Show errors' }).click()
    await expect(page.getByText('From 1 to 64.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Concurrency' }).fill('2')
    await page.getByRole('textbox', { name: 'Rounds' }).fill('2')
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('32 runs, 2 at a time.')
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    await expect(page.getByRole('figure', { name: 'Quantiles by target' })).toBeVisible()
    const targets = page.getByRole('table', { name: 'Targets' })
    await expect(targets.getByRole('row', { name: /bypassing caches/ })).toContainText('16')
    await expect(page.getByRole('table', { name: 'Query patterns' })).toContainText('cityHash64')
    await expectAccessible(page)
  })

  await test.step('export', async () => {
    const download = async (button: string) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const stream = await (await downloading).createReadStream()
      return Buffer.concat(await stream.toArray())
        .toString()
        .trim()
        .split('\r\n')
    }
    expect(await download('Export forms')).toHaveLength(3)
    const runs = await download('Export runs')
    expect(runs).toHaveLength(33)
    expect(runs[0]).toMatch(/^round,target,place,query,form_hash,/)
  })

  await test.step('compare with another', async () => {
    await page.goto('/clusters/demo/benchmarks?tab=replays')
    await expect(page.getByRole('row', { name: /8 queries of 1 pattern/ })).toHaveCount(1)
  })
  await first.run(`DROP TABLE demo.${name} SYNC`)
})

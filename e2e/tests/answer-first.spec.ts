import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { answerOf, expectAnswerFirst, expectSize } from '../support/answers.ts'
import { type AdminNode, askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import {
  findDemoBucket,
  makeBucketAudit,
  makeDiskBenchmark,
  makeReplay,
  makeTestData,
  makeTierBenchmark,
  makeWarmup,
} from '../support/screens.ts'
import { openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const mark = Date.now().toString(36)
const table = `answered_${mark}`
const loaded = `answered_load_${mark}`

test.beforeAll(async ({ nodes }) => {
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${table} (at DateTime, id UInt64, text String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS storage_policy = 'tiered'`)
    await node.run(`INSERT INTO demo.${table} SELECT now() - toIntervalHour(12) - toIntervalDay(number % 6 * 31),
      number, randomPrintableASCII(40) FROM numbers(60000)`)
  }
})
test.afterAll(async ({ nodes }) => {
  for (const node of nodes)
    for (const each of [table, loaded]) await node.run(`DROP TABLE IF EXISTS demo.${each} SYNC`)
})

interface Part {
  partitionId: string
  bytes: string
  due: number
}

const listParts = (nodes: readonly AdminNode[]) =>
  askAll<Part>(
    nodes,
    `SELECT partition_id AS partitionId, toString(bytes_on_disk) AS bytes,
       toUInt8(max_time + INTERVAL 60 DAY <= now()) AS due
     FROM system.parts WHERE active AND database = 'demo' AND table = '${table}'`,
  )

const sum = (parts: readonly { bytes: string }[]) => parts.reduce((all, { bytes }) => all + BigInt(bytes), 0n)

async function untilEnded(path: string): Promise<void> {
  await expect
    .poll(async () => (await callRest<{ status: string }>('GET', path)).body.status, { timeout: 120_000 })
    .toBe('completed')
}

test('a dry run of a TTL says what is due, what is lost and what heavy would do', async ({ page, nodes }) => {
  const parts = await listParts(nodes)
  const due = parts.filter((part) => part.due === 1)
  await page.goto(`/clusters/demo/tables/demo/${table}/ttl`)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('spinbutton', { name: 'Age of rule 1' }).fill('60')
  const dryRun = page.getByRole('region', { name: '2. Dry run' })
  await dryRun.getByRole('button', { name: 'Dry run' }).click()
  const answer = answerOf(dryRun)
  await expect(answer).toContainText(`${due.length} parts (`)
  await expect(answer).toContainText('are due and stay; nothing is lost; heavy would rewrite')
  await expectSize(answer, sum(due))
  await expectSize(answer, sum(parts))
  await expectAnswerFirst(dryRun)

  await test.step('over the partitions before and after', async () => {
    const cellsOf = async (map: string) => {
      // Months without a partition are cells too.
      const cells = await answer
        .getByRole('grid', { name: map })
        .getByRole('gridcell', { name: /\d part/ })
        .all()
      return Promise.all(cells.map((cell) => cell.getAttribute('aria-label')))
    }
    const now = await cellsOf('Partitions now')
    expect(now.length).toBe(new Set(parts.map(({ partitionId }) => partitionId)).size)
    // No part has TTL information yet: gentle moves nothing.
    expect(await cellsOf('Partitions after gentle')).toEqual(now)
    await answer.getByRole('combobox', { name: 'Partitions shown' }).click()
    await page.getByRole('option', { name: 'After heavy' }).click()
    await expect(answer.getByRole('grid', { name: 'Partitions after heavy' })).toBeVisible()
    const heavy = await cellsOf('Partitions after heavy')
    const moved = new Set(due.map(({ partitionId }) => partitionId)).size
    expect(heavy.filter((cell, index) => cell !== now[index])).toHaveLength(moved)
  })

  await test.step('tables are folded, and open by keyboard', async () => {
    await expect(dryRun.getByRole('table', { name: 'By node' })).toBeHidden()
    const fold = dryRun.locator('summary').filter({ hasText: 'By node' })
    await fold.focus()
    await page.keyboard.press('Enter')
    await expect(dryRun.getByRole('table', { name: 'By node' }).getByRole('row')).toHaveCount(
      nodes.length + 1,
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test('a tier migration says it as a plan, before the start, at the end and in its report', async ({
  page,
  nodes,
}) => {
  const parts = await listParts(nodes)
  const steps = new Set(parts.map(({ partitionId }) => partitionId)).size * nodes.length
  await page.goto(`/clusters/demo/tables/demo/${table}/move?by=age&before=2100-01-01&to=cold`)
  const plan = page.getByRole('region', { name: '3. Plan' })
  await expect(answerOf(plan)).toContainText(`${parts.length} parts (`)
  await expect(answerOf(plan)).toContainText(`would move to cold in ${steps} steps`)
  await expectSize(answerOf(plan), sum(parts))

  await plan.getByRole('button', { name: 'Save as plan' }).click()
  await page.waitForURL(/\/migrations\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  const report = page.getByRole('main')
  await expect(answerOf(page)).toContainText(`Nothing has moved: ${parts.length} parts (`)
  await expectSize(answerOf(page), sum(parts))
  await expectAnswerFirst(page)
  await test.step('the report of a plan that is not started has no exceptions', async () => {
    await page.goto(`/api/reports/${id}`)
    await expect(report).toContainText('Nothing has moved')
    await expect(report).not.toContainText('a look')
    await page.goBack()
  })

  await callRest('POST', `/tier-migrations/${id}/start`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 90_000 })
  await expect(answerOf(page)).toContainText(`All ${parts.length} parts (`)
  await expect(answerOf(page)).toContainText(
    `${steps} of ${steps} steps have the same parts, rows, bytes and hashes before and after.`,
  )
  const now = await askAll<{ bytes: string }>(
    nodes,
    `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts
     WHERE active AND database = 'demo' AND table = '${table}' AND disk_name != 'default'`,
  )
  await expectSize(answerOf(page), sum(now))
  await test.step('the steps stand by partition, each with its replicas', async () => {
    const groups = page.getByRole('table', { name: 'Steps', exact: true }).getByRole('rowheader')
    await expect(groups.first()).toContainText(`${nodes.length} of ${nodes.length} replicas done`)
    await expectAccessible(page)
  })
  await test.step('it prints with all folds open, without the navigation', async () => {
    await page.evaluate(
      "window.print = () => { document.body.dataset.closed = String(document.querySelectorAll('details:not([open])').length) }",
    )
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('body')).toHaveAttribute('data-closed', '0')
  })
  await page.pdf({ path: '/tmp/front-migration.pdf', preferCSSPageSize: true, printBackground: true })
  await test.step('the report begins with the same', async () => {
    await page.goto(`/api/reports/${id}`)
    await expect(report).toContainText(`All ${parts.length} parts (`)
    await expect(report).not.toContainText('a look')
  })
})

test('a load says what is in the table, and draws it over time', async ({ page, nodes }) => {
  const [first] = nodes
  if (!first) throw new Error('There is no node.')
  await first.run(`CREATE TABLE demo.${loaded} (id UInt64, text String) ENGINE = MergeTree ORDER BY id`)
  const bucket = openBucket()
  for (let file = 0; file < 3; file++)
    await bucket.put(`${loaded}/${file}.csv`, `id,text\n${file},first\n${file + 10},second\n`)
  const source = await findDemoBucket()
  const draft = {
    cluster: 'demo',
    source: { ...source, selection: { kind: 'glob', glob: `${loaded}/*.csv` } },
    read: {
      ...{ format: 'CSVWithNames', compression: 'none' },
      columns: [
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ],
    },
    target: { database: 'demo', table: loaded },
    mapping: [
      { column: 'id', expression: 'id' },
      { column: 'text', expression: 'text' },
    ],
    strategy: 'single-node',
    batch: { maxBytes: '1000', maxObjects: 1 },
  }
  const { status, body } = await callRest<{ id: string }>('POST', '/loads', { body: draft })
  expect(status, JSON.stringify(body)).toBe(200)
  await untilEnded(`/loads/${body.id}`)
  await page.goto(`/clusters/demo/loads/${body.id}`)
  const [counted] = await first.ask<{ rows: string }>(`SELECT toString(count()) AS rows FROM demo.${loaded}`)
  await expect(answerOf(page)).toContainText('All 3 objects (')
  await expect(answerOf(page)).toContainText(`are in demo.${loaded} with ${counted?.rows} rows.`)
  await expectAnswerFirst(page)
  const chart = page.getByRole('figure', { name: 'Rows in the table since the start' })
  await expect(chart.getByRole('row').last()).toContainText(counted?.rows ?? '?')
  await page.pdf({ path: '/tmp/front-load.pdf', preferCSSPageSize: true, printBackground: true })
  await expectAccessible(page)
})

test('every other run begins with its answer', async ({ page }) => {
  test.setTimeout(240_000)
  const runs = [
    {
      path: '/clusters/demo/loads/data/',
      rest: '/data-generations/',
      make: makeTestData,
      says: /^3 files \(.*\) with 30 rows are in the bucket\.$/,
    },
    {
      path: '/clusters/demo/cache/warm-ups/',
      rest: '/cache-warmups/',
      make: makeWarmup,
      says: /of .* were fetched by .* GETs?;.* are cached at the end\.$/,
    },
    {
      path: '/clusters/demo/bucket/',
      rest: '/bucket-audits/',
      make: makeBucketAudit,
      says: /(None of|orphans? \(.*\) of) [\d,]+ objects \(.*\).*; no object is missing(; [\d,]+ objects? (is|are) too new to judge)?\.$/,
    },
    {
      path: '/clusters/demo/benchmarks/tiers/',
      rest: '/tier-benchmarks/',
      make: makeTierBenchmark,
      says: /takes .* (as long as|in the median)/,
    },
    {
      path: '/clusters/demo/benchmarks/replays/',
      rest: '/replays/',
      make: makeReplay,
      says: /^Queries take .* on B and .* on A in the median; (no run failed|\d+ runs? failed)\.$/,
    },
    {
      path: '/clusters/demo/benchmarks/disks/',
      rest: '/disk-benchmarks/',
      make: makeDiskBenchmark,
      says: /^Inserts run at .*\/s.*; cold reads at .*\/s.*; warm reads at .*\/s/,
    },
  ]
  for (const { path, rest, make, says } of runs)
    await test.step(path, async () => {
      const id = await make()
      await untilEnded(`${rest}${id}`)
      await page.goto(`${path}${id}`)
      await expect(answerOf(page).locator('p').first()).toHaveText(says)
      await expectAnswerFirst(page)
    })
})

test('previews begin with their answer', async ({ page, nodes }) => {
  await test.step('a warm-up', async () => {
    await page.goto(`/clusters/demo/cache/warm-ups/new?database=demo&table=trips_local`)
    await page.getByRole('button', { name: 'Read the caches' }).click()
    const fit = page.getByRole('region', { name: 'Fit', exact: true })
    await expect(answerOf(fit)).toContainText(/would be fetched into|is cached already/)
    await expectAnswerFirst(fit)
  })
  await test.step('several tables', async () => {
    await page.goto('/clusters/demo/migrations/several?pattern=demo.trips_loc*&day=2030-01-01&to=cold')
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(answerOf(plan)).toContainText(/would move to cold in|cannot start/)
  })
  await test.step('the charts of tables and parts add up', async () => {
    await page.goto(`/clusters/demo/tables?q=${table}`)
    const map = page.getByRole('figure', { name: 'Bytes by table and tier' })
    await expect(map.getByRole('row').filter({ hasText: table }).first()).toBeAttached()
    await page.goto(`/clusters/demo/tables/demo/${table}?tab=parts`)
    const shapes = page.getByRole('table', { name: 'Age and size' })
    const parts = await listParts(nodes)
    const cells = shapes.getByRole('button')
    await expect(cells.first()).toBeVisible()
    const counts = await cells.locator('span:first-child').allInnerTexts()
    expect(counts.reduce((all, text) => all + Number(text.replaceAll(',', '')), 0)).toBe(parts.length)
    const [own = '?'] = counts
    await cells.first().press('Enter')
    await expect(cells.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('region', { name: `Parts (${own})`, exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

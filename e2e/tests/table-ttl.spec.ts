import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { expectBytes } from '../support/figures.ts'
import { type AdminNode, askAll } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const table = 'ttl_journey'
const path = `/clusters/demo/tables/demo/${table}`

/** Six months of rows, one part each; none is within hours of the sixty days. */
async function makeTable(nodes: readonly AdminNode[]): Promise<void> {
  for (const node of nodes)
    await node.ask(
      `CREATE OR REPLACE TABLE demo.${table} (at DateTime, id UInt64) ENGINE = MergeTree
       PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS storage_policy = 'tiered'
       AS SELECT now() - toIntervalHour(12) - toIntervalDay(number % 6 * 31) AS at, number AS id FROM numbers(60000)`,
    )
}

interface Row {
  node: string
  name: string
  partitionId: string
  due: number
  bytes: string
  disk: string
}

const listParts = (nodes: readonly AdminNode[]) =>
  askAll<Omit<Row, 'node'>>(
    nodes,
    `SELECT name, partition_id AS partitionId, toUInt8(max_time + INTERVAL 60 DAY <= now()) AS due,
       toString(bytes_on_disk) AS bytes, disk_name AS disk
     FROM system.parts WHERE active AND database = 'demo' AND table = '${table}' ORDER BY name`,
  )

const listTtls = async (nodes: readonly AdminNode[]) =>
  (
    await askAll<{ ttl: string }>(
      nodes,
      `SELECT extract(engine_full, ' TTL (.*) SETTINGS ') AS ttl FROM system.tables
       WHERE database = 'demo' AND name = '${table}'`,
    )
  ).map(({ ttl }) => ttl)

test('an admin writes a TTL, sees what it will do to every part, sets it gently, migrates what is due, and ends it', async ({
  page,
  nodes,
}) => {
  // The servers check for parts to move every second or two, and axe checks the long page three times.
  test.setTimeout(150_000)
  await makeTable(nodes)
  const ttl = "at + toIntervalDay(60) TO VOLUME 'cold'"
  const parts = await listParts(nodes)
  const due = parts.filter((part) => part.due === 1)
  expect(due.length).toBeGreaterThan(0)
  const dryRun = page.getByRole('region', { name: '2. Dry run' })
  const set = page.getByRole('region', { name: '3. Apply' })
  const load = dryRun.getByRole('table', { name: 'Effect' })

  await test.step('a rule is a row: a column, an age, a target', async () => {
    await page.goto(path)
    await page.getByRole('link', { name: 'TTL', exact: true }).click()
    await expect(page.getByRole('heading', { name: `TTL of demo.${table}`, level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: '1. Rules' })).toContainText('No rules')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('spinbutton', { name: 'Age of rule 1' }).fill('60')
    await page.getByRole('tab', { name: 'Raw' }).click()
    await expect(page.getByRole('textbox', { name: 'TTL' })).toHaveValue(ttl)
  })

  await test.step('an invalid TTL is reported with its position, and what a row cannot represent is kept', async () => {
    const raw = page.getByRole('textbox', { name: 'TTL' })
    await raw.fill(`${ttl},\nat TO VOLUME 'x`)
    await expect(page.getByText('Line 2, character 14: This string has no closing')).toBeVisible()
    await expect(dryRun.getByRole('button', { name: 'Dry run' })).toBeDisabled()
    await raw.fill(`${ttl}, greatest(at, at) + INTERVAL 9 YEAR RECOMPRESS CODEC(ZSTD(9))`)
    await page.getByRole('tab', { name: 'Rows' }).click()
    await expect(page.getByRole('listitem', { name: 'Rule 2' })).toContainText(
      'greatest(at, at) + INTERVAL 9 YEAR RECOMPRESS CODEC(ZSTD(9))',
    )
    await page.getByRole('button', { name: 'Remove rule 2' }).click()
  })

  await test.step('the dry run predicts what the servers will do, part by part', async () => {
    await dryRun.getByRole('button', { name: 'Dry run' }).click()
    const moves = load.getByRole('row').filter({ hasText: 'Move immediately' })
    await expect(moves.getByRole('cell')).toHaveText(['—', new RegExp(`^${due.length} parts, `)])
    const waits = load.getByRole('row').filter({ hasText: 'Due, but stay' })
    await expect(waits.getByRole('cell')).toHaveText([new RegExp(`^${due.length} parts, `), '—'])
    await dryRun.getByRole('heading', { name: 'Parts', exact: true }).click()
    const list = dryRun.getByRole('table', { name: 'Parts' })
    for (const part of due) {
      const row = list.getByRole('row').filter({ hasText: part.node }).filter({ hasText: part.name })
      await expect(row).toContainText('due, staysmoves now')
      await expectBytes(row, BigInt(part.bytes))
    }
    await expect(dryRun.getByRole('list', { name: 'Checks' })).toContainText(
      'the server never moves such a part',
    )
    await expectAccessible(page)
  })

  await test.step('set gently: every node has it, no part has moved', async () => {
    await set.getByRole('button', { name: 'Apply TTL' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('No parts move immediately.')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(set.getByRole('status')).toHaveText('Applied to all nodes and verified.')
    expect(await listTtls(nodes)).toEqual(nodes.map(() => ttl))
    expect(await listParts(nodes)).toEqual(parts)
    await expect(page.getByRole('table', { name: 'TTL by node' })).toContainText(ttl)
  })

  await test.step('what is due is one click from a plan', async () => {
    await set.getByRole('link', { name: 'Move what is due to cold' }).click()
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(page.getByRole('radio', { name: /^cold\b/ })).toBeChecked()
    await expect(plan.getByRole('button', { name: /^Move .* in \d+ steps$/ })).toBeEnabled()
    const ids = new Set(due.map(({ partitionId }) => partitionId))
    for (const id of ids)
      await expect(page.getByRole('region', { name: 'Statements of the plan' })).toContainText(`'${id}'`)
    await page.goBack()
  })

  await test.step('the time machine shows the draft and the stored TTL', async () => {
    const machine = page.getByRole('region', { name: 'Time machine' })
    const slider = machine.getByRole('slider', { name: /^Day/ })
    await slider.focus()
    await page.keyboard.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', /in 365 days$/)
    await expect(machine.getByRole('list', { name: 'Assumptions' })).toContainText(
      'without TTL information stays in place',
    )
    await expect(machine.getByRole('figure', { name: 'Bytes by tier over a year' })).toBeVisible()
    for (const whose of ['this table', 'all tables'])
      await expect(machine.getByText(`Disks full, ${whose}`)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('materialized: the servers move exactly those parts', async () => {
    await dryRun.getByRole('button', { name: 'Dry run' }).click()
    await set.getByRole('radio', { name: /^Heavy/ }).click()
    await set.getByRole('button', { name: 'Apply TTL' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply and materialize' }).click()
    await expect(set.getByRole('status')).toHaveText('Applied to all nodes and verified.')
    const coldBlocks = async () =>
      (await listParts(nodes))
        .filter(({ disk }) => disk === 'cold_cache')
        .map(({ node, partitionId }) => `${node} ${partitionId}`)
        .sort()
    await expect
      .poll(coldBlocks, { timeout: 30_000 })
      .toEqual(due.map(({ node, partitionId }) => `${node} ${partitionId}`).sort())
  })

  await test.step('removed again, on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${path}/ttl`)
    await page.getByRole('button', { name: 'Remove rule 1' }).click()
    await dryRun.getByRole('button', { name: 'Dry run' }).click()
    await expect(dryRun.getByRole('list', { name: 'Checks' })).toContainText('moves nothing back')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await set.getByRole('button', { name: 'Remove the TTL' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the TTL' }).click()
    await expect(set.getByRole('status')).toHaveText('Applied to all nodes and verified.')
    expect(await listTtls(nodes)).toEqual(nodes.map(() => ''))
  })

  await test.step('each change is audited with its statements', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/admin/audit?action=table.set-ttl')
    await expect(page.getByText('set the TTL of').first()).toBeVisible()
  })
  for (const node of nodes) await node.ask(`DROP TABLE demo.${table}`)
})

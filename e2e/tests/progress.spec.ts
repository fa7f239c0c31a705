import type { Locator, Page } from '@playwright/test'
import { exactBytes, figure, sizesIn } from '../support/figures.ts'
import { type AdminNode, askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { withSlowUploads } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

/** Three parts of about 0.5 MiB per statement, with a limit that makes reading and copying them take some seconds. */
const size = { months: 2, parts: 3, rowsPerPart: 5_000, bytesPerSecond: 400_000 }

interface Part {
  node: string
  name: string
  partition: string
  bytes: number
  cold: boolean
  moving: boolean
}

test('the page of a running migration always agrees with the nodes', async ({ page, nodes }) => {
  test.setTimeout(300_000)
  const table = `sampled_${Date.now().toString(36)}`
  await makeTable(nodes, table)
  const total = sum(await listParts(nodes, table))
  const id = await startMigration(table)
  await page.goto(`/clusters/demo/migrations/${id}`)
  const heading = page.getByRole('heading', { level: 1 })
  const progress = page.getByRole('region', { name: 'Progress', exact: true })
  const look = () => takeMoment(page, nodes, table)
  const isReading = ({ rows }: Moment) => rows.some((row) => row.includes('deep check'))

  // Each part is in flight for several looks, however long one takes on this machine. Nothing counts as in flight before
  // a part's first file is uploaded.
  await look()
  const began = performance.now()
  await look()
  const latencyMs = Math.max(2_000, 8 * (performance.now() - began))
  const flying = await withSlowUploads(latencyMs, () =>
    lookUntil(
      look,
      ({ shown }, moments) => moments.filter(isSteady).length >= 4 && /B in flight/.test(shown),
    ),
  )
  const copying = await lookUntil(look, ({ after }, { length }) => length >= 6 && arrived(after).length > 0)
  await page.getByRole('button', { name: 'Pause' }).click()
  const pausing = await lookUntil(
    look,
    // A slow machine takes fewer looks before the pause, and makes up for them here.
    async (_, { length }) =>
      (await heading.innerText()).includes('paused') && flying.length + copying.length + length >= 18,
  )
  await page.getByRole('button', { name: 'Resume' }).click()
  const checking = await lookUntil(
    look,
    (moment) => isReading(moment) && arrived(moment.after).length === moment.after.length,
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel migration' }).click()
  const cancelling = await lookUntil(look, async () => (await heading.innerText()).includes('cancelled'))

  const moments = [...flying, ...copying, ...pausing, ...checking, ...cancelling]
  expect(moments.length).toBeGreaterThanOrEqual(20)
  for (const moment of moments) expectTruth(moment, total)
  for (const { shown, after } of moments.filter(isSteady)) expect(namesOf(shown)).toEqual(movingNames(after))

  const end = await listParts(nodes, table)
  await expect(sizesIn(figure(progress, 'Moved')).first()).toHaveAttribute(
    'title',
    exactBytes(BigInt(sum(end.filter(({ cold }) => cold)))),
  )
  await expect(progress).not.toContainText('in flight')
  await expectWholePercents(page)
  for (const node of nodes) await node.run(`DROP TABLE demo.${table} SYNC`)
})

async function makeTable(nodes: readonly AdminNode[], table: string): Promise<void> {
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${table} (day Date, id UInt64, text String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered'`)
    await node.run(`SYSTEM STOP MERGES demo.${table}`)
    for (let part = 0; part < size.parts; part++)
      await node.run(`INSERT INTO demo.${table} SELECT toDate('2024-01-15') + INTERVAL number % ${size.months} MONTH,
        number, randomPrintableASCII(100) FROM numbers(${size.months * size.rowsPerPart})`)
  }
}

async function startMigration(table: string): Promise<string> {
  const { body } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: {
      ...{ cluster: 'demo', database: 'demo', table, targetVolume: 'cold', deepCheck: true },
      goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
      limits: { bandwidthBytesPerSecond: String(size.bytesPerSecond) },
    },
  })
  expect((await callRest('POST', `/tier-migrations/${body.id}/start`)).status).toBe(200)
  return body.id
}

const listParts = (nodes: readonly AdminNode[], table: string): Promise<Part[]> =>
  askAll<Omit<Part, 'node'>>(
    nodes,
    `SELECT name, partition_id AS partition, toUInt32(bytes_on_disk) AS bytes, disk_name LIKE 'cold%' AS cold,
       name IN (SELECT part_name FROM system.moves WHERE table = {table: String}) AS moving
     FROM system.parts WHERE active AND database = 'demo' AND table = {table: String} ORDER BY name`,
    { table },
  )

/** What the page shows, and what the nodes had right before and after its query. */
interface Moment {
  before: Part[]
  after: Part[]
  /** Text of the progress. */
  shown: string
  moved: number
  /** aria-valuenow of the first bar. */
  percent: number
  rows: string[]
}

async function takeMoment(page: Page, nodes: readonly AdminNode[], table: string): Promise<Moment> {
  const progress = page.getByRole('region', { name: 'Progress', exact: true })
  const steps = page.getByRole('table', { name: 'Steps', exact: true }).getByRole('row')
  const before = await listParts(nodes, table)
  const asked = page.waitForRequest((request) => request.url().includes('tierMigrations.get'))
  await progress.getByRole('button', { name: 'Refresh Progress' }).click()
  await (await asked).response()
  // The nodes respond late while their uploads wait for the store.
  await expect(progress).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
  const shown = await progress.innerText()
  const moved = await bytesIn(sizesIn(figure(progress, 'Moved')).first())
  const percent = Number(await progress.getByRole('progressbar').first().getAttribute('aria-valuenow'))
  const rows = (await steps.allInnerTexts()).filter((text) => /^\d{6}/.test(text))
  return { before, after: await listParts(nodes, table), shown, moved, percent, rows }
}

async function bytesIn(size: Locator): Promise<number> {
  return Number((await size.getAttribute('title'))?.replace(/\D/g, ''))
}

async function lookUntil(
  look: () => Promise<Moment>,
  wanted: (moment: Moment, moments: readonly Moment[]) => boolean | Promise<boolean>,
): Promise<Moment[]> {
  const moments: Moment[] = []
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const moment = await look()
    moments.push(moment)
    if (await wanted(moment, moments)) return moments
  }
  throw new Error(`The page did not come to what was waited for: ${moments.at(-1)?.shown}`)
}

const sum = (parts: readonly Part[]) => parts.reduce((all, { bytes }) => all + bytes, 0)
const arrived = (parts: readonly Part[]) => parts.filter(({ cold }) => cold)
const movingNames = (parts: readonly Part[]) =>
  parts
    .filter(({ moving, cold }) => moving && !cold)
    .map(({ name }) => name)
    .sort()
/** Nothing started or ended meanwhile: the moving parts are those that the servers copy. */
const isSteady = ({ before, after }: Moment) =>
  movingNames(before).length > 0 && movingNames(before).join() === movingNames(after).join()

function namesOf(shown: string): string[] {
  const [, names = ''] = /Copying now: (.*?), [\d.,]+ [KMG]?i?B of/.exec(shown) ?? []
  return names.split(', ').filter(Boolean).sort()
}

/** As the text says it, with three digits. */
function toBytes(text: string | undefined): number {
  const [, digits = '', unit = ''] = /([\d.,]+) ([KMG]?i?B)/.exec(text ?? '') ?? []
  return Number(digits.replaceAll(',', '')) * 1024 ** ['B', 'KiB', 'MiB', 'GiB'].indexOf(unit)
}

function expectTruth(moment: Moment, total: number): void {
  const { before, after, shown, moved, percent, rows } = moment
  const [least, most] = [sum(arrived(before)), sum(arrived(after))]
  const about = JSON.stringify({ shown, least, most, total })
  expect(moved, about).toBeGreaterThanOrEqual(least)
  expect(moved, about).toBeLessThanOrEqual(most)
  expect(percent, about).toBeGreaterThanOrEqual((least / total) * 100 - 0.1)
  expect(percent, about).toBeLessThanOrEqual((most / total) * 100 + 0.1)

  const [, done, of, , flying] = /Copy\s+(.+?) of (.+?) arrived(, (.+?) in flight)?/.exec(shown) ?? []
  expect(toBytes(done) / Math.max(least, 1), about).toBeGreaterThanOrEqual(least === 0 ? 0 : 0.995)
  expect(toBytes(done), about).toBeLessThanOrEqual(most * 1.005)
  expect(toBytes(of) / total, about).toBeCloseTo(1, 2)
  const left = before.filter(({ cold }) => !cold)
  expect(flying === undefined ? 0 : toBytes(flying), about).toBeLessThanOrEqual(sum(left) * 1.005)
  for (const name of namesOf(shown))
    expect(
      left.map((part) => part.name),
      about,
    ).toContain(name)

  for (const row of rows) {
    const own = (parts: readonly Part[]) =>
      parts.filter(({ node, partition }) => row.includes(node) && row.startsWith(partition))
    const [share = 0] = (/([\d.]+)%/.exec(row) ?? []).slice(1).map(Number)
    const whole = sum(own(before))
    expect(share, row).toBeGreaterThanOrEqual((sum(arrived(own(before))) / whole) * 100 - 0.1)
    expect(share, row).toBeLessThanOrEqual((sum(arrived(own(after))) / whole) * 100 + 0.1)
    if (row.includes('copying')) expect(arrived(own(before)).length, row).toBeLessThan(own(before).length)
    if (/comparing|completed/.test(row)) expect(arrived(own(after)), row).toHaveLength(own(after).length)
  }
  // One statement at a time on a node.
  for (const node of new Set(before.map((part) => part.node)))
    expect(rows.filter((row) => row.includes(node) && /copying|deep check/.test(row)).length).toBeLessThan(2)
}

/** Where a column is too narrow, "100%" reads "10". */
async function expectWholePercents(page: Page): Promise<void> {
  const bars = page.getByRole('table', { name: 'Steps', exact: true }).getByRole('progressbar')
  for (const bar of await bars.all())
    expect(await bar.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true)
}

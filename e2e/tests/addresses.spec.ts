import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { tablePath } from '../support/trips.ts'

test.use({ role: 'admin' })

const cluster = '/clusters/demo'
const nobody = '00000000-0000-4000-8000-000000000000'

/** Every page whose state stands in its address, and those that begin with what the page before says. */
const pages = [
  ...['overview', 'tables', 'costs', 'nodes', 'storage', 'storage/design', 'start-up', 'queues'],
  ...['cache', 'cache/warm-ups/new', `cache/warm-ups/${nobody}`],
  ...['bucket', 'bucket/new', 'bucket/objects', `bucket/${nobody}`, `bucket/removals/${nobody}`],
  ...['benchmarks', 'benchmarks/tiers/new', 'benchmarks/replays/new', `benchmarks/tiers/${nobody}`],
  ...['loads', 'loads/new', 'loads/data/new', `loads/${nobody}`],
  ...['migrations', 'migrations/several', 'schedules', 'schedules/new'],
].map((page) => `${cluster}/${page}`)
const others = [
  ...['', '/ttl', '/move'].map((page) => `${tablePath}${page}`),
  ...['/alerts', '/sources', '/admin/clusters', '/admin/users', '/admin/tokens', '/admin/audit', '/account'],
  '/sources/new',
  '/',
]

/** All that pages read from their addresses. */
const names =
  'action active actor age alert align all before bucket by cluster database day deep draft edit entry file finding found from glob hash hours key keys known late level node object of optimize outcome pace part partition partitions parts pattern policy prefix q range reason replica run schedule search size sort source state statement step tab table tables test to token user way with'.split(
    ' ',
  )

const hostile = [
  'x',
  '',
  '-1',
  '999999999999999',
  '%',
  '%ZZ,%00',
  '{"a":[',
  '[null,1]',
  '\ud800',
  `'"><img src=x onerror=alert(1)>`,
  '💣'.repeat(200),
  '9999-99-99',
]

/** Those that belong to another: half of a whole, as somebody leaves it who edits an address. */
const halves = [
  'database',
  'table',
  'source',
  'bucket',
  'glob',
  'keys',
  'tables',
  'day',
  'to',
  'draft',
  'pace',
  'of',
].map((name) => new URLSearchParams({ [name]: 'x' }).toString())
const together = hostile.map((value) =>
  new URLSearchParams(names.map((name): [string, string] => [name, value])).toString(),
)
/** As nothing that writes URLs would write it. */
const broken = ['tab=%ZZ&table=%', '?&=&==x', 'keys=%2525,%25,%FF', 'pace=%7B%22days%22%3A1%7D']

for (const [name, list] of [
  ['the cluster', pages],
  ['tables and administration', others],
] as const)
  test(`no address breaks a page of ${name}`, async ({ page, tolerate }) => {
    test.setTimeout(300_000)
    // What the server refuses to answer is told on the page; a fault of the server is none of these.
    tolerate(/status of 4\d\d/)
    for (const path of list)
      await test.step(path, async () => {
        await page.goto(`${path}?database=&table=x`)
        await expectDrawn(page, `${path}?database=&table=x`)
        for (const query of [...halves, ...together, ...broken]) {
          await page.evaluate<unknown>(
            `history.replaceState(null, '', ${JSON.stringify(`${path}?${query}`)})`,
          )
          await expectDrawn(page, `${path}?${query}`)
        }
      })
  })

/** The page is there, and no error of its own in its place. */
async function expectDrawn(page: Page, address: string): Promise<void> {
  await page.evaluate<unknown>('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  await expect(page.getByText('This page failed to draw'), address).toHaveCount(0)
  await expect(page.locator('h1').first(), address).toBeVisible()
}

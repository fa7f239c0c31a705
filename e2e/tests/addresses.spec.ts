import { readFileSync } from 'node:fs'
import { askAll } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'
import { tablePath } from '../support/trips.ts'
import { watchConsole } from '../support/watch-console.ts'

const visitAddresses = readFileSync(new URL('../support/visit-addresses.browser.js', import.meta.url), 'utf8')

test.use({ role: 'admin' })

const cluster = '/clusters/demo'
const nobody = '00000000-0000-4000-8000-000000000000'

/** Every page with state in its URL, and those that depend on a previous page. */
const pages = [
  ...[
    'overview',
    'tables',
    'costs',
    'nodes',
    'storage',
    'storage/design',
    'restart-forecast',
    'distributed-queues',
    'replication',
    'live',
    'incident',
  ],
  ...['cache', 'cache/warm-ups/new', `cache/warm-ups/${nobody}`],
  ...['bucket', 'bucket/new', 'bucket/objects', `bucket/${nobody}`, `bucket/removals/${nobody}`],
  ...['benchmarks', 'benchmarks/tiers/new', 'benchmarks/replays/new', `benchmarks/tiers/${nobody}`],
  ...['loads', 'loads/new', 'loads/data/new', `loads/${nobody}`, 'pipelines', `pipelines/${nobody}`],
  ...['archives', `archives/${nobody}`, `archives/restores/${nobody}`],
  ...['migrations', 'migrations/several', 'schedules', 'schedules/new'],
].map((page) => `${cluster}/${page}`)
const others = [
  ...['', '/ttl', '/move', '/archive'].map((page) => `${tablePath}${page}`),
  ...[
    '/alerts',
    '/approvals',
    '/fleet',
    '/sources',
    '/admin/clusters',
    '/admin/users',
    '/admin/teams',
    '/admin/sign-in',
    '/admin/tokens',
    '/admin/audit',
    '/admin/state',
    `/admin/state/${nobody}`,
    '/account',
  ],
  '/sources/new',
]

/** All parameters that pages read from their URLs. */
const names =
  'action active actor age alert align all before bucket by cluster database day deep draft edit entry equal file finding found from glob hash hours key keys known late level node object oddity of optimize others outcome pace part partition partitions parts pattern policy prefix prices problems q range reason replica row run schedule search size sort source state statement step store tab table tables test tier to token user view way with'.split(
    ' ',
  )

const hostile = [
  'x',
  '',
  '-1',
  '999999999999999',
  '%',
  '\0',
  'a\0b',
  '%ZZ,%00',
  '{"a":[',
  '[null,1]',
  '\ud800',
  `'"><img src=x onerror=alert(1)>`,
  '💣'.repeat(200),
  '9999-99-99',
]

/** Parameters without their counterpart, as left by someone who edits a URL. No two here belong together. */
const halves = [
  ['database', 'source', 'day', 'draft', 'tables'],
  ['table', 'bucket', 'keys', 'to', 'pace'],
  ['glob', 'of'],
].map((names) => new URLSearchParams(names.map((name): [string, string] => [name, 'x'])).toString())
const together = hostile.map((value) =>
  new URLSearchParams(names.map((name): [string, string] => [name, value])).toString(),
)
/** As no program would encode a URL. */
const broken = ['tab=%ZZ&table=%', '?&=&==x', 'keys=%2525,%25,%FF', 'pace=%7B%22days%22%3A1%7D']

test('shortened URLs lead to the page above, and every page shows the cluster', async ({ page }) => {
  const lists = [
    ['/clusters/demo', '/clusters/demo/overview'],
    ['/clusters/demo/tables/demo', '/clusters/demo/tables?database=demo'],
    ['/clusters/demo/cache/warm-ups', '/clusters/demo/cache?tab=warm-ups'],
    ['/clusters/demo/benchmarks/replays', '/clusters/demo/benchmarks?tab=replays'],
    ['/clusters/demo/loads/data', '/clusters/demo/loads?tab=data'],
    ['/admin', '/admin/clusters'],
  ] as const
  for (const [address, end] of lists) {
    await page.goto(address)
    await expect(page).toHaveURL(end)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/clusters')
  await expect(page).toHaveURL(/\/clusters\/[^/]+\/overview$/)
  // Each is a separate visit: the router forgets a redirect when the URL changes meanwhile.
  for (const query of ['', ...halves, ...broken, ...together.slice(0, 2)]) {
    await page.goto(`/?${query}`)
    await expect(page, query).toHaveURL(/\/clusters\/[^/]+\/overview$/)
  }
  await page.goto('/sources')
  await expect(page.getByRole('button', { name: /^Cluster (?!Choose)/ })).toBeVisible()
})

test('addresses of pages that have moved lead on for good, with what is below them and asked of them', async ({
  page,
}) => {
  const moved = [
    ['/clusters/demo/queues', '/clusters/demo/distributed-queues'],
    ['/clusters/demo/start-up?a=1', '/clusters/demo/restart-forecast?a=1'],
    ['/clusters/demo/start-up/shard-1%2Fx', '/clusters/demo/restart-forecast/shard-1%2Fx'],
    ['/clusters/demo/loads/pipelines', '/clusters/demo/pipelines'],
    [`/clusters/demo/loads/pipelines/${nobody}?a=1`, `/clusters/demo/pipelines/${nobody}?a=1`],
    ['/clusters/demo/loads?tab=pipelines&sort=-lag', '/clusters/demo/pipelines?tab=pipelines&sort=-lag'],
  ] as const
  for (const [address, end] of moved) {
    const answer = await page.request.get(address, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], address).toEqual([308, end])
  }
  await page.goto('/clusters/demo/start-up/shard-1-replica-1')
  await expect(page).toHaveURL('/clusters/demo/restart-forecast/shard-1-replica-1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restart forecast of shard-1-replica-1')
})

/** The processor is the limit on two cores; more tabs than this would only wait for each other. */
const tabs = 3
const drawMs = 20_000

test('no URL breaks a page', async ({ context }) => {
  // On a busy machine the browser needs several times its usual minute.
  test.setTimeout(600_000)
  const left = [...pages, ...others]
  await Promise.all(
    Array.from({ length: tabs }, async () => {
      const page = await context.newPage()
      // Rejections by the server are shown on the page; a server fault is none of these.
      const faults = watchConsole(page, [/status of 4\d\d/])
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await page.goto(`${path}?database=&table=x`)
        const queries = ['database=&table=x', ...halves, ...together, ...broken]
        const broke = await page.evaluate<string[]>(
          `${visitAddresses};visitAddresses(${JSON.stringify([path, queries, drawMs])})`,
        )
        expect(broke, path).toEqual([])
        expect(faults(), `the console of the browser on ${path}`).toEqual([])
      }
      await page.close()
    }),
  )
})

test('no successful read of system tables counts an error on its node', async ({ nodes }) => {
  for (const node of nodes) await node.run('SYSTEM FLUSH LOGS')
  const counted = await askAll(
    nodes,
    `SELECT errors.name, errors.last_error_message, log.query
     FROM system.errors AS errors
     JOIN system.query_log AS log ON log.query_id = errors.query_id
     WHERE errors.name IN ('TYPE_MISMATCH', 'CANNOT_CONVERT_TYPE', 'ILLEGAL_TYPE_OF_ARGUMENT', 'NO_COMMON_TYPE',
         'BAD_ARGUMENTS', 'UNKNOWN_IDENTIFIER', 'CANNOT_PARSE_TEXT')
       AND log.user = 'frostline' AND log.type = 'QueryFinish'
       AND log.tables != [] AND arrayAll(table -> startsWith(table, 'system.'), log.tables)`,
  )
  expect(counted).toEqual([])
})

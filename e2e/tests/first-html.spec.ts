import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'
import { database, table, tablePath } from '../support/trips.ts'

test.use({ role: 'viewer' })

const lastNode = 'shard-3-replica-1'
const pages = [
  { path: '/clusters/demo/overview', procedure: 'overview.get', shows: lastNode },
  { path: '/clusters/demo/nodes', procedure: 'nodes.list', shows: lastNode },
  { path: '/clusters/demo/tables', procedure: 'tables.list', shows: `${database}.${table}` },
  { path: tablePath, procedure: 'tables.get', shows: 'Partition key' },
  { path: '/clusters/demo/storage', procedure: 'storage.get', shows: lastNode },
  { path: '/clusters/demo/cache', procedure: 'caches.get', shows: lastNode },
  { path: '/clusters/demo/costs', procedure: 'costs.get', shows: `${database}.${table}` },
  { path: '/clusters/demo/activity', procedure: 'runs.timeline', shows: /Times in UTC|No runs in this/ },
]

for (const { path, procedure, shows } of pages)
  test(`the HTML of ${path} has what the page shows first, and the browser does not ask for it`, async ({
    page,
    browser,
    run,
  }) => {
    const withoutScripts = await browser.newContext({
      ...{ javaScriptEnabled: false, baseURL: run.url, storageState: run.people.viewer.session },
    })
    const plain = await withoutScripts.newPage()
    let asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // A busy machine may read too late for the HTML. Then the browser asks.
    await expect(async () => {
      await plain.goto(path)
      await expect(plain.getByRole('main').getByText(shows).first()).toBeVisible({ timeout: 1 })
      asked = []
      await page.goto(path)
      await expect(page.getByTitle('Changes appear as they happen.').first()).toBeVisible()
      expect(asked.filter((each) => each.includes(procedure) || each.includes('get-session'))).toEqual([])
    }).toPass()
    await withoutScripts.close()
  })

test('an answer that is too late for the HTML comes with the rest of the document', async ({ page }) => {
  test.setTimeout(90_000)
  const node = readEndpoints().clickhouse?.nodes.find(({ name }) => name === lastNode)
  const pid = node?.pid
  if (!pid) throw new Error(`${lastNode} does not run.`)
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // On a busy machine the document may end before the node goes on. Then the browser asks.
  await expect(async () => {
    process.kill(pid, 'SIGSTOP')
    try {
      asked = []
      await page.goto('/clusters/demo/nodes', { waitUntil: 'commit' })
      await expect(page.getByTitle('Changes appear as they happen.').first()).toBeVisible()
      await expect(page.getByText(lastNode)).toBeHidden()
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await expect(page.getByRole('main').getByText(lastNode).first()).toBeVisible()
    expect(asked.filter((each) => each.includes('nodes.list'))).toEqual([])
  }).toPass()
})

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

import type { Page, Response } from '@playwright/test'
import pg from 'pg'
import { type Person, readEndpoints } from '../support/run.ts'
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
  { path: '/fleet', procedure: 'fleet.list', shows: `${database}.${table}` },
  { path: '/clusters/demo/live', procedure: 'live.list', shows: /No running queries|SELECT/ },
  { path: '/clusters/demo/incident', procedure: 'incidents.get', shows: /^Steps of/ },
  { path: '/clusters/demo/schedules', procedure: 'tierSchedules.list', shows: /No schedules|Budget/ },
  { path: '/clusters/demo/benchmarks', procedure: 'benchmarks.list', shows: /No benchmarks|completed/ },
  { path: `${tablePath}/move`, procedure: 'tables.get', shows: 'Volume of policy tiered' },
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

/** As long as `lastNode` stands still, no page has all of its answers. */
function freezeLastNode(): () => void {
  const pid = readEndpoints().clickhouse?.nodes.find(({ name }) => name === lastNode)?.pid
  if (!pid) throw new Error(`${lastNode} does not run.`)
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}

// On a busy machine a document may end, or its HTML go without the answers, before the node goes on. Then once more.
test('a page that is late for the first HTML follows as HTML', async ({ page, run }) => {
  await expect(async () => {
    await signInAnew(page, run.people.viewer)
    const thaw = freezeLastNode()
    let response: Response | null
    try {
      response = await page.goto('/clusters/demo/nodes', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible()
    } finally {
      thaw()
    }
    const [first, later] = ((await response?.text()) ?? '').split('<div hidden id="S:0">')
    expect(withoutScripts(first)).not.toContain(lastNode)
    expect(withoutScripts(later)).toContain(lastNode)
    await expect(page.getByRole('main').getByText(lastNode).first()).toBeVisible()
  }).toPass()
})

test('answers that are too late for any HTML come with the rest of the document', async ({ page, run }) => {
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await expect(async () => {
    await signInAnew(page, run.people.viewer)
    asked = []
    const thaw = freezeLastNode()
    try {
      await page.goto('/clusters/demo/nodes', { waitUntil: 'commit' })
      // The page is usable without them.
      await expect(page.getByRole('button', { name: 'Refresh Nodes' })).toHaveAttribute('aria-busy', 'true')
      await page.waitForFunction(() => performance.now() > 1_500)
      await expect(page.getByRole('main').getByText(lastNode)).toBeHidden()
    } finally {
      thaw()
    }
    await expect(page.getByRole('main').getByText(lastNode).first()).toBeVisible()
    expect(asked.filter((each) => each.includes('nodes.list'))).toEqual([])
  }).toPass()
})

// Another test's change makes the console forget what is known. Then once more.
test('a page that is opened again has its last figures at once, and then new ones from the document', async ({
  page,
  run,
}) => {
  const age = () => page.getByTitle('Observed').first().getAttribute('title')
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await expect(async () => {
    await signInAnew(page, run.people.viewer)
    await page.goto('/clusters/demo/nodes')
    await expect(page.getByRole('main').getByText(lastNode).first()).toBeVisible()
    // Ages have seconds.
    await page.waitForFunction(() => performance.now() > 2_000)
    asked = []
    const thaw = freezeLastNode()
    let known: string | null
    try {
      await page.goto('/clusters/demo/nodes', { waitUntil: 'commit' })
      await expect(page.getByRole('main').getByText(lastNode).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Refresh Nodes' })).toHaveAttribute('aria-busy', 'true')
      known = await age()
    } finally {
      thaw()
    }
    await expect(page.getByRole('button', { name: 'Refresh Nodes' })).not.toHaveAttribute('aria-busy', 'true')
    expect(await age()).not.toBe(known)
    expect(asked.filter((each) => each.includes('nodes.list'))).toEqual([])
  }).toPass()
})

// React reports HTML that does not fit its data in the console, and every message there fails a test.
test('answers wait for a late page to hydrate with the data of its HTML', async ({ page }) => {
  const scripts = '**/_next/static/chunks/*.js'
  const database = new pg.Client({ connectionString: readEndpoints().postgres?.url })
  await database.connect()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scripts, async (route) => {
    const response = await route.fetch()
    // The script of the page, not of its frame.
    if ((await response.text()).includes('Registered clusters')) await released
    await route.fulfill({ response })
  })
  try {
    await database.query('BEGIN; LOCK TABLE cluster IN ACCESS EXCLUSIVE MODE')
    const opening = page.goto('/admin/clusters')
    // The page has been sent twice by then, without clusters.
    await expect(page.getByRole('heading', { level: 1, name: 'Clusters' })).toBeVisible()
    await page.waitForFunction(() => performance.now() > 1_500)
    await database.query('COMMIT')
    await page.waitForLoadState('domcontentloaded')
    await expect(page.getByTitle('Changes appear as they happen.').first()).toBeVisible()
    await expect(page.getByRole('article', { name: 'Demo' })).toBeHidden()
    release()
    await opening
    await expect(page.getByRole('article', { name: 'Demo' })).toBeVisible()
  } finally {
    release()
    await database.end()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

/** What a session was answered in the last minute is in its first HTML. A new one has no such answers. */
async function signInAnew(page: Page, { email, password }: Person): Promise<void> {
  // An open page would ask without a session.
  await page.goto('about:blank')
  await page.context().clearCookies()
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(response.ok()).toBe(true)
}

function withoutScripts(html = ''): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}

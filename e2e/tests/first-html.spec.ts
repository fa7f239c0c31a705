import type { Page, Response } from '@playwright/test'
import pg from 'pg'
import { auditBucket } from '../support/audit-bucket.ts'
import { callRest } from '../support/rest.ts'
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

// Nothing else reads this list again. On a busy machine the HTML may be sent without the list. Then once more.
test('a change right after a late page is shown', async ({ page, run }) => {
  const database = new pg.Client({ connectionString: readEndpoints().postgres?.url })
  await database.connect()
  let teams = 0
  const addTeam = async () => {
    const name = `Late ${++teams}`
    expect(await callRest('POST', '/teams', { body: { name, groups: [] } })).toMatchObject({ status: 200 })
    return name
  }
  try {
    await expect(async () => {
      const known = await addTeam()
      await signInAnew(page, run.people.admin)
      await database.query('BEGIN; LOCK TABLE team IN ACCESS EXCLUSIVE MODE')
      let response: Response | null
      try {
        response = await page.goto('/admin/teams', { waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
      } finally {
        await database.query('COMMIT')
      }
      const [first, later] = ((await response?.text()) ?? '').split('<div hidden id="S:0">')
      expect(withoutScripts(first)).not.toContain(known)
      expect(withoutScripts(later)).toContain(known)
      await expect(page.getByTitle('Changes appear as they happen.').first()).toBeVisible()
      await expect(page.getByRole('main').getByText(await addTeam())).toBeVisible({ timeout: 5_000 })
    }).toPass()
  } finally {
    await database.end()
  }
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
  const database = new pg.Client({ connectionString: readEndpoints().postgres?.url })
  await database.connect()
  // The script of the page, not of its frame.
  const { release } = await holdScripts(page, 'Registered clusters')
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
    await release()
    await opening
    await expect(page.getByRole('article', { name: 'Demo' })).toBeVisible()
  } finally {
    await release()
    await database.end()
  }
})

test('changes that are announced before a page has hydrated do not make it drop its HTML', async ({
  page,
  run,
}) => {
  await signInAnew(page, run.people.admin)
  const { id } = await auditBucket('')
  const { release, untilHeld } = await holdScripts(page, 'Count objects')
  try {
    const opening = page.goto(`/clusters/demo/bucket/${id}/remove`)
    await expect(page.getByRole('button', { name: 'Count objects' })).toBeVisible()
    await expect(page.getByTitle('Changes appear as they happen.').first()).toBeVisible()
    await untilHeld()
    await auditBucket('')
    await release()
    await opening
    await expect(page.getByText(/in total\./)).toBeVisible()
  } finally {
    await release()
  }
})

// Nothing else reads this list again.
test('a change that comes after the HTML and before the stream of changes is shown', async ({
  page,
  run,
}) => {
  await signInAnew(page, run.people.admin)
  const { release } = await holdScripts(page)
  try {
    const opening = page.goto('/admin/teams')
    await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
    const { status } = await callRest('POST', '/teams', { body: { name: 'Meanwhile', groups: [] } })
    expect(status).toBe(200)
    const team = page.getByRole('main').getByText('Meanwhile')
    await expect(team).toBeHidden()
    await release()
    await opening
    await expect(team).toBeVisible()
  } finally {
    await release()
  }
})

/** Scripts that contain this text are not answered until their release. */
async function holdScripts(page: Page, text = '') {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let isHeld = false
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes(text)) {
      isHeld = true
      await ended
    }
    await route.fulfill({ response })
  })
  return {
    untilHeld: () => expect.poll(() => isHeld).toBe(true),
    async release() {
      end()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}

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

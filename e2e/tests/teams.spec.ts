import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { askAll } from '../support/nodes.ts'
import { createPerson, signIn } from '../support/people.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { database, table, tablePath } from '../support/trips.ts'
import { watchConsole } from '../support/watch-console.ts'

test.use({ role: 'admin' })

/** Keeps what the server refuses: a page that a person may open asks for nothing that they may not see. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/trpc/')) return
    // A batch has one status for many answers. A page that is left ends its requests.
    const text = await response.text().catch(() => '')
    if (/"code":"(FORBIDDEN|NOT_FOUND)"/.test(text))
      refused.push(`${decodeURIComponent(response.url())}: ${text.slice(0, 600)}`)
  })
  return refused
}

test('an admin makes a team; its member sees and changes only its tables', async ({
  page,
  browser,
  run,
  nodes,
}) => {
  test.setTimeout(300_000)
  const password = randomUUID()
  await rememberSecret(password)
  const email = `mia-${randomUUID()}@frostline.test`
  const person = { email, password, session: `${run.folder}/session-mia.json` }
  const team = `Trips ${randomUUID().slice(0, 8)}`
  const [other] = await askAll<{ database: string; table: string }>(
    nodes,
    `SELECT database, name AS table FROM system.tables
     WHERE engine LIKE '%MergeTree' AND database = {database: String} AND name != {table: String} LIMIT 1`,
    { database, table },
  )
  if (!other) throw new Error(`${database} has one table only.`)
  await createPerson(run, { email, password, name: 'Mia Member', role: 'member' })

  await test.step('a member without grants has no access', async () => {
    await signIn(run.url, person)
    const context = await browser.newContext({ baseURL: run.url, storageState: person.session })
    const own = await context.newPage()
    const faults = watchConsole(own, [])
    const refused = watchRefusals(own)
    await own.goto('/clusters/demo/tables')
    await expect(own.getByRole('heading', { level: 1 })).toHaveText('No access')
    await expect(own.getByText('Ask an admin to add you to a team')).toBeVisible()
    await expectFitsAndAccessible(own)
    expect([...faults(), ...refused]).toEqual([])
    await context.close()
  })

  await test.step('the admin creates the team and adds the member', async () => {
    await page.goto('/admin/teams')
    await page.getByRole('button', { name: 'Create team' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create team' })
    await dialog.getByLabel('Name', { exact: true }).fill(team)
    await dialog.getByRole('button', { name: 'Add grant' }).click()
    const grant = dialog.getByRole('group', { name: 'Grant 1' })
    await choose(grant.getByRole('combobox', { name: 'Role' }), 'operator')
    await grant.getByLabel('Database').fill(`${database}*x`)
    await grant.getByLabel('Table').fill(table)
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await expect(grant.getByText('Only the last character may be *, as in a_*.')).toBeVisible()
    await grant.getByLabel('Database').fill(database)
    await expect(grant).toContainText('1 table')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('table', { name: 'Teams' }).getByRole('button', { name: team }).click()
    const drawer = page.getByRole('dialog', { name: team })
    await choose(drawer.getByRole('combobox', { name: 'Add member' }), email)
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(drawer.getByRole('button', { name: `Remove ${email} from ${team}` })).toBeVisible()
    await expectAccessible(page)
  })

  const context = await browser.newContext({ baseURL: run.url, storageState: person.session })
  const own = await context.newPage()
  const faults = watchConsole(own, [])
  const refused = watchRefusals(own)

  await test.step('the member finds the table, and no other', async () => {
    await own.goto('/')
    const tables = own.getByRole('table', { name: 'Tables' })
    await expect(tables.getByRole('link', { name: table })).toBeVisible()
    await expect(own).toHaveURL(/\/clusters\/demo\/tables$/)
    await expect(tables).not.toContainText(other.table)
    const navigation = own.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Tables' })).toBeVisible()
    for (const hidden of ['Nodes', 'Cache', 'Cost', 'Users', 'Teams'])
      await expect(navigation.getByRole('link', { name: hidden, exact: true })).toHaveCount(0)
  })

  for (const path of [
    tablePath,
    ...['move', 'ttl', 'archive'].map((page) => `${tablePath}/${page}`),
    ...['activity', 'migrations', 'archives', 'schedules', 'schedules/new'].map(
      (room) => `/clusters/demo/${room}`,
    ),
    ...['loads', 'loads/new', 'pipelines'].map((room) => `/clusters/demo/${room}`),
    ...['/clusters', '/sources', '/alerts', '/account', '/admin/audit'],
  ])
    await test.step(`${path} asks for nothing that the member may not see`, async () => {
      await own.goto(path)
      await expect(own.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText('No access')
      await expect(own.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await own.waitForLoadState('networkidle')
      expect.soft(refused.splice(0), path).toEqual([])
    })

  await test.step('what is not theirs is not there, by page and by request', async () => {
    const otherPath = `/clusters/demo/tables/${other.database}/${other.table}`
    for (const path of [otherPath, '/clusters/demo/nodes', '/admin/users']) {
      await own.goto(path)
      await expect(own.getByRole('heading', { level: 1 }), path).toHaveText('No access')
    }
    expect(refused).toEqual([])
    const input = { json: { cluster: 'demo', database: other.database, table: other.table } }
    const answer = await own.request.get(
      `/api/trpc/tables.get?input=${encodeURIComponent(JSON.stringify(input))}`,
    )
    expect(answer.status()).toBe(404)
  })
  expect(faults()).toEqual([])

  await test.step('whoever leaves the team sees nothing at the next request', async () => {
    const drawer = page.getByRole('dialog', { name: team })
    await drawer.getByRole('button', { name: `Remove ${email} from ${team}` }).click()
    await expect(drawer).toContainText('No members yet.')
    const input = { json: { cluster: 'demo', database, table } }
    const answer = await own.request.get(
      `/api/trpc/tables.get?input=${encodeURIComponent(JSON.stringify(input))}`,
    )
    expect(answer.status()).toBe(403)
    await own.goto('/clusters/demo/tables')
    await expect(own.getByRole('heading', { level: 1 })).toHaveText('No access')
  })
  await context.close()

  await test.step('the admin deletes the team', async () => {
    const drawer = page.getByRole('dialog', { name: team })
    await drawer.getByRole('button', { name: 'Delete team' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete team' }).click()
    await expect(page.getByText(`Deleted ${team}`)).toBeVisible()
    await expect(page.getByRole('button', { name: team })).toHaveCount(0)
  })
})

test('an admin gives a person a grant of their own, and makes a token that sees only one table', async ({
  page,
  run,
}) => {
  const password = randomUUID()
  await rememberSecret(password)
  const email = `max-${randomUUID()}@frostline.test`
  await createPerson(run, { email, password, name: 'Max Member', role: 'member' })
  await page.goto('/admin/users')
  await page.getByRole('button', { name: `Max Member ${email}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Max Member' })
  await drawer.getByRole('button', { name: 'Edit grants' }).click()
  const dialog = page.getByRole('dialog', { name: `Grants of ${email}` })
  await dialog.getByRole('button', { name: 'Add grant' }).click()
  const grant = dialog.getByRole('group', { name: 'Grant 1' })
  await choose(grant.getByRole('combobox', { name: 'Role' }), 'viewer')
  await grant.getByLabel('Database').fill(database)
  await grant.getByLabel('Table').fill(table)
  await dialog.getByRole('button', { name: 'Save grants' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: `${database}.${table}` })).toContainText(
    'viewer',
  )
  await expectAccessible(page)

  const name = `one table ${randomUUID()}`
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog', { name: 'Create token' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await choose(form.getByRole('combobox', { name: 'Expires' }), 'in 30 days')
  await form.getByRole('button', { name: 'Add grant' }).click()
  const limit = form.getByRole('group', { name: 'Grant 1' })
  await limit.getByLabel('Database').fill(database)
  await limit.getByLabel('Table').fill(table)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('region', { name: `Token ${name}` })
  const token = await shown.getByRole('code').first().innerText()
  const { body } = await callRest<{ data: { tables: { table: string }[] } }>('GET', '/clusters/demo/tables', {
    token,
  })
  expect(body.data.tables.map((each) => each.table)).toEqual([table])
  expect((await callRest('GET', '/clusters/demo/storage', { token })).status).toBe(404)
})

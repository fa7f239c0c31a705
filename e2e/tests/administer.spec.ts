import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { signIn } from '../support/people.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

/** Fills the form of a new cluster, one address per row. */
async function fillCluster(page: Page, name: string, password: string, addresses: readonly string[]) {
  await page.goto('/admin/clusters/register')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('User', { exact: true }).fill('frostline')
  await page.getByLabel('Password', { exact: true }).fill(password)
  for (const [index, address] of addresses.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add node' }).click()
    await page.getByLabel(`Address of node ${index + 1}`).fill(address)
    await page.getByLabel(`Name of node ${index + 1}`).fill(`node-${index + 1}`)
  }
}

/** As left by a worker that could not reach the node. The node has no such table, so the START MOVES stays owed. */
async function oweStartMoves(name: string, nodeName: string): Promise<void> {
  const client = new pg.Client({ connectionString: readEndpoints().postgres?.url })
  await client.connect()
  await client.query(
    `INSERT INTO stopped_moves (id, "clusterId", "nodeName", "database", "table", "workerId")
     SELECT $1, id, $2, 'gone', 'trips', 'nobody' FROM cluster WHERE name = $3`,
    [randomUUID(), nodeName, name],
  )
  await client.end()
}

async function listClusters(): Promise<string[]> {
  const { body } = await callRest<{ clusters: { name: string }[] }>('GET', '/clusters')
  return body.clusters.map(({ name }) => name)
}

test('a cluster is registered after its test; failures are shown node by node and nothing is stored', async ({
  page,
  tolerate,
}) => {
  test.setTimeout(180_000)
  const { clickhouse } = readEndpoints()
  if (!clickhouse?.users.frostline) throw new Error("endpoints.json lists no product's user.")
  const { password } = clickhouse.users.frostline
  const addresses = clickhouse.nodes.map(({ httpUrl }) => httpUrl)
  const known = await listClusters()
  const connection = page.getByRole('region', { name: 'Connection' })
  const test1 = connection.getByRole('button', { name: 'Test connection' })
  const node = (number: number) =>
    connection
      .getByRole('table', { name: 'Checks by node' })
      .getByRole('row', { name: new RegExp(`^node-${number}`) })
  // Reading order: name, reachable, TLS, sign-in, version, grants, logs, clock.
  const check = (number: number, column: number) => node(number).getByRole('cell').nth(column)
  tolerate(/status of (4\d\d|503) .*clusters\.register/)

  await test.step('a wrong password', async () => {
    const wrong = randomUUID()
    await rememberSecret(wrong)
    await fillCluster(page, 'Second look', wrong, addresses)
    await test1.click()
    await expect(connection).toContainText('3 of 3 nodes cannot be used.')
    for (const number of [1, 2, 3]) {
      await expect(check(number, 0)).toContainText('passed')
      await expect(check(number, 2)).toContainText('failed')
      await expect(check(number, 3)).toContainText('not checked')
    }
    const todo = connection.getByRole('list', { name: 'Next steps' })
    await expect(todo).toContainText('The server rejects the user frostline')
    await expect(todo).toContainText('Check the user, the password')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Register cluster' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /register the cluster/i })).toBeVisible()
    expect(await listClusters()).toEqual(known)
  })

  await test.step('a dead address', async () => {
    await fillCluster(page, 'Second look', password, [...addresses.slice(1), 'http://127.0.0.1:9'])
    await test1.click()
    await expect(connection).toContainText('1 of 3 nodes cannot be used.')
    await expect(check(1, 2)).toContainText('passed')
    await expect(check(3, 0)).toContainText('failed')
    await expect(connection.getByRole('list', { name: 'Next steps' })).toContainText(
      'http://127.0.0.1:9 cannot be reached',
    )
    await page.getByRole('button', { name: 'Register cluster' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /register the cluster/i })).toBeVisible()
    expect(await listClusters()).toEqual(known)
  })

  await test.step('all right: it passes, is registered, shows the same bytes, and is removed again', async () => {
    await fillCluster(page, 'Second look', password, addresses)
    await test1.click()
    await expect(connection.getByRole('status')).toContainText(/3 nodes/)
    for (const number of [1, 2, 3]) {
      for (const column of [0, 2, 3, 4, 5, 6]) await expect(check(number, column)).toContainText('passed')
    }
    await page.getByRole('button', { name: 'Register cluster' }).click()
    const card = page.getByRole('article', { name: 'Second look' })
    await expect(card).toBeVisible()
    expect(await listClusters()).toEqual([...known, 'Second look'])
    await expectAccessible(page)
    await card.getByRole('link', { name: 'Second look', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Node node-2, healthy' })).toBeVisible()

    await oweStartMoves('Second look', 'node-2')
    await page.goto('/alerts')
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(page.getByRole('button', { name: 'Cluster Second look' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Tables' })).toHaveAttribute(
      'href',
      /^\/clusters\/second-look\//,
    )
    await main.getByRole('link', { name: 'Clusters' }).click()
    await expect(page.getByRole('button', { name: 'Cluster Second look' })).toBeVisible()
    await card.getByRole('button', { name: 'Remove Second look' }).click()
    const question = page.getByRole('alertdialog')
    const remove = question.getByRole('button', { name: 'Remove cluster' })
    await expect(remove).toBeDisabled()
    await question.getByRole('textbox').fill('Second look')
    await expect(question.getByRole('region', { name: /Statements that start/ })).toContainText(
      'SYSTEM START MOVES',
    )
    tolerate(/status of 409/)
    await remove.click()
    await expect(page.getByText(/Moves of gone.trips are stopped on node-2/)).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('checkbox', { name: /^These nodes are gone/ }).check()
    await remove.click()
    await expect(question).toBeHidden()
    await expect(card).toBeHidden()
    expect(await listClusters()).toEqual(known)
  })
})

test('an admin creates a user, who signs in, and disables them, who then cannot', async ({ page, run }) => {
  const password = randomUUID()
  await rememberSecret(password)
  const person = {
    email: `ann-${randomUUID()}@frostline.test`,
    password,
    session: `${run.folder}/session-ann.json`,
  }
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Create user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create user' })
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Name').fill('Ann Admin-to-be')
  await dialog.getByRole('radio', { name: /^operator/ }).click()
  await dialog.getByRole('radio', { name: /^Type one/ }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create user' }).click()
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText('operator')
  await signIn(run.url, person)

  await row.getByRole('button', { name: `Ann Admin-to-be ${person.email}` }).click()
  const drawer = page.getByRole('dialog', { name: 'Ann Admin-to-be' })
  await drawer.getByRole('button', { name: 'Disable user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
  await expect(drawer).toContainText('disabled')
  await expect(signIn(run.url, person)).rejects.toThrow(/403/)
})

test('a token is shown once, works, and is rejected as soon as it is revoked', async ({ page }) => {
  const name = `nightly ${randomUUID()}`
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Choose when it expires.')).toBeVisible()
  await choose(dialog.getByRole('combobox', { name: 'Expires' }), 'in 30 days')
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.1, ::1')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('region', { name: `Token ${name}` })
  const secret = await shown.getByRole('code').first().innerText()
  expect((await callRest('GET', '/me', { token: secret })).body).toMatchObject({
    type: 'token',
    name,
    role: 'viewer',
  })
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('button', { name: `Open ${name}` }).click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await expect(drawer).toContainText('127.0.0.1, ::1')
  await page.reload()
  await expect(drawer).toContainText(/From (127\.0\.0\.1|::1)\./)
  await drawer.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(drawer).toContainText('revoked')
  expect((await callRest('GET', '/me', { token: secret })).status).toBe(401)
})

test('the audit is filtered by actor, action and outcome, and a link keeps the filters', async ({
  page,
  run,
}) => {
  const rows = page
    .getByRole('table', { name: 'Audit entries' })
    .getByRole('row')
    .filter({ has: page.getByRole('button') })
  await page.goto('/admin/audit')
  await expect(rows.first()).toBeVisible()
  await choose(page.getByRole('combobox', { name: 'Action' }), 'All actions: users')
  await page.getByRole('searchbox', { name: 'Object' }).fill(run.people.viewer.email)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('created the user')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button').click()
  const entry = page.getByRole('dialog')
  await expect(entry).toContainText('user.create')
  await expect(entry).toContainText('viewer')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Close' }).click()
  await choose(page.getByRole('combobox', { name: 'Outcome' }), 'failed')
  await expect(page.getByText('No entry matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows.nth(1)).toBeVisible()
})

test('a file is applied as a change set, and what it manages is changed there or taken over', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const rule = `file-${Date.now().toString(36)}`
  const specOf = (threshold: number) => ({
    metric: 'node-parts',
    comparison: 'above',
    threshold,
    enabled: false,
  })
  const fileOf = (rules: object) => ({ version: 1, name: 'e2e', prune: ['customRules'], customRules: rules })
  const send = async (rules: object) => {
    const body = { document: fileOf(rules), commit: '1a2b3c4d5e6f' }
    const answer = await callRest<{ id: string }>('POST', '/state/apply', { body })
    expect(answer.status).toBe(200)
    return answer.body.id
  }
  const apply = async (rules: object) => {
    const id = await send(rules)
    const statusOf = async () => (await callRest<{ status: string }>('GET', `/change-sets/${id}`)).body.status
    await expect.poll(statusOf, { timeout: 90_000 }).toBe('completed')
    return id
  }
  await send({ [rule]: specOf(1_000_000) })
  const title = page.getByRole('heading', { level: 1 })

  await test.step('the list shows how the change set ends, and its page the second one as a diff', async () => {
    // It may end before this page hears of changes.
    await page.goto('/admin/state')
    const sets = page.getByRole('table', { name: 'Change sets', exact: true })
    await expect(sets.getByRole('row').filter({ hasText: 'e2e' }).first()).toContainText('completed')
    const id = await apply({ [rule]: specOf(2_000_000) })
    await page.goto(`/admin/state/${id}`)
    await expect(title).toContainText('completed')
    const changes = page.getByRole('region', { name: 'Changes', exact: true })
    await expect(changes).toContainText('The change is made: 1 update in the whole console.')
    await expect(changes).toContainText('threshold: 1000000')
    await expect(changes).toContainText('threshold: 2000000')
    await expectAccessible(page)
  })

  await test.step('its page says where it is managed', async () => {
    await page.goto('/alerts?tab=rules')
    const notice = page.getByRole('region', { name: 'Managed from a file' })
    await expect(notice).toContainText('e2e @ 1a2b3c4d')
    await notice
      .getByRole('listitem')
      .filter({ hasText: rule })
      .getByRole('button', { name: 'Take over' })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
    await expect(notice.filter({ hasText: rule })).toHaveCount(0)
  })

  await test.step('the export has it, and another apply removes it', async () => {
    await page.goto('/admin/state')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export frostline.yaml' }).click()
    expect((await download).suggestedFilename()).toBe('frostline.yaml')
    await expectAccessible(page)
    await apply({ [rule]: specOf(3_000_000) })
    await expect
      .poll(
        async () =>
          (
            await callRest<{ changes: unknown[] }>('POST', '/state/plan', {
              body: { document: fileOf({ [rule]: specOf(3_000_000) }) },
            })
          ).body.changes,
      )
      .toEqual([])
    await apply({})
  })
})

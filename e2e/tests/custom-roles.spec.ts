import { randomUUID } from 'node:crypto'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { createPerson, signIn } from '../support/people.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { database, table, tablePath } from '../support/trips.ts'

test.use({ role: 'admin' })

test('an admin makes a role of verbs; whoever has it sees and may do these, and nothing else', async ({
  page,
  browser,
  run,
  tolerate,
}) => {
  test.setTimeout(180_000)
  tolerate(/status of 409 .*customRoles\.remove/)
  const password = randomUUID()
  await rememberSecret(password)
  const mark = randomUUID().slice(0, 8)
  const person = {
    email: `role-${mark}@frostline.test`,
    password,
    session: `${run.folder}/session-role.json`,
  }
  const [role, team] = [`Mover ${mark}`, `Movers ${mark}`]
  await createPerson(run, { email: person.email, password, name: 'Rolf Role', role: 'member' })

  await test.step('the role is made of the verbs of an area', async () => {
    await page.goto('/admin/teams')
    const panel = page.getByRole('region', { name: 'Custom roles' })
    await panel.getByRole('button', { name: 'Create custom role' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create custom role' })
    await dialog.getByLabel('Name', { exact: true }).fill('operator')
    await dialog.getByRole('button', { name: 'Create custom role' }).click()
    await expect(dialog.getByText('This is the name of a built-in role.')).toBeVisible()
    await expect(dialog.getByText('Choose at least one verb.')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill(role)
    await dialog.getByLabel('Search verbs').fill('tier migr')
    await dialog.getByRole('checkbox', { name: /of tier migrations that match$/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create custom role' }).click()
    const row = panel.getByRole('row').filter({ hasText: role })
    await expect(row).toContainText('all of tier migrations')
    await expectFitsAndAccessible(page)
  })

  await test.step('a team gives it on one table', async () => {
    await page.getByRole('button', { name: 'Create team' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create team' })
    await dialog.getByLabel('Name', { exact: true }).fill(team)
    await dialog.getByRole('button', { name: 'Add grant' }).click()
    const grant = dialog.getByRole('group', { name: 'Grant 1' })
    await choose(grant.getByRole('combobox', { name: 'Role' }), role)
    await grant.getByLabel('Database').fill(database)
    await grant.getByLabel('Table').fill(table)
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('table', { name: 'Teams' }).getByRole('button', { name: team }).click()
    const drawer = page.getByRole('dialog', { name: team, exact: true })
    await expect(drawer).toContainText(`${role} on tables ${database}.${table}`)
    await choose(drawer.getByRole('combobox', { name: 'Add member' }), person.email)
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(drawer.getByRole('button', { name: `Remove ${person.email} from ${team}` })).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
  })

  await signIn(run.url, person)
  const context = await browser.newContext({ baseURL: run.url, storageState: person.session })
  const own = await context.newPage()

  await test.step('its holder may plan a migration of the table, and set no TTL', async () => {
    await own.goto(`${tablePath}/move?by=age&before=2030-01-01&to=cold`)
    await expect(own.getByRole('button', { name: /^Move .* in \d+ steps?$/ })).toBeEnabled()
    await own.goto(`${tablePath}?tab=policy`)
    const refused = await own.request.post('/api/trpc/tablePolicy.change', {
      headers: { origin: new URL(own.url()).origin },
      data: { json: { cluster: 'demo', database, table, policy: 'default' } },
    })
    expect(refused.status()).toBe(403)
    expect(await refused.text()).toContain(`The custom role ${role} does not include it`)
  })
  await context.close()

  await test.step('it cannot be deleted while it is granted', async () => {
    await page.goto('/admin/teams')
    const panel = page.getByRole('region', { name: 'Custom roles' })
    await panel.getByRole('button', { name: `Delete ${role}` }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByRole('button', { name: 'Delete custom role' }).click()
    await expect(page.getByText(`is granted to the team ${team}`)).toBeVisible()
    await confirm.getByRole('button', { name: 'Keep custom role' }).click()
    const { body } = await callRest<{ id: string; name: string }[]>('GET', '/teams')
    const found = body.find(({ name }) => name === team)
    await callRest('DELETE', `/teams/${found?.id}`)
    await page.reload()
    await panel.getByRole('button', { name: `Delete ${role}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete custom role' }).click()
    await expect(panel.getByText(role)).toHaveCount(0)
  })
})

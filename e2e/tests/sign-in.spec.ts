import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { createPerson } from '../support/people.ts'
import type { Run } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: null })

/** A separate user for each test, since it changes the account. */
async function meetSomebody(run: Run) {
  const person = { email: `${randomUUID()}@frostline.test`, password: randomUUID(), name: 'Sam Someone' }
  await createPerson(run, { ...person, role: 'viewer' })
  return person
}

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a wrong password is explained, the right one leads to the requested page', async ({
  page,
  run,
  tolerate,
}) => {
  const { email, password } = await meetSomebody(run)
  await page.goto('/clusters/demo/tables?q=trips&sort=name')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)

  tolerate(/status of 401 .*sign-in/)
  await fillIn(page, email, 'not the password')
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?q=trips&sort=name')
  await expect(page.getByRole('searchbox', { name: 'Search tables' })).toHaveValue('trips')
})

test('signing out ends the session, not only the page', async ({ page, run, request }) => {
  const { email, password } = await meetSomebody(run)
  await page.goto('/sign-in')
  await fillIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  const { cookies } = await page.context().storageState()
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const asked = '/api/trpc/clusters.list'
  expect((await request.get(asked, { headers })).status()).toBe(200)

  // Requests in flight reach the API when the session is gone. It would reject them, and the browser would log that.
  const signedOut = page.waitForResponse(/\/sign-out$/)
  await page.route(/\/api\/trpc\/(?!events)/, async (route) => {
    await signedOut
    await route.continue().catch(() => {})
  })
  const asking = page.waitForRequest(/\/api\/trpc\/(?!events)/)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Tables', exact: true })
    .click()
  await asking
  await page.getByRole('button', { name: 'Account of Sam Someone' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await request.get(asked, { headers })).status(), 'the old cookies').toBe(401)
  await page.goto('/clusters/demo/overview')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fclusters%2Fdemo%2Foverview$/)
})

test('after many wrong passwords the account is locked for a while, even for the right one; others are not', async ({
  page,
  run,
  tolerate,
}) => {
  const [guessed, other] = [await meetSomebody(run), await meetSomebody(run)]
  tolerate(/status of (401|429) .*sign-in/)
  await page.goto('/sign-in')
  for (let attempt = 0; attempt < 10; attempt++) {
    const answered = page.waitForResponse(/sign-in\/email/)
    await fillIn(page, guessed.email, `guess ${attempt}`)
    expect((await answered).status()).toBe(401)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  }
  await fillIn(page, guessed.email, guessed.password)
  await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toBeVisible()

  await fillIn(page, other.email, other.password)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

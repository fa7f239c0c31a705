import { randomUUID } from 'node:crypto'
import { appCode } from '@frostline/embedded/testing'
import { startTestOidcProvider, type TestOidcProvider } from '@frostline/embedded/testing/oidc'
import type { Browser } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { createPerson } from '../support/people.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { currentRun } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

let idp: TestOidcProvider

test.beforeAll(async () => {
  const { url } = currentRun()
  idp = await startTestOidcProvider({
    callbackUrls: [`${url}/api/auth/callback/test-login`],
    signedOutUrls: [`${url}/sign-in`],
  })
  idp.people.set('ann', {
    ...{ email: 'ann@provider.test', email_verified: true, name: 'Ann Provider', groups: ['data'] },
  })
  idp.people.set('eve', {
    ...{ email: 'eve@provider.test', email_verified: true, name: 'Eve', groups: ['others'] },
  })
})
test.afterAll(async () => {
  await callRest('DELETE', '/sign-in-providers/test-login')
  await idp?.stop()
})

async function openFor(browser: Browser) {
  const context = await browser.newContext({
    baseURL: currentRun().url,
    storageState: { cookies: [], origins: [] },
  })
  return { context, page: await context.newPage() }
}

test('an admin adds a provider, whose people sign in with the role of their groups, and out again', async ({
  page,
  browser,
  tolerate,
}) => {
  await page.goto('/admin/sign-in')
  await expect(page.getByText('No providers')).toBeVisible()
  await expectFitsAndAccessible(page)
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expectFitsAndAccessible(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Test login')
  await expect(dialog.getByLabel('ID', { exact: true })).toHaveValue('test-login')
  await dialog.getByLabel('Issuer').fill('http://127.0.0.1:1')
  await dialog.getByLabel('Client ID').fill(idp.clientId)
  await dialog.getByLabel('Client secret').fill(idp.clientSecret)
  await rememberSecret(idp.clientSecret)
  await dialog.getByLabel('Group 1').fill('data')
  await choose(dialog.getByLabel('Role 1'), 'operator')
  tolerate(/status of 4\d\d .*signInProviders/)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(dialog.getByText(/^http:.* is not reachable/)).toBeVisible()
  await expectFitsAndAccessible(page)
  await dialog.getByLabel('Issuer').fill(idp.issuer)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  const item = page.getByRole('listitem', { name: 'Test login' })
  await expect(item).toContainText(`${currentRun().url}/api/auth/callback/test-login`)
  await item.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Test login answers')).toBeVisible()
  await expectFitsAndAccessible(page)

  const { context, page: theirs } = await openFor(browser)
  await theirs.goto('/admin/audit?q=a,b%20(c)')
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectFitsAndAccessible(theirs)
  idp.signInAs('eve')
  await theirs.getByRole('button', { name: 'Continue with Test login' }).click()
  await expect(theirs.getByText('None of your groups has a role in Frostline')).toBeVisible()
  await expectFitsAndAccessible(theirs)
  await context.clearCookies()
  idp.signInAs('ann')
  await theirs.goto('/account')
  await theirs.getByRole('button', { name: 'Continue with Test login' }).click()
  await expect(theirs).toHaveURL(/\/account$/)
  await expect(theirs.getByText('ann@provider.test').first()).toBeVisible()
  await expect(theirs.getByText('operator', { exact: true })).toBeVisible()
  await expect(theirs.getByText('You sign in with a provider.')).toBeVisible()
  await expectFitsAndAccessible(theirs)
  await theirs.getByRole('button', { name: 'Account of Ann Provider' }).click()
  await theirs.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(theirs).toHaveURL(new RegExp(`^${idp.issuer}/session/end`))
  await context.close()

  await item.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Issuer')).toBeDisabled()
  await expect(page.getByLabel('Client secret')).toHaveValue('')
  await expectFitsAndAccessible(page)
  await page.keyboard.press('Escape')
})

test('a provider says who has left, who is then out at once', async ({ page, browser }) => {
  const { context, page: theirs } = await openFor(browser)
  idp.signInAs('ann')
  await theirs.goto('/account')
  await theirs.getByRole('button', { name: 'Continue with Test login' }).click()
  await expect(theirs.getByText('ann@provider.test').first()).toBeVisible()

  await page.goto('/admin/sign-in')
  const item = page.getByRole('listitem', { name: 'Test login' })
  await item.getByRole('button', { name: 'Provisioning' }).click()
  const dialog = page.getByRole('dialog', { name: 'Provisioning by Test login' })
  const scimUrl = `${currentRun().url}/api/scim/v2`
  await expect(dialog.getByText(scimUrl)).toBeVisible()
  await expectFitsAndAccessible(page)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const shown = dialog.getByRole('region', { name: 'Token for Test login' })
  const token = (await shown.locator('code').first().textContent()) ?? ''
  await rememberSecret(token)
  await expectFitsAndAccessible(page)

  const scim = async (method: string, path: string, body: unknown, status: number) => {
    const response = await fetch(`${scimUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    return (await response.json()) as { id: string }
  }
  const { id } = await scim('POST', '/Users', { userName: 'ann@provider.test', externalId: 'ann' }, 201)
  await scim('POST', '/Users', { userName: 'new@provider.test' }, 201)
  await scim('POST', '/Groups', { displayName: 'data', members: [{ value: id }] }, 201)
  await page.reload()
  await expect(item.getByText('provisioning on')).toBeVisible()
  await item.getByRole('button', { name: 'Provisioning' }).click()
  await expect(dialog.getByText('2 people, 1 linked to an account, 0 deactivated')).toBeVisible()
  await expect(dialog.getByText(token)).toBeHidden()
  await expectFitsAndAccessible(page)

  const gone = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }
  await scim('PATCH', `/Users/${id}`, gone, 200)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Continue with Test login' }).click()
  await expect(theirs.getByText('The provider has ended your access to Frostline')).toBeVisible()
  await context.close()
  await page.goto('/admin/audit')
  await expect(page.getByText('disabled the user').first()).toBeVisible()

  await page.goto('/admin/sign-in')
  await item.getByRole('button', { name: 'Provisioning' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Provisioning by Test login is off')).toBeVisible()
})

test('codes of an app protect a password, and a recovery code replaces the app', async ({
  browser,
  run,
  tolerate,
}) => {
  const person = { email: `${randomUUID()}@frostline.test`, password: randomUUID(), name: 'Sam Someone' }
  await createPerson(run, { ...person, role: 'viewer' })
  const { context, page } = await openFor(browser)
  const signIn = async () => {
    await page.goto('/sign-in?next=/account')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account of Sam Someone' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  await signIn()
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  tolerate(/status of (400|401) .*two-factor/)
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
  await expectFitsAndAccessible(page)
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await rememberSecret(secret)
  await expectFitsAndAccessible(page)
  await dialog.getByLabel('Code of the app').fill(appCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('region', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await expectFitsAndAccessible(page)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('asks for a code of your authenticator app')).toBeVisible()
  await expect(page.getByText('Browsers use passkeys only over HTTPS')).toBeVisible()
  await expectFitsAndAccessible(page)
  await signOut()

  await signIn()
  await expect(page.getByLabel('Code')).toBeVisible()
  await expectFitsAndAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This code is not correct')).toBeVisible()
  await expectFitsAndAccessible(page)
  await page.getByLabel('Code').fill(appCode(secret, 1))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await signOut()

  await signIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await context.close()
})

test('single sign-on is enforced only with a provider and a break-glass admin', async ({ page }) => {
  await page.goto('/admin/sign-in')
  await expect(page.getByRole('button', { name: 'Enforce single sign-on' })).toBeDisabled()
  await expect(page.getByText('None. Mark an admin with a password')).toBeVisible()
})

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { auditBucket } from '../support/audit-bucket.ts'
import { createPerson, signIn } from '../support/people.ts'
import { rememberSecret } from '../support/rest.ts'
import type { Run } from '../support/run.ts'
import { coldBucket, openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const letters = (length: number) =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** The console as opened by another admin. */
async function openAsSecondAdmin(run: Run, browser: Browser) {
  const password = randomBytes(18).toString('base64url')
  await rememberSecret(password)
  const session = join(run.folder, 'session-second-admin.json')
  const person = { email: `second-${Date.now()}@frostline.test`, password, session }
  await createPerson(run, { ...person, name: 'Sven Second', role: 'admin' })
  await signIn(run.url, person)
  return browser.newContext({ baseURL: run.url, storageState: session })
}

test('an orphan goes into quarantine, and is deleted when a second person approves it', async ({
  page,
  nodes,
  run,
  browser,
}) => {
  test.setTimeout(240_000)
  const [first] = nodes
  const [sample] =
    (await first?.ask<{ key: string }>(
      `SELECT remote_path AS key FROM system.remote_data_paths WHERE disk_name = 'cold' LIMIT 1`,
    )) ?? []
  const prefix = (sample?.key ?? '').slice(0, -33)
  const bucket = openBucket(coldBucket)
  const orphan = `${prefix}${letters(3)}/${letters(29)}`
  await bucket.put(orphan, 'left behind')
  let audit = ''
  // Running work, and a minute before it, keep younger objects from being judged.
  await expect(async () => {
    const { id, orphans } = await auditBucket(prefix)
    expect(orphans).toContain(orphan)
    audit = id
  }).toPass({ timeout: 150_000, intervals: [1_000, 5_000] })

  await test.step('the form shows exactly what is taken', async () => {
    await page.goto(`/clusters/demo/bucket/${audit}`)
    await page.getByRole('link', { name: 'Remove orphans' }).click()
    await page.getByRole('textbox', { name: 'Only keys below' }).fill(orphan)
    await page.getByRole('button', { name: 'Count objects' }).click()
    const taken = page.getByRole('region', { name: 'Objects to remove', exact: true })
    await expect(taken.getByRole('status')).toContainText('1 object of 11 B in total.')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const start = page.getByRole('button', { name: 'Move to quarantine' })
    await expect(start).toBeDisabled()
    await page.getByRole('checkbox', { name: /All replicas that use this bucket/ }).check()
    await start.click()
    const dialog = page.getByRole('alertdialog', { name: 'Move 1 object of 11 B to quarantine?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Start removal' }).click()
  })

  await test.step('it is in quarantine, and whoever started it cannot approve it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('in quarantine', { timeout: 30_000 })
    const objects = page.getByRole('region', { name: 'Objects', exact: true })
    await expect(objects.getByRole('row').filter({ hasText: orphan })).toContainText('in quarantine')
    expect(await bucket.has(orphan)).toBe(false)
    await expect(page.getByRole('button', { name: 'Approve deletion' })).toBeDisabled()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('it is restored unchanged', async () => {
    await page.getByRole('button', { name: 'Restore' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Restore 1 object of 11 B?' })
    await dialog.getByRole('button', { name: 'Restore all' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('restored', { timeout: 30_000 })
    expect(await bucket.has(orphan)).toBe(true)
  })

  await test.step('once more, and a second person approves the deletion', async () => {
    await expect(async () => {
      const { id, orphans } = await auditBucket(prefix)
      expect(orphans).toContain(orphan)
      audit = id
    }).toPass({ timeout: 150_000, intervals: [1_000, 5_000] })
    await page.goto(`/clusters/demo/bucket/${audit}/remove`)
    await page.getByRole('textbox', { name: 'Only keys below' }).fill(orphan)
    await page.getByRole('button', { name: 'Count objects' }).click()
    await expect(page.getByText('1 object of 11 B in total.')).toBeVisible()
    await page.getByRole('checkbox', { name: /All replicas that use this bucket/ }).check()
    await page.getByRole('button', { name: 'Move to quarantine' }).click()
    await page.getByRole('button', { name: 'Start removal' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('in quarantine', { timeout: 30_000 })
    const context = await openAsSecondAdmin(run, browser)
    const theirs = await context.newPage()
    await theirs.goto(page.url())
    await theirs.getByRole('button', { name: 'Approve deletion' }).click()
    const dialog = theirs.getByRole('alertdialog', { name: 'Delete 1 object of 11 B permanently?' })
    await dialog.getByRole('textbox').fill(coldBucket)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 30_000 })
    await context.close()
  })

  await test.step('it is gone from the bucket, according to the store itself and to another audit', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed')
    await expect(page.getByText(/Deletion approved by second-/)).toBeVisible()
    const history = page.getByRole('region', { name: 'History', exact: true })
    for (const entry of ['Started', 'Waiting for approval', 'Approved', 'Completed'])
      await expect(history.getByText(entry, { exact: true })).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    expect((await download).suggestedFilename()).toMatch(/^removal-.*\.csv$/)
    expect(await bucket.has(orphan)).toBe(false)
    expect(await bucket.list('frostline-quarantine/')).toEqual([])
    expect((await auditBucket(prefix)).orphans).not.toContain(orphan)
  })
})

import { join } from 'node:path'
import { expectAccessible } from '../support/accessible.ts'
import { createPerson, signIn } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('advice opens a filled plan, and is snoozed and shown again', async ({ page, nodes }) => {
  const name = `advised_${Date.now().toString(36)}`
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${name} (at DateTime('UTC'), text String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(at) ORDER BY at SETTINGS storage_policy = 'tiered'`)
    await node.run(`INSERT INTO demo.${name} SELECT now('UTC') - toIntervalDay(70 + number % 90), randomPrintableASCII(100)
      FROM numbers(100000) SETTINGS max_partitions_per_insert_block = 0`)
  }
  const parts = await Promise.all(
    nodes.map((node) =>
      node.ask<{ partitions: number }>(
        `SELECT toUInt32(uniqExact(partition_id)) AS partitions FROM system.parts WHERE active AND table = '${name}'`,
      ),
    ),
  )
  await page.goto('/clusters/demo/overview')
  const advice = page.getByRole('region', { name: 'Advice' })
  const item = (kind: string) =>
    advice
      .getByRole('listitem')
      .filter({ hasText: `demo.${name}` })
      .filter({ hasText: kind })
  const old = item('Old partitions on hot disks')
  await expect(old).toContainText(`${parts[0]?.[0]?.partitions} partitions`)
  await expect(old).toContainText(/\$[\d.]+\/month/)
  await expectAccessible(page)

  const subject = `No TTL: demo.${name}`
  await advice.getByRole('button', { name: `Snooze or dismiss. ${subject}` }).click()
  await page.getByRole('menuitem', { name: 'Snooze for 7 days' }).click()
  await expect(item('No TTL').getByRole('link')).toHaveCount(0)
  await advice.getByText(/^Hidden: /).click()
  await advice.getByRole('button', { name: `Show again: No TTL, demo.${name}` }).click()
  await item('No TTL')
    .getByRole('link', { name: `Edit the TTL. ${subject}` })
    .click()
  await expect(page).toHaveURL(/\/ttl\?draft=/)
  await page.goBack()

  await old.getByRole('link', { name: /^Plan the move/ }).click()
  await expect(page.getByRole('heading', { name: `Move partitions of demo.${name}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move .* in \d+ steps?$/ })).toBeVisible()
  for (const node of nodes) await node.run(`DROP TABLE demo.${name} SYNC`)
})

test('the checklist ticks itself and goes when its reader dismisses it', async ({ browser, run }) => {
  const person = {
    email: `starter-${Date.now().toString(36)}@example.com`,
    password: 'a-long-enough-password',
    session: join(run.folder, `session-starter-${Date.now()}.json`),
  }
  await createPerson(run, { ...person, name: 'Starter', role: 'viewer' })
  await signIn(run.url, person)
  const context = await browser.newContext({ baseURL: run.url, storageState: person.session })
  const page = await context.newPage()
  await page.goto('/clusters/demo/overview')
  const list = page.getByRole('list', { name: 'Start here' })
  const step = (label: string) => list.getByRole('listitem').filter({ hasText: label })
  await expect(step('Connect a cluster')).toContainText(', done')
  await expect(step('Invite a person')).toContainText(', done')
  await expect(step('See where bytes are stored')).toContainText('not done')
  await step('See where bytes are stored').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Disks & policies', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(step('See where bytes are stored')).toContainText(', done')
  // The list goes at once; a reload before the request is sent would end it.
  // The mark of the storage page may be answered only now: it is another request to the same address.
  const dismissed = page.waitForResponse(
    (response) => response.ok() && !!response.request().postData()?.includes('dismissed-start-here'),
  )
  await page.getByRole('button', { name: 'Dismiss Start here' }).click()
  await expect(list).toBeHidden()
  await dismissed
  await page.reload()
  await expect(page.getByRole('region', { name: 'Advice' })).toBeVisible()
  await expect(list).toBeHidden()
  await context.close()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectAccessible } from '../support/accessible.ts'
import { controlPart } from '../support/control.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

test('a node that is down fires an alert, which is acknowledged and resolves when it is back; a webhook receives it', async ({
  page,
  nodes,
}) => {
  test.setTimeout(180_000)
  const [, away] = nodes
  if (!away) throw new Error('There is no second node.')
  const events: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      // Other alerts may fire meanwhile.
      const { event, alert } = JSON.parse(body)
      if (alert?.title === `Node unreachable: ${away.name}`) events.push(event)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const secret = 'hook-secret-of-the-journey'
  await rememberSecret(secret)

  await test.step('an admin shortens the rule and adds a webhook', async () => {
    await page.goto('/alerts?tab=rules')
    const rule = page.getByRole('form', { name: 'Node unreachable' })
    await rule.getByLabel('Fire after (seconds)').fill('1')
    await rule.getByLabel('Resolve after (seconds)').fill('1')
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(rule).toContainText('set by')
    await page.getByRole('tab', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('menuitem', { name: 'Webhook' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('journey')
    await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/`)
    await form.getByLabel('Signing secret').fill(secret)
    await form.getByRole('button', { name: 'Add channel' }).click()
    const channel = page.getByRole('listitem', { name: 'journey' })
    await expect(channel).toContainText('Nothing sent yet.')
    await channel.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Change the channel journey' })
    await expect(edit.getByLabel('Signing secret')).toHaveValue('')
    await edit.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
    await expectAccessible(page)
    await edit.getByRole('button', { name: 'Save channel' }).click()
    await expect(channel).toContainText(`http://127.0.0.1:${port}/hook`)
    await expectAccessible(page)
  })

  await controlPart(`clickhouse/${away.name}`, 'stop')
  try {
    await test.step('the bell shows it and someone acknowledges it', async () => {
      await page.getByRole('tab', { name: 'Open' }).click()
      const title = page.getByRole('button', { name: new RegExp(`^Node unreachable: ${away.name}`) })
      await expect(title).toBeVisible({ timeout: 45_000 })
      await expect(page.getByRole('link', { name: /^Alerts: \d+ firing/ })).toBeVisible()
      await expect.poll(() => events, { timeout: 60_000 }).toContain('fired')
      await title.click()
      const drawer = page.getByRole('dialog', { name: `Node unreachable: ${away.name}` })
      await drawer.getByLabel('Note', { exact: true }).fill('A planned restart')
      await drawer.getByRole('button', { name: 'Acknowledge' }).click()
      await expect(drawer).toContainText('A planned restart')
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Close' }).click()
    })
  } finally {
    await controlPart(`clickhouse/${away.name}`, 'start')
  }

  await test.step('it resolves without a reload, and is in the history', async () => {
    await expect(
      page.getByRole('button', { name: new RegExp(`^Node unreachable: ${away.name}`) }),
    ).toHaveCount(0, {
      timeout: 45_000,
    })
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('row').filter({ hasText: away.name }).first()).toContainText('resolved')
    await expect.poll(() => events, { timeout: 60_000 }).toContain('resolved')
    expect(events.filter((event) => event === 'fired')).toHaveLength(1)
    const { body } = await callRest<{ alerts: { subject: string; note: string }[] }>(
      'GET',
      '/alerts?state=resolved',
    )
    expect(body.alerts.find(({ subject }) => subject === away.name)?.note).toBe('A planned restart')
  })
  receiver.close()
})

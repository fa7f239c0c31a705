import { once } from 'node:events'
import { createServer } from 'node:http'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { controlPart } from '../support/control.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

interface SlackMessage {
  text: string
  blocks: unknown[]
}

/** A receiver on this machine that refuses at first, as Slack does for an app that was removed. */
async function startReceiver(path: string) {
  const messages: SlackMessage[] = []
  const state = { refuses: true }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      if (state.refuses || request.url !== path) {
        response.writeHead(403).end('action_prohibited')
        return
      }
      messages.push(JSON.parse(body))
      response.end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.')
  return { messages, state, url: `http://127.0.0.1:${address.port}${path}`, close: () => server.close() }
}

test('an alert goes by its route to Slack once; maintenance holds it back until it ends', async ({
  page,
  nodes,
}) => {
  test.setTimeout(240_000)
  const [, away] = nodes
  if (!away) throw new Error('There is no second node.')
  const title = `Node unreachable: ${away.name}`
  const path = '/services/T0JOURNEY/B0JOURNEY/token-of-the-slack-journey'
  const receiver = await startReceiver(path)
  await rememberSecret(path)
  const ofNode = () => receiver.messages.filter(({ text }) => text.includes(title))
  const rule = { enabled: true, threshold: 0, holdSeconds: 1, clearSeconds: 1 }
  await callRest('PUT', '/alert-rules/node-unreachable', { body: rule })

  await test.step('an admin adds a Slack channel, and its test shows what Slack answers', async () => {
    await page.goto('/alerts?tab=channels')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('menuitem', { name: 'Slack' }).click()
    const form = page.getByRole('dialog', { name: 'Add a channel: Slack' })
    await form.getByLabel('Name').fill('ops')
    await form.getByLabel('Webhook address').fill(receiver.url)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add channel' }).click()
    const channel = page.getByRole('listitem', { name: 'ops' })
    await channel.getByRole('button', { name: 'Send test' }).click()
    await expect(channel).toContainText('failing')
    await expect(channel).toContainText('HTTP 403: action_prohibited')
    await expectFitsAndAccessible(page)
    receiver.state.refuses = false
    await channel.getByRole('button', { name: 'Send test' }).click()
    await expect(channel).toContainText('HTTP 200: ok')
    await expect(channel.getByText('failing', { exact: true })).toHaveCount(0)
    expect(receiver.messages).toMatchObject([{ text: 'Frostline: test message' }])
    await expect(page.getByText(path)).toHaveCount(0)
  })

  await test.step('and routes unreachable nodes to it, all else to nobody', async () => {
    await page.getByRole('tab', { name: 'Routes' }).click()
    await page.getByRole('button', { name: 'Add route' }).click()
    const form = page.getByRole('dialog', { name: 'Add a route' })
    await form.getByLabel('Name').fill('Nodes')
    await form.getByRole('checkbox', { name: 'Node unreachable' }).check()
    await form.getByRole('checkbox', { name: 'ops' }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add route' }).click()
    const route = page.getByRole('listitem', { name: 'Nodes' })
    await expect(route).toContainText('All alerts of Node unreachable')
    await page.getByRole('listitem', { name: 'Default' }).getByRole('button', { name: 'Edit' }).click()
    const other = page.getByRole('dialog', { name: 'Change the default route' })
    await other.getByRole('radio', { name: 'These channels' }).check()
    await other.getByRole('button', { name: 'Save route' }).click()
    await expect(page.getByRole('listitem', { name: 'Default' })).toContainText('nobody')
    const result = page.getByRole('status', { name: 'Result' })
    await expect(result).toContainText('Route Nodes, sent to')
    await expect(result).toContainText('ops')
    await page.getByLabel('Rule', { exact: true }).click()
    await page.getByRole('option', { name: 'Nodes differ' }).click()
    await expect(result).toContainText('Route Default, sent to')
    await expect(result).toContainText('nobody')
    await expectFitsAndAccessible(page)
  })

  await test.step('a maintenance window of the node is open', async () => {
    await page.getByRole('tab', { name: 'Maintenance' }).click()
    await page.getByRole('button', { name: 'Add window' }).click()
    const form = page.getByRole('dialog', { name: 'Add a maintenance window' })
    await form.getByLabel('Name').fill('Kernel update')
    await form.getByRole('checkbox', { name: 'Demo' }).check()
    await form.getByRole('checkbox', { name: away.name }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add window' }).click()
    await expect(page.getByRole('listitem', { name: 'Kernel update' })).toContainText('open')
  })

  await controlPart(`clickhouse/${away.name}`, 'stop')
  try {
    await test.step('the alert fires, and nobody is notified', async () => {
      const window = page.getByRole('listitem', { name: 'Kernel update' })
      await expect(window).toContainText('1 alert held back', { timeout: 45_000 })
      await expectFitsAndAccessible(page)
      await page.getByRole('tab', { name: 'Open' }).click()
      const row = page.getByRole('row').filter({ hasText: title })
      await expect(row).toContainText('maintenance')
      await expect(row).toContainText('Kernel update')
      await expectAccessible(page)
      expect(ofNode()).toEqual([])
    })

    await test.step('when the window ends, the message arrives once', async () => {
      await page.getByRole('tab', { name: 'Maintenance' }).click()
      const window = page.getByRole('listitem', { name: 'Kernel update' })
      await window.getByRole('button', { name: 'End' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'End window' }).click()
      await expect(window).toContainText('ended by')
      await expect.poll(() => ofNode().length, { timeout: 45_000 }).toBe(1)
      expect(ofNode()[0]?.text).toContain('Frostline Critical')
    })
  } finally {
    await controlPart(`clickhouse/${away.name}`, 'start')
  }

  await test.step('it resolves, and its firing is on the timeline with the maintenance', async () => {
    await expect.poll(() => ofNode().length, { timeout: 60_000 }).toBe(2)
    expect(ofNode()[1]?.text).toContain('Frostline Resolved')
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('figure', { name: 'Timeline of firings' })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: title }).first()
    await expect(row).toContainText('maintenance')
    await expect(row).toContainText('resolved')
    await expectFitsAndAccessible(page)
    await row.getByRole('button', { name: title }).click()
    await expect(page.getByRole('dialog', { name: title })).toContainText('fired to ops')
  })

  await test.step('the route, the default route and the channel are put back', async () => {
    const { body } = await callRest<{ channels: { id: string; name: string; settings: unknown }[] }>(
      'GET',
      '/alert-channels',
    )
    const channel = body.channels.find(({ name }) => name === 'ops')
    expect(channel?.settings).toEqual({ type: 'slack', host: new URL(receiver.url).host })
    const known = await callRest<{ routes: { id: string; name: string }[] }>('GET', '/alert-routes')
    const route = known.body.routes.find(({ name }) => name === 'Nodes')
    expect((await callRest('DELETE', `/alert-channels/${channel?.id}`)).status, 'a route sends to it').toBe(
      409,
    )
    await callRest('DELETE', `/alert-routes/${route?.id}`)
    await callRest('PUT', '/alert-default-route', { body: { everyChannel: true } })
    expect((await callRest('DELETE', `/alert-channels/${channel?.id}`)).status).toBe(200)
  })
  receiver.close()
})

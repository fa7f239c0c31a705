import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { TestConsole } from '../reading/testing/start-console.ts'
import { createChannel, listChannels, removeChannel, testChannel } from './channels.ts'
import { sendDueDeliveries } from './deliver/send-due.ts'
import { type AlertScene, openAlertScene, secret, secrets } from './testing/open-alert-scene.ts'
import type { Receivers } from './testing/start-receivers.ts'
import { updateChannel } from './update-channel.ts'

function readSchema(service: string) {
  const file = new URL(`deliver/formats/testing/${service}.schema.json`, import.meta.url)
  return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')))
}

let scene: AlertScene
let at: TestConsole
let to: Receivers

beforeAll(async () => {
  scene = await openAlertScene(1)
  at = scene.at
  to = scene.to
})
afterAll(() => scene?.stop())
beforeEach(() => scene.reset())

it('retries after a pause, gives up on permanent failures, and follows no redirect', async () => {
  await scene.addWebhook()
  const [hook] = await listChannels(at.ctx)
  to.answers = [500, 302, 200]
  await testChannel(at.ctx, { id: hook?.id ?? '' })
  for (const seconds of [0, 11, 22]) {
    scene.later(seconds)
    await scene.send()
  }
  expect(to.received).toHaveLength(3)
  expect(new Set(to.received.map(({ headers }) => headers['x-frostline-delivery'])).size).toBe(1)
  const [{ deliveries } = { deliveries: [] }] = await listChannels(at.ctx)
  expect(deliveries[0]).toMatchObject({ event: 'test', status: 'sent', attempts: 3, answer: 'HTTP 200' })

  await testChannel(at.ctx, { id: hook?.id ?? '' })
  await sendDueDeliveries(at.ctx, { allowLoopback: false, publicUrl: null, timeoutMs: 5000 })
  expect(to.received, 'the worker’s own machine is not asked').toHaveLength(3)
  await removeChannel(at.ctx, { id: hook?.id ?? '' })
  await expect(
    createChannel(at.ctx, {
      name: 'meta',
      settings: { type: 'webhook', url: 'http://169.254.169.254/latest', secret },
    }),
  ).rejects.toMatchObject({ code: 'invalid' })
})

it('keeps the secret sealed, out of every view and out of the audit', async () => {
  await scene.addWebhook()
  const row = await at.ctx.db.alertChannel.findFirstOrThrow()
  expect(Buffer.from(row.sealedSecret ?? []).includes(secret)).toBe(false)
  const audit = await at.ctx.db.auditEntry.findMany()
  expect(JSON.stringify([await listChannels(at.ctx), audit])).not.toContain(secret)
})

it('changes a channel; a secret left empty is kept, but never sent to another server', async () => {
  const { id } = await scene.addWebhook()
  await testChannel(at.ctx, { id })
  const url = `http://127.0.0.1:${to.webPort}/other`
  await updateChannel(at.ctx, { id, name: 'renamed', settings: { type: 'webhook', url } })
  await scene.send()
  const [kept] = to.received
  const [, seconds, signature] =
    /^t=(\d+),v1=(\w+)$/.exec(String(kept?.headers['x-frostline-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${kept?.body}`).digest('hex'))
  const next = 'another signing secret'
  await updateChannel(at.ctx, {
    ...{ id, name: 'renamed', enabled: false },
    settings: { type: 'webhook', url, secret: next },
  })
  expect(await listChannels(at.ctx)).toMatchObject([
    { name: 'renamed', settings: { type: 'webhook', url }, enabled: false, hasSecret: true },
  ])
  const audit = await at.ctx.db.auditEntry.findMany({
    where: { action: 'alert-channel.update', outcome: 'succeeded' },
    orderBy: { at: 'asc' },
  })
  expect(audit.map(({ details }) => details)).toMatchObject([
    { name: 'renamed', target: url, secret: 'kept' },
    { enabled: false, secret: 'replaced' },
  ])
  expect(JSON.stringify(audit)).not.toContain(next)

  const post = {
    ...{ type: 'email' as const, host: 'mail.example.com', port: 587, tls: 'starttls' as const },
    ...{ from: 'a@example.com', to: ['b@example.com'] },
  }
  const email = await createChannel(at.ctx, {
    name: 'post',
    settings: { ...post, username: 'ann', secret: 'of the mail' },
  })
  const elsewhere = { ...post, host: 'elsewhere.example.com' }
  await expect(
    updateChannel(at.ctx, { ...email, name: 'post', settings: { ...elsewhere, username: 'ann' } }),
  ).rejects.toMatchObject({ code: 'invalid' })
  await updateChannel(at.ctx, { ...email, name: 'post', settings: elsewhere })
  expect((await listChannels(at.ctx))[0]).toMatchObject({ name: 'post', hasSecret: false })
  const hook = { type: 'webhook' as const, url }
  await expect(updateChannel(at.ctx, { ...email, name: 'post', settings: hook })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(updateChannel(at.ctx, { id, name: 'post', settings: hook })).rejects.toMatchObject({
    code: 'conflict',
  })
})

const services = ['slack', 'teams', 'pagerduty', 'opsgenie'] as const

it.each(services)(
  'sends a test to %s in its format, and shows its answer without the secret',
  async (type) => {
    const { id } = await scene.addChannel(type)
    to.answer.body = `ok ${secrets.path} ${secrets.key}`
    await testChannel(at.ctx, { id })
    await scene.send()
    const schema = readSchema(type)
    for (const { body } of to.received) expect(schema.safeParse(JSON.parse(body)).error).toBe(undefined)
    const paths = {
      slack: [secrets.path],
      teams: [secrets.path],
      pagerduty: ['/v2/enqueue', '/v2/enqueue'],
      opsgenie: [
        '/v2/alerts',
        expect.stringMatching(/^\/v2\/alerts\/frostline-test-.*\/close\?identifierType=alias$/),
      ],
    }
    expect(to.received.map(({ path }) => path)).toEqual(paths[type])
    if (type === 'opsgenie') expect(to.received[0]?.headers.authorization).toBe(`GenieKey ${secrets.key}`)
    const [channel] = await listChannels(at.ctx)
    expect(channel).toMatchObject({ failure: null, deliveries: [{ status: 'sent' }] })
    expect(channel?.deliveries[0]?.answer).toMatch(/^HTTP 200: ok/)
    const everything = JSON.stringify([channel, await at.ctx.db.auditEntry.findMany()])
    const shown = type === 'slack' || type === 'teams' ? secrets.path : secrets.key
    expect(everything).not.toContain(shown)
    const row = await at.ctx.db.alertChannel.findFirstOrThrow()
    expect(JSON.stringify(row.config)).not.toContain(shown)
    expect(Buffer.from(row.sealedSecret ?? []).includes(shown)).toBe(false)
  },
)

it('shows a channel that fails with the answer of the service, and does not retry what was refused', async () => {
  const { id } = await scene.addChannel('slack')
  Object.assign(to, { answers: [403], answer: { headers: {}, body: 'action_prohibited' } })
  await testChannel(at.ctx, { id })
  await scene.send()
  const failure = { answer: 'HTTP 403: action_prohibited', final: true }
  expect((await listChannels(at.ctx))[0]).toMatchObject({ failure })
  scene.later(3600)
  await scene.send()
  expect(to.received).toHaveLength(1)
  Object.assign(to, { answers: [200], answer: { headers: {}, body: 'ok' } })
  await testChannel(at.ctx, { id })
  await scene.send()
  expect((await listChannels(at.ctx))[0]?.failure).toBe(null)
})

it('waits as long as a service with too many requests asks', async () => {
  const { id } = await scene.addChannel('teams')
  Object.assign(to, { answers: [429, 202], answer: { headers: { 'retry-after': '120' }, body: '' } })
  await testChannel(at.ctx, { id })
  await scene.send()
  expect((await listChannels(at.ctx))[0]?.failure).toMatchObject({ answer: 'HTTP 429', final: false })
  scene.later(119)
  await scene.send()
  expect(to.received).toHaveLength(1)
  scene.later(2)
  await scene.send()
  expect(to.received).toHaveLength(2)
  expect((await listChannels(at.ctx))[0]?.failure).toBe(null)
})

it.each(['pagerduty', 'opsgenie'] as const)(
  'a stored key of %s is never sent to another server, and http is only for this machine',
  async (type) => {
    const { id } = await scene.addChannel(type)
    const settings = { type, baseUrl: 'https://elsewhere.example.com' }
    await expect(updateChannel(at.ctx, { id, name: type, settings })).rejects.toMatchObject({
      code: 'invalid',
    })
    await updateChannel(at.ctx, { id, name: type, settings: { ...settings, secret: secrets.key } })
    await expect(
      updateChannel(at.ctx, {
        ...{ id, name: type },
        settings: { type, baseUrl: 'http://elsewhere.example.com', secret: secrets.key },
      }),
    ).rejects.toMatchObject({ code: 'invalid' })
  },
)

it('refuses a Slack address without https, and keeps the one that it has', async () => {
  const settings = { type: 'slack' as const, secret: 'http://hooks.slack.example.com/services/x' }
  await expect(createChannel(at.ctx, { name: 'slack', settings })).rejects.toMatchObject({ code: 'invalid' })
  await expect(createChannel(at.ctx, { name: 'slack', settings: { type: 'slack' } })).rejects.toMatchObject({
    code: 'invalid',
  })
  const { id } = await scene.addChannel('slack')
  await updateChannel(at.ctx, { id, name: 'on call', settings: { type: 'slack' } })
  expect((await listChannels(at.ctx))[0]).toMatchObject({
    ...{ name: 'on call', hasSecret: true, target: `127.0.0.1:${to.webPort}` },
  })
  await testChannel(at.ctx, { id })
  await scene.send()
  expect(to.received[0]?.path).toBe(secrets.path)
})

it('shows a viewer no settings, and no path of a webhook', async () => {
  await scene.addWebhook()
  const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
  const [channel] = await listChannels(viewer)
  expect(channel).toMatchObject({ settings: null, target: `127.0.0.1:${to.webPort}` })
  expect(JSON.stringify(channel)).not.toContain('/alerts')
})

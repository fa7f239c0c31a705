import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestConsole } from '../reading/testing/start-console.ts'
import { createEmailChannel, createWebhook, listChannels, removeChannel, testChannel } from './channels.ts'
import { sendDueDeliveries } from './deliver/send-due.ts'
import { type AlertScene, openAlertScene, secret } from './testing/open-alert-scene.ts'
import type { Receivers } from './testing/start-receivers.ts'
import { updateEmailChannel, updateWebhook } from './update-channel.ts'

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
    createWebhook(at.ctx, { name: 'meta', url: 'http://169.254.169.254/latest', secret }),
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
  await updateWebhook(at.ctx, { id, name: 'renamed', url })
  await scene.send()
  const [kept] = to.received
  const [, seconds, signature] =
    /^t=(\d+),v1=(\w+)$/.exec(String(kept?.headers['x-frostline-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${kept?.body}`).digest('hex'))
  const next = 'another signing secret'
  await updateWebhook(at.ctx, { id, name: 'renamed', url, secret: next, enabled: false })
  expect(await listChannels(at.ctx)).toMatchObject([
    { name: 'renamed', config: { url }, enabled: false, hasSecret: true },
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
    name: 'post',
    host: 'mail.example.com',
    port: 587,
    tls: 'starttls' as const,
    from: 'a@example.com',
    to: ['b@example.com'],
  }
  const email = await createEmailChannel(at.ctx, { ...post, username: 'ann', password: 'of the mail' })
  const elsewhere = { ...post, ...email, username: 'ann', host: 'elsewhere.example.com' }
  await expect(updateEmailChannel(at.ctx, elsewhere)).rejects.toMatchObject({ code: 'invalid' })
  await updateEmailChannel(at.ctx, { ...elsewhere, username: '' })
  expect((await listChannels(at.ctx))[0]).toMatchObject({ name: 'post', hasSecret: false })
  await expect(updateWebhook(at.ctx, { ...email, name: 'post', url })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(updateWebhook(at.ctx, { id, name: 'post', url })).rejects.toMatchObject({ code: 'conflict' })
})

import { type AlertKind, alertKinds } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestConsole } from '../reading/testing/start-console.ts'
import { acknowledgeAlert } from './acknowledge.ts'
import { removeChannel } from './channels.ts'
import { sendDueDeliveries } from './deliver/send-due.ts'
import { fillOutbox } from './evaluate/fill-outbox.ts'
import { listAlertHistory } from './history.ts'
import { countAlerts, listAlerts } from './list.ts'
import { createMaintenance, endMaintenance, listMaintenance } from './maintenance.ts'
import {
  createRoute,
  listRoutes,
  moveRoute,
  removeRoute,
  tryRoutes,
  updateDefaultRoute,
  updateRoute,
} from './routes.ts'
import { createSilence } from './silences.ts'
import { type AlertScene, openAlertScene } from './testing/open-alert-scene.ts'
import type { Receivers } from './testing/start-receivers.ts'

let scene: AlertScene
let at: TestConsole
let to: Receivers
let clusterId: string

beforeAll(async () => {
  scene = await openAlertScene(1)
  at = scene.at
  to = scene.to
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
})
afterAll(() => scene?.stop())
beforeEach(() => scene.reset())

/** An alert that fires now, as the evaluation stores it. */
async function fire(
  kind: AlertKind = 'late-parts',
  subject = 'shop.orders',
  nodes = ['n1'],
): Promise<string> {
  const now = at.ctx.now()
  const { id } = await at.ctx.db.alert.create({
    data: {
      ...{ clusterId, kind, subject, nodes, state: 'firing', evidence: [] },
      ...{ title: `${kind}: ${subject}`, text: 'Text of the alert', openKey: `${kind} ${subject}` },
      severity: alertKinds[kind].severity,
      ...{ pendingSince: now, lastSeenAt: now, firedAt: now },
    },
  })
  await queue()
  return id
}

async function resolve(id: string): Promise<void> {
  await at.ctx.db.alert.update({
    where: { id },
    data: { state: 'resolved', openKey: null, resolvedAt: at.ctx.now() },
  })
  await queue()
}

async function queue(): Promise<void> {
  await at.ctx.db.$transaction((tx) => fillOutbox(tx, clusterId, at.ctx.now()))
}

/** Several rounds: a message waits for the one before it. */
async function sendAll(): Promise<void> {
  for (let round = 0; round < 4; round++) await scene.send()
}

const bodies = () => to.received.map(({ body }) => JSON.parse(body))

describe('routes', () => {
  it('send an alert to the channels of the first route that matches, and others by the default route', async () => {
    const slack = await scene.addChannel('slack')
    const pager = await scene.addChannel('pagerduty')
    await createRoute(at.ctx, {
      name: 'critical',
      severities: ['critical'],
      channelIds: [pager.id],
      continues: true,
    })
    await createRoute(at.ctx, { name: 'late', kinds: ['late-parts'], channelIds: [] })
    await updateDefaultRoute(at.ctx, { channelIds: [slack.id] })
    await fire('late-parts')
    await sendAll()
    expect(to.received, 'nobody is notified').toEqual([])
    await fire('drift', 'policies')
    await sendAll()
    expect(to.received.map(({ path }) => path)).toEqual([expect.stringContaining('/services/')])
    await fire('node-unreachable', 'n1', [])
    await sendAll()
    expect(bodies().at(-1)).toMatchObject({ event_action: 'trigger', payload: { severity: 'critical' } })
    expect(to.received, 'a route that continues still keeps it from the default route').toHaveLength(2)
  })

  it('show where an alert would go, in their order', async () => {
    const slack = await scene.addChannel('slack')
    const { id: first } = await createRoute(at.ctx, { name: 'first', channelIds: [slack.id] })
    const { id: second } = await createRoute(at.ctx, {
      name: 'second',
      clusterIds: [clusterId],
      everyChannel: true,
    })
    const asked = { kind: 'drift' as const, cluster: at.cluster }
    expect(await tryRoutes(at.ctx, asked)).toMatchObject({
      severity: 'warning',
      routes: [{ name: 'first' }],
      channels: [{ id: slack.id, enabled: true }],
    })
    await moveRoute(at.ctx, { id: second, position: 0 })
    expect((await tryRoutes(at.ctx, asked)).routes).toMatchObject([{ name: 'second' }])
    await removeRoute(at.ctx, { id: second })
    await updateRoute(at.ctx, { id: first, name: 'critical only', severities: ['critical'] })
    expect((await tryRoutes(at.ctx, asked)).routes).toMatchObject([{ name: 'Default' }])
    expect(await listRoutes(at.ctx)).toMatchObject({
      routes: [{ name: 'critical only', channelNames: [] }],
      defaultRoute: { everyChannel: true },
    })
    const actions = await at.ctx.db.auditEntry.findMany({
      where: { objectType: 'alert-route', outcome: 'succeeded' },
      orderBy: { at: 'asc' },
    })
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set([
        'alert-route.create',
        'alert-route.move',
        'alert-route.remove',
        'alert-route.update',
        'alert-route.update-default',
      ]),
    )
  })

  it('keep their channels: one in use is not removed, one that does not exist is not stored', async () => {
    const { id } = await scene.addChannel('slack')
    await createRoute(at.ctx, { name: 'in use', channelIds: [id] })
    await expect(removeChannel(at.ctx, { id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('in use'),
    })
    const nothing = '00000000-0000-4000-8000-000000000000'
    await expect(createRoute(at.ctx, { name: 'x', channelIds: [nothing] })).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(createRoute(at.ctx, { name: 'x', clusterIds: [nothing] })).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(moveRoute(at.ctx, { id: nothing, position: 0 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('stay in one order when several people move them at once', async () => {
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await createRoute(at.ctx, { name })).id)
    await Promise.all(ids.map((id) => moveRoute(at.ctx, { id, position: 0 })))
    const rows = await at.ctx.db.alertRoute.findMany({
      where: { isDefault: false },
      orderBy: { position: 'asc' },
    })
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3])
  })
})

describe('a service for people on call', () => {
  it.each(['pagerduty', 'opsgenie'] as const)(
    '%s learns in order that an alert fired, was acknowledged and resolved',
    async (type) => {
      await scene.addChannel(type)
      await scene.addWebhook()
      const id = await fire()
      to.answers = [500, 500, 200]
      await scene.send()
      await acknowledgeAlert(at.ctx, { id, note: 'On it' })
      scene.later(1)
      await resolve(id)
      await sendAll()
      to.received.splice(0)
      for (const seconds of [11, 1, 1]) {
        scene.later(seconds)
        await scene.send()
      }
      const ofService = to.received.filter(({ path }) => path.startsWith('/v2/'))
      const events = ofService.map(({ path, body }) =>
        type === 'pagerduty' ? JSON.parse(body).event_action : path.replace(/\?.*/, '').split('/').at(-1),
      )
      expect(events).toEqual(
        type === 'pagerduty' ? ['trigger', 'acknowledge', 'resolve'] : ['alerts', 'acknowledge', 'close'],
      )
      const hook = bodies().filter(({ event }) => event !== undefined)
      expect(
        hook.map(({ event }) => event),
        'a webhook gets no acknowledgement',
      ).not.toContain('acknowledged')
    },
  )

  it('gets a message again with the same key when a worker dies before it is recorded', async () => {
    await scene.addChannel('pagerduty')
    await fire()
    // The process ends after the service has answered: its record is never written.
    const dying = {
      ...at.ctx,
      db: new Proxy(at.ctx.db, {
        get: (db, name) =>
          name === '$transaction' ? () => Promise.reject(new Error('killed')) : Reflect.get(db, name),
      }),
    }
    const options = { allowLoopback: true, publicUrl: null, timeoutMs: 5000 }
    await expect(sendDueDeliveries(dying, options)).rejects.toThrow('killed')
    await sendAll()
    expect(to.received, 'it may still be running').toHaveLength(1)
    scene.later(61)
    await sendAll()
    await sendAll()
    expect(bodies()).toHaveLength(2)
    const [first, again] = bodies()
    expect(again.dedup_key).toBe(first.dedup_key)
    expect(new Set(to.received.map(({ headers }) => headers['x-frostline-delivery'])).size).toBe(1)
    expect(await at.ctx.db.alertDelivery.findMany()).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  it('learns that an alert resolved although its route has changed since', async () => {
    const { id: pager } = await scene.addChannel('pagerduty')
    const { id: slack } = await scene.addChannel('slack')
    await updateDefaultRoute(at.ctx, { channelIds: [pager] })
    const id = await fire()
    await sendAll()
    await updateDefaultRoute(at.ctx, { channelIds: [slack] })
    scene.later(60)
    await resolve(id)
    await sendAll()
    expect(bodies()).toMatchObject([{ event_action: 'trigger' }, { event_action: 'resolve' }])
  })
})

describe('maintenance', () => {
  const inMinutes = (minutes: number) => new Date(scene.nowMs() + minutes * 60_000)

  it('holds back messages, not alerts; what still fires at its end is sent, what resolved is not', async () => {
    await scene.addChannel('slack')
    const { id: window } = await createMaintenance(at.ctx, {
      ...{ name: 'Kernel update', startsAt: inMinutes(0), endsAt: inMinutes(60), clusterIds: [clusterId] },
    })
    const over = await fire('drift', 'policies')
    await fire('late-parts')
    await sendAll()
    expect(to.received).toEqual([])
    expect((await listAlerts(at.ctx, {})).alerts[0]).toMatchObject({
      ...{ state: 'maintenance', notifiedAt: null, maintenance: { id: window, name: 'Kernel update' } },
    })
    expect(await countAlerts(at.ctx)).toMatchObject({ firing: 0, maintenance: 2 })
    expect(await listMaintenance(at.ctx)).toMatchObject([
      { state: 'open', heldBack: 2, closesAt: inMinutes(60) },
    ])
    scene.later(1800)
    await resolve(over)
    scene.later(1801)
    await queue()
    await sendAll()
    expect(to.received).toHaveLength(1)
    expect(to.received[0]?.body).toContain('shop.orders')
    expect(await listMaintenance(at.ctx)).toMatchObject([{ state: 'ended', heldBack: 0 }])
  })

  it('of nodes and rules holds back only these, and ends when a person ends it', async () => {
    await scene.addChannel('slack')
    const [node] = at.stack.clickhouse.nodes
    const { id } = await createMaintenance(at.ctx, {
      ...{ name: 'Disk', startsAt: inMinutes(-5), endsAt: inMinutes(60) },
      ...{ clusterIds: [clusterId], nodes: [node?.name ?? ''], kinds: ['node-unreachable', 'replica-lag'] },
    })
    await fire('node-unreachable', node?.name ?? '', [])
    await fire('late-parts', 'shop.orders', [node?.name ?? ''])
    await sendAll()
    expect(bodies().map(({ text }) => text)).toEqual([expect.stringContaining('late-parts')])
    await endMaintenance(at.ctx, { id })
    await queue()
    await sendAll()
    expect(to.received).toHaveLength(2)
    await expect(endMaintenance(at.ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect(
      await at.ctx.db.auditEntry.count({ where: { objectType: 'maintenance', outcome: 'succeeded' } }),
    ).toBe(3)
  })

  it('repeats weekly, and refuses what never opens or is past', async () => {
    const days: (0 | 1 | 2 | 3 | 4 | 5 | 6)[] = [0, 1, 2, 3, 4, 5, 6]
    await createMaintenance(at.ctx, {
      name: 'Always',
      weekly: { timeZone: 'Europe/Berlin', spans: [{ days, from: '00:00', to: '24:00' }] },
    })
    await scene.addChannel('slack')
    await fire()
    await sendAll()
    expect(to.received).toEqual([])
    expect(await listMaintenance(at.ctx)).toMatchObject([{ state: 'open', closesAt: null, opensAt: null }])
    const refused = [
      { name: 'x' },
      { name: 'x', weekly: { timeZone: 'Nowhere', spans: [] } },
      { name: 'x', startsAt: inMinutes(-9), endsAt: inMinutes(-1) },
      { name: 'x', startsAt: inMinutes(9), endsAt: inMinutes(1) },
      { name: 'x', startsAt: inMinutes(0), endsAt: inMinutes(1), nodes: ['n1'] },
      { name: 'x', startsAt: inMinutes(0), endsAt: inMinutes(1), clusterIds: [clusterId], nodes: ['none'] },
    ]
    for (const given of refused)
      await expect(createMaintenance(at.ctx, given)).rejects.toMatchObject({ code: 'invalid' })
  })
})

it('the history shows each firing with what held back its messages', async () => {
  const id = await fire()
  const startMs = scene.nowMs()
  scene.later(600)
  await createSilence(at.ctx, { kind: 'late-parts', minutes: 10, reason: 'A test' })
  scene.later(1200)
  await createMaintenance(at.ctx, {
    ...{ name: 'Kernel update', startsAt: at.ctx.now(), endsAt: new Date(scene.nowMs() + 600_000) },
  })
  scene.later(300)
  await acknowledgeAlert(at.ctx, { id })
  scene.later(900)
  await resolve(id)
  scene.later(600)
  await fire('drift', 'policies')
  const { firings, more } = await listAlertHistory(at.ctx, {
    from: new Date(startMs - 60_000),
    to: new Date(scene.nowMs() + 3_600_000),
  })
  expect(more).toBe(false)
  expect(firings.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'drift firing',
    'late-parts resolved',
  ])
  const seconds = (date: Date) => (date.getTime() - startMs) / 1000
  expect(firings[1]?.segments.map(({ from, to: end, mark }) => [mark, seconds(from), seconds(end)])).toEqual([
    ['firing', 0, 600],
    ['silenced', 600, 1200],
    ['firing', 1200, 1800],
    ['maintenance', 1800, 2100],
    ['acknowledged', 2100, 3000],
  ])
  const before = { from: new Date(startMs - 120_000), to: new Date(startMs - 60_000) }
  expect((await listAlertHistory(at.ctx, before)).firings).toEqual([])
  await expect(listAlertHistory(at.ctx, { from: new Date(0), to: new Date() })).rejects.toMatchObject({
    code: 'invalid',
  })
})

import { createHmac } from 'node:crypto'
import { endAlertTurn, LostAlertTurnError, takeAlertTurn } from '@frostline/db'
import { defaultAlertRule } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApprovalRule, removeApprovalRule } from '../approval/rules.ts'
import type { TestConsole } from '../reading/testing/start-console.ts'
import { acknowledgeAlert } from './acknowledge.ts'
import { evaluateCluster } from './evaluate/evaluate.ts'
import { countAlerts, listAlerts } from './list.ts'
import { listAlertRules, updateAlertRule } from './rules.ts'
import { createSilence, endSilence } from './silences.ts'
import { type AlertScene, openAlertScene, secret } from './testing/open-alert-scene.ts'
import type { Receivers } from './testing/start-receivers.ts'

let scene: AlertScene
let at: TestConsole
let to: Receivers
let clusterId: string
let second: string

beforeAll(async () => {
  scene = await openAlertScene(2)
  at = scene.at
  to = scene.to
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  second = at.stack.clickhouse.nodes[1]?.name ?? ''
})
afterAll(() => scene?.stop())
beforeEach(() => scene.reset())

async function evaluate(): Promise<void> {
  const epoch = await takeAlertTurn(at.ctx.db, 'test', 0)
  if (epoch === null) throw new Error('It is nobody’s turn.')
  await evaluateCluster(at.ctx, clusterId, epoch)
  await endAlertTurn(at.ctx.db, epoch)
}

const open = async () => (await listAlerts(at.ctx, {})).alerts
const at0 = { holdSeconds: 0, clearSeconds: 0 }

async function quietRules(): Promise<void> {
  for (const { kind, threshold } of await listAlertRules(at.ctx))
    if (kind !== 'node-unreachable')
      await updateAlertRule(at.ctx, { ...defaultAlertRule(kind), threshold, enabled: false })
}

const secondNode = () => {
  const node = at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)
  if (!node) throw new Error('There is no second node.')
  return node
}

it('a node that goes down fires once, is acknowledged, and resolves when it is back; each is notified once', async () => {
  await quietRules()
  await scene.addWebhook()
  await scene.addChannel('email')
  await evaluate()
  expect(await open()).toEqual([])

  await secondNode().kill()
  await evaluate()
  expect(await open(), 'it has not held long enough').toEqual([])
  scene.later(61)
  await evaluate()
  const [alert, ...others] = await open()
  expect(others).toEqual([])
  expect(alert).toMatchObject({
    kind: 'node-unreachable',
    subject: second,
    state: 'firing',
    severity: 'critical',
  })
  expect(await countAlerts(at.ctx)).toEqual({
    ...{ firing: 1, critical: 1, acknowledged: 0, silenced: 0, maintenance: 0 },
  })
  await evaluate()
  await Promise.all([scene.send(), scene.send(), scene.send()])
  await scene.send()

  expect(to.received).toHaveLength(1)
  const [hook] = to.received
  const message = JSON.parse(hook?.body ?? '')
  expect(message).toMatchObject({
    event: 'fired',
    alert: {
      id: alert?.id,
      title: `Node unreachable: ${second}`,
      url: `https://frostline.example.com/console/alerts?alert=${alert?.id}`,
    },
  })
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(hook?.headers['x-frostline-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${hook?.body}`).digest('hex'))
  expect(hook?.headers['x-frostline-delivery']).toBe(message.deliveryId)
  expect(to.mails).toHaveLength(1)
  expect(to.mails[0]).toContain(`Subject: Frostline Critical: Node unreachable: ${second}`)
  expect(to.mails[0]?.replaceAll('=\n', '').replaceAll('=3D', '=')).toContain(
    `In the console: https://frostline.example.com/console/alerts?alert=${alert?.id}`,
  )

  await acknowledgeAlert(at.ctx, { id: alert?.id ?? '', note: 'I am on it' })
  await expect(acknowledgeAlert(at.ctx, { id: alert?.id ?? '' })).rejects.toMatchObject({ code: 'conflict' })
  expect((await open())[0]).toMatchObject({
    state: 'acknowledged',
    acknowledgedBy: 'test',
    note: 'I am on it',
  })

  await secondNode().start()
  await evaluate()
  expect((await open())[0]?.state, 'it may come and go').toBe('acknowledged')
  scene.later(61)
  await evaluate()
  await evaluate()
  await scene.send()
  await scene.send()
  expect(await open()).toEqual([])
  const over = await listAlerts(at.ctx, { state: 'resolved' })
  expect(over.alerts[0]).toMatchObject({ id: alert?.id, state: 'resolved' })
  expect(to.received.map(({ body }) => JSON.parse(body).event)).toEqual(['fired', 'resolved'])
  expect(to.mails).toHaveLength(2)
  const actions = await at.ctx.db.auditEntry.findMany({
    where: { action: 'alert.acknowledge', outcome: 'succeeded' },
  })
  expect(actions).toHaveLength(1)
})

it('a silence holds back the notification, not the alert; when it ends, the notification is sent', async () => {
  await quietRules()
  await updateAlertRule(at.ctx, { kind: 'node-unreachable', enabled: true, threshold: 0, ...at0 })
  await scene.addWebhook()
  const { id } = await createSilence(at.ctx, {
    kind: 'node-unreachable',
    minutes: 60,
    reason: 'Kernel update',
  })
  await secondNode().kill()
  try {
    await evaluate()
    await scene.send()
    expect((await open())[0]).toMatchObject({ state: 'silenced', notifiedAt: null })
    expect(to.received).toEqual([])
    await endSilence(at.ctx, { id })
    await evaluate()
    await scene.send()
    expect(to.received).toHaveLength(1)
  } finally {
    await secondNode().start()
  }
})

it('one worker evaluates at a time; one that lost its turn writes nothing', async () => {
  const { db } = at.ctx
  const first = await takeAlertTurn(db, 'a', 0)
  expect(await takeAlertTurn(db, 'b', 0)).toBe(null)
  await db.alertTurn.updateMany({ data: { until: new Date(0) } })
  const next = await takeAlertTurn(db, 'b', 0)
  expect(next).toBe((first ?? 0n) + 1n)
  await expect(evaluateCluster(at.ctx, clusterId, first ?? 0n)).rejects.toBeInstanceOf(LostAlertTurnError)
  expect(await db.alert.count()).toBe(0)
  await endAlertTurn(db, next ?? 0n)
  expect(await takeAlertTurn(db, 'a', 60), 'it is not time yet').toBe(null)
})

it('sees late parts, a filling disk and a stuck migration on real engines', async () => {
  // Differences are read every five minutes, and the tests before this one have moved the clock.
  scene.later(3600)
  const [node] = at.stack.clickhouse.nodes
  if (!node) throw new Error('There is no node.')
  for (const { kind, threshold } of await listAlertRules(at.ctx))
    await updateAlertRule(at.ctx, {
      kind,
      threshold: kind === 'late-parts' ? 1 : threshold,
      enabled: true,
      ...at0,
    })
  await at.ask(node.name, 'CREATE DATABASE shop')
  await at.ask(
    node.name,
    "CREATE TABLE shop.late (t DateTime('UTC'), n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'",
  )
  await at.ask(second, 'CREATE DATABASE shop')
  await at.ask(second, "CREATE TABLE shop.late (t DateTime('UTC'), n UInt64) ENGINE = MergeTree ORDER BY n")
  await at.ask(node.name, 'SYSTEM STOP MOVES shop.late')
  await at.ask(node.name, 'INSERT INTO shop.late SELECT now() - INTERVAL 3 DAY, number FROM numbers(100)')
  await at.ask(
    node.name,
    "ALTER TABLE shop.late MODIFY TTL t + INTERVAL 1 DAY TO VOLUME 'cold' SETTINGS mutations_sync = 1",
  )
  // Shown as due since 1989: the server treats it as a hundred years ahead.
  for (const { name } of at.stack.clickhouse.nodes)
    await at.ask(
      name,
      "CREATE TABLE shop.far (d Date32, n UInt64) ENGINE = MergeTree ORDER BY n TTL d + INTERVAL 100 YEAR TO VOLUME 'cold' SETTINGS storage_policy = 'tiered'",
    )
  await at.ask(node.name, "INSERT INTO shop.far SELECT '2026-01-15', 1")
  const { total } = (
    await at.ask<{ total: string }>(
      node.name,
      "SELECT toString(total_space) AS total FROM system.disks WHERE name = 'hot2'",
    )
  )[0] ?? { total: '0' }
  const free = BigInt(
    (
      await at.ask<{ free: string }>(
        node.name,
        "SELECT toString(free_space) AS free FROM system.disks WHERE name = 'hot2'",
      )
    )[0]?.free ?? 0,
  )
  const used = BigInt(total) - free
  await at.ctx.db.diskSample.createMany({
    data: Array.from({ length: 40 }, (_, index) => ({
      clusterId,
      grain: 'hour' as const,
      nodeName: node.name,
      disk: 'hot2',
      at: new Date(scene.nowMs() - (40 - index) * 1_800_000),
      usedBytes: used - (BigInt(40 - index) * free) / 480n,
      totalBytes: BigInt(total),
    })),
  })
  const asked = { requestedBy: 'ann', createdAt: new Date(scene.nowMs() - 3_600_000) }
  const { id } = await at.ctx.db.run.create({
    data: { kind: 'tier-migration', clusterId, status: 'running', ...asked },
  })
  await at.ctx.db.tierMigration.create({
    data: {
      ...{ id, runId: id, clusterId },
      database: 'shop',
      table: 'late',
      tableUuids: {},
      storagePolicy: 'tiered',
      targetVolume: 'cold',
      goal: {},
      totalParts: 1,
      totalRows: 1n,
      totalBytes: 1n,
      ...asked,
    },
  })
  scene.later(301)
  await evaluate()
  const alerts = await open()
  const of = (kind: string) => alerts.filter((alert) => alert.kind === kind)
  expect(of('late-parts')[0]?.text).toMatch(
    /^1 parts of shop\.late with .* have been due by TTL for more than 1 hours/,
  )
  expect(of('late-parts').map(({ subject }) => subject)).toEqual(['shop.late'])
  expect(of('late-parts')[0]?.evidence[0]?.sql).toContain('FROM system.parts')
  // Other disks on its file system fill with it: that is reported once.
  expect(of('hot-disk-full')).toHaveLength(1)
  expect(of('hot-disk-full')[0]?.text).toMatch(/^The file system of the disks .*'hot2'/)
  expect(of('hot-disk-full')[0]?.subject).toBe(`${node.name}/default`)
  expect(of('hot-disk-full')[0]?.text).toMatch(/full in (9|10) days/)
  expect(of('migration-stuck')[0]?.text).toContain('has made no progress for 65 minutes')
  expect(of('drift')[0]?.text).toContain('tiered on')
  await at.ask(node.name, 'SYSTEM START MOVES shop.late')
})

it('reports a run that waits for an approval, not as stuck, until it is approved', async () => {
  await quietRules()
  for (const kind of ['approval-missing', 'migration-stuck'] as const)
    await updateAlertRule(at.ctx, { kind, enabled: true, threshold: 5, ...at0 })
  const ofHeld = async () => (await open()).filter(({ table }) => table === 'held')
  const rule = await createApprovalRule(at.ctx, { name: 'All moves', kinds: ['tier-migration'] })
  const createdAt = new Date(scene.nowMs())
  const { id } = await at.ctx.db.run.create({
    data: {
      ...{ kind: 'tier-migration', clusterId, database: 'shop', table: 'held' },
      ...{ requestedBy: 'ann', createdAt },
    },
  })
  await at.ctx.db.tierMigration.create({
    data: {
      ...{ id, runId: id, clusterId, database: 'shop', table: 'held', tableUuids: {} },
      ...{ storagePolicy: 'tiered', targetVolume: 'cold', goal: {}, requestedBy: 'ann', createdAt },
      ...{ totalParts: 1, totalRows: 1n, totalBytes: 2048n },
    },
  })
  scene.later(299)
  await evaluate()
  expect(await ofHeld()).toEqual([])
  scene.later(1)
  await evaluate()
  expect(await ofHeld()).toMatchObject([
    {
      ...{ kind: 'approval-missing', state: 'firing', database: 'shop', table: 'held', migrationId: id },
      text: expect.stringContaining('The approval of 1 person is missing (rule “All moves”).'),
    },
  ])
  await removeApprovalRule(at.ctx, { id: rule.id })
  await evaluate()
  expect((await ofHeld()).map(({ kind }) => kind)).toEqual(['migration-stuck'])
  await at.ctx.db.tierMigration.delete({ where: { id } })
  await at.ctx.db.run.delete({ where: { id } })
})

it('detects failing moves and a store that returns errors; resolves when the store recovers', async () => {
  await quietRules()
  for (const kind of ['failing-moves', 'store-errors'] as const)
    await updateAlertRule(at.ctx, { kind, enabled: true, threshold: 2, ...at0 })
  const [node] = at.stack.clickhouse.nodes
  if (!node) throw new Error('There is no node.')
  const ask = (sql: string) => at.ask(node.name, sql)
  await ask('CREATE DATABASE IF NOT EXISTS shop')
  await ask(
    "CREATE TABLE shop.stubborn (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'",
  )
  await ask('INSERT INTO shop.stubborn SELECT number FROM numbers(100)')
  await evaluate()
  expect(await open(), 'what was counted before says nothing').toEqual([])

  const { store } = at.stack.embedded
  await store.inject({ operation: 'PutObject', status: 403, code: 'AccessDenied' })
  try {
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(ask("ALTER TABLE shop.stubborn MOVE PARTITION tuple() TO VOLUME 'cold'")).rejects.toThrow()
  } finally {
    await store.clearFaults()
  }
  await ask('SYSTEM FLUSH LOGS part_log')
  scene.later(30)
  await evaluate()
  const alerts = await open()
  const moves = alerts.find(({ kind }) => kind === 'failing-moves')
  expect(moves).toMatchObject({ subject: 'shop.stubborn', nodes: [node.name], table: 'stubborn' })
  expect(moves?.text).toMatch(
    /^3 moves of shop\.stubborn failed within the last hour on .* with code 499: Access ?Denied/,
  )
  expect(moves?.text).not.toContain('Stack trace')
  expect(moves?.evidence[0]?.sql).toContain('FROM system.part_log')
  const errors = alerts.find(({ kind }) => kind === 'store-errors')
  expect(errors).toMatchObject({ subject: node.name, nodes: [node.name] })
  expect(Number(/^\d+/.exec(errors?.text ?? '')?.[0])).toBeGreaterThanOrEqual(3)
  expect(alerts).toHaveLength(2)

  // Ten minutes later, no earlier sample is left to compare the counter with.
  scene.later(601)
  await evaluate()
  expect((await open()).map(({ kind }) => kind)).toEqual(['failing-moves'])
  const [over] = (await listAlerts(at.ctx, { state: 'resolved' })).alerts
  expect(over).toMatchObject({ kind: 'store-errors', subject: node.name })
})

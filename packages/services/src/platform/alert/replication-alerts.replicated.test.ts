import { rm } from 'node:fs/promises'
import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import { type AlertKind, type BuiltInAlertKind, defaultAlertRule } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReplicatedLab, type ReplicatedLab } from '../../testing/open-replicated-lab.ts'
import { evaluateCluster } from './evaluate/evaluate.ts'
import { listAlerts } from './list.ts'
import { updateAlertRule } from './rules.ts'

let lab: ReplicatedLab
let first: string
let second: string
const passedMs = 0

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  await lab.createTable('events', {
    columns: 'day Date, id UInt64',
    partitionBy: 'toYYYYMM(day)',
    orderBy: 'id',
  })
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const name = (table = 'events') => `${lab.database}.${table}`
const insert = (node: string, rows: number) =>
  lab.ask(node, `INSERT INTO ${name()} SELECT toDate('2026-01-01'), rand64() FROM numbers(${rows})`)

/** One evaluation; alerts fire at once here. */
async function look(): Promise<void> {
  const ctx = { ...lab.ctx, now: () => new Date(Date.now() + passedMs) }
  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  if (epoch === null) throw new Error('Another evaluation has the turn.')
  await evaluateCluster(ctx, lab.clusterId, epoch)
  await endAlertTurn(lab.db, epoch)
}
const alerts = async (kind: AlertKind) =>
  (await listAlerts(lab.ctx, {})).alerts.filter((alert) => alert.kind === kind)
const looked = async (kind: AlertKind) => {
  await look()
  return (await alerts(kind)).map(({ text }) => text)
}
const setRule = (kind: BuiltInAlertKind, threshold: number) =>
  updateAlertRule(lab.ctx, { ...defaultAlertRule(kind), threshold, holdSeconds: 0, clearSeconds: 0 })

test('a healthy cluster has no replication alert', async () => {
  for (const kind of ['replica-read-only', 'replica-lost'] as const) await setRule(kind, 0)
  for (const kind of [
    'replica-lag',
    'replica-queue',
    'replica-log',
    'queue-entry-stuck',
    'detached-grow',
  ] as const)
    await setRule(kind, 1)
  await setRule('keeper-flapping', 1)
  await setRule('replicas-differ', 1)
  await insert(first, 100)
  await lab.waitForEqualReplicas('events')
  await look()
  expect((await listAlerts(lab.ctx, {})).alerts).toEqual([])
})

test('a replica that does not fetch is behind, has a queue, and differs once nothing changes any more', async () => {
  await lab.stopFetches(second, 'events')
  try {
    await insert(first, 50)
    await expect
      .poll(() => looked('replica-queue'))
      .toEqual([`${name()} has 1 entries in its replication queue on ${second}.`])
    await expect
      .poll(() => looked('replica-lag'))
      .toEqual([expect.stringMatching(new RegExp(`^${name()} is \\d+ s behind on ${second}\\.$`))])
    const [alert] = await alerts('replica-lag')
    expect(alert).toMatchObject({ database: lab.database, table: 'events', nodes: [second] })
    expect(alert?.evidence[0]?.sql).toContain('system.replicas')
    expect(await alerts('replicas-differ')).toEqual([])
    // The API allows no zero wait, and the test cannot spend a minute.
    await lab.db.alertRule.update({ where: { kind: 'replicas-differ' }, data: { threshold: 0 } })
    expect(await looked('replicas-differ')).toEqual([
      `A partition of ${name()} that nothing has changed for 0 minutes differs between replicas: 202601 has 150 on ${first}, 100 on ${second} rows.`,
    ])
    await setRule('replicas-differ', 1)
  } finally {
    await lab.startFetches(second, 'events')
  }
  await lab.waitForEqualReplicas('events')
  await expect.poll(() => looked('replica-lag')).toEqual([])
})

test('a fetch that no replica can serve is stuck, and its missing replica is lost', async (context) => {
  await lab.need(context, 'kills')
  await lab.stopFetches(second, 'events')
  await insert(first, 10)
  await lab.kill(first)
  await lab.startFetches(second, 'events')
  try {
    await expect
      .poll(() => looked('queue-entry-stuck'))
      .toEqual([
        expect.stringMatching(
          new RegExp(`^GET_PART of 202601_\\S+ of ${name()} failed \\d+ times on ${second}, last with: `),
        ),
      ])
    await expect
      .poll(() => looked('replica-lost'))
      .toEqual([expect.stringMatching(/ of shard 1 is not active in Keeper, for one table: /)])
  } finally {
    await lab.start(first)
  }
  await lab.waitForEqualReplicas('events')
  await expect.poll(() => looked('replica-lost')).toEqual([])
  expect(await alerts('queue-entry-stuck')).toEqual([])
})

test('without Keeper every node is read-only, and the sessions that start afterwards flap', async (context) => {
  await lab.need(context, 'kills')
  await lab.kill('zookeeper')
  try {
    await expect.poll(async () => (await looked('replica-read-only')).length).toBe(lab.names.length)
    const [alert] = await alerts('replica-read-only')
    expect(alert).toMatchObject({ severity: 'critical', state: 'firing' })
    expect(alert?.text).toContain(`are read-only: ${name()}. Keeper session expired.`)
    // Keeper's state is unknown now: no replica is reported as lost, and no such alert resolves.
    expect(await alerts('replica-lost')).toEqual([])
  } finally {
    await lab.start('zookeeper')
  }
  await lab.waitForEqualReplicas('events')
  await expect.poll(() => looked('replica-read-only')).toEqual([])
  expect(await looked('keeper-flapping')).toContainEqual(
    expect.stringMatching(/ has started \d+ Keeper sessions within the last hour\./),
  )
})

test('a part that the server detaches as broken is reported, and one that a person detached is not', async (context) => {
  await lab.need(context, 'kills')
  const parts = () =>
    lab.ask<{ path: string; name: string }>(
      second,
      `SELECT path, name FROM system.parts WHERE active AND database = '${lab.database}' AND table = 'events' ORDER BY name`,
    )
  const [part] = await parts()
  await look()
  await lab.kill(second)
  await rm(`${part?.path}checksums.txt`)
  await rm(`${part?.path}columns.txt`)
  await lab.start(second)
  await lab.waitForEqualReplicas('events')
  expect(await looked('detached-grow')).toEqual([
    expect.stringMatching(
      new RegExp(`^${second} has detached 1 part within the last day, such as ${name()} \\S*${part?.name}`),
    ),
  ])
})

import { randomUUID } from 'node:crypto'
import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import type { AlertKind } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReplicatedLab, type ReplicatedLab } from '../../testing/open-replicated-lab.ts'
import { evaluateCluster } from './evaluate/evaluate.ts'
import { listAlerts } from './list.ts'

// The ledger is as runs leave it; the setting is read from real replicas.
const minuteMs = 60_000
let lab: ReplicatedLab
let first = ''
let second = ''
let passedMs = 0

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, '2-shards-of-2', 'zero-copy'))

const nowMs = () => Date.now() + passedMs
async function looked(kind: AlertKind) {
  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  if (epoch === null) throw new Error('Another evaluation has the turn.')
  await evaluateCluster({ ...lab.ctx, now: () => new Date(nowMs()) }, lab.clusterId, epoch)
  await endAlertTurn(lab.db, epoch)
  return (await listAlerts(lab.ctx, {})).alerts.filter((alert) => alert.kind === kind)
}

async function createTable(table: string): Promise<void> {
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id' },
    ...{ policy: 'tiered_shared', on: [first, second] },
  })
}
const turn = (node: string, table: string, on: boolean) =>
  lab.ask(
    node,
    `ALTER TABLE ${lab.database}.${table} MODIFY SETTING allow_remote_fs_zero_copy_replication = ${on ? 1 : 0}`,
  )

async function storeMigration(table: string, movedBytes: bigint) {
  const at = new Date(nowMs())
  const asked = { clusterId: lab.clusterId, requestedBy: 'ann', createdAt: at }
  const { id } = await lab.db.run.create({
    data: { kind: 'tier-migration', status: 'completed', finishedAt: at, ...asked },
  })
  return lab.db.tierMigration.create({
    data: {
      ...{ id, runId: id, ...asked },
      ...{ database: lab.database, table, tableUuids: {}, goal: {} },
      ...{ storagePolicy: 'tiered_shared', targetVolume: 'cold' },
      ...{ totalParts: 1, totalRows: 1n, totalBytes: movedBytes },
      steps: {
        create: {
          ...{ ordinal: 0, position: 0, nodeName: first, shard: 1, replica: 1, fromVolumes: ['hot'] },
          ...{ partitionId: '202601', partition: '202601', toVolume: 'cold', granularity: 'partition' },
          ...{ plannedParts: 1, plannedRows: 1n, plannedBytes: movedBytes, movedBytes, status: 'completed' },
          uploader: first,
        },
      },
    },
    include: { steps: true },
  })
}

test('an exit without progress is reported with what it holds, and resolves when it continues or is reverted', async () => {
  await createTable('paused')
  const { id: child } = await storeMigration('paused', 5n * 1024n ** 2n)
  const by = { clusterId: lab.clusterId, requestedBy: 'ann', createdAt: new Date(nowMs()) }
  const { id } = await lab.db.run.create({ data: { kind: 'zero-copy-exit', status: 'paused', ...by } })
  await lab.db.zeroCopyExit.create({
    data: {
      ...{
        ...by,
        id,
        runId: id,
        stage: 'to-hot',
        database: lab.database,
        table: 'paused',
        hotVolume: 'hot',
        limits: {},
      },
      ...{ origins: { '202601': 'cold' }, tableUuids: { [first]: '', [second]: '' }, checks: [], before: [] },
      ...{ migrations: [{ id: child, stage: 'to-hot', start: 1 }], switches: [] },
    },
  })
  expect(await looked('zero-copy-exit')).toEqual([])
  passedMs += 61 * minuteMs
  const [alert] = await looked('zero-copy-exit')
  expect(alert).toMatchObject({ exitId: id, database: lab.database, table: 'paused', severity: 'warning' })
  expect(alert?.text).toMatch(
    /is paused, with no progress for 6\d minutes\. 5\.00 MiB of its parts stay on local disks/,
  )
  expect(alert?.evidence.map(({ node }) => node)).toEqual([first, second])

  const turnOff = async (status: 'cancelled' | 'failed') => {
    await lab.db.zeroCopyExit.update({ where: { id }, data: { stage: 'switch-off' } })
    const error = status === 'failed' ? `${second} is gone.` : null
    await lab.db.run.update({ where: { id }, data: { status, error, finishedAt: new Date(nowMs()) } })
  }
  await turnOff('cancelled')
  passedMs += 2 * minuteMs
  await looked('zero-copy-exit')
  passedMs += 2 * minuteMs
  expect(await looked('zero-copy-exit'), 'as the person wanted it').toEqual([])

  await turn(first, 'paused', false)
  const [half] = await looked('zero-copy-exit')
  expect(half?.text).toContain(`Zero-copy replication is off on ${first} and still on on ${second}`)
  expect(half?.nodes).toEqual([first, second])
  await turnOff('failed')
  expect((await looked('zero-copy-exit'))[0]?.text).toContain(`failed. ${second} is gone.`)

  await lab.db.zeroCopyExit.update({ where: { id }, data: { proof: 'It went back.', goesBack: true } })
  await looked('zero-copy-exit')
  passedMs += 2 * minuteMs
  expect(await looked('zero-copy-exit')).toEqual([])
})

test("an upload cut off by its server's death is reported until an audit finds nothing or a removal has deleted it", async () => {
  await createTable('killed')
  const { id: migrationId, steps } = await storeMigration('killed', 3n * 1024n ** 2n)
  const sentAt = new Date(nowMs())
  const during = new Date(nowMs() + minuteMs)
  const cutOffAt = new Date(nowMs() + 2 * minuteMs)
  await lab.db.tierMigrationMove.create({
    data: {
      ...{ stepId: steps[0]?.id ?? '', statement: 'ALTER', queryId: `frostline-${randomUUID()}` },
      ...{ parts: ['202601_0_0_0'], bytes: 3n * 1024n ** 2n, status: 'unknown', sentAt, cutOffAt },
    },
  })
  const [alert] = await looked('interrupted-uploads')
  expect(alert).toMatchObject({ migrationId, database: lab.database, table: 'killed' })
  expect(alert?.text).toContain('Up to 3.00 MiB may be left in the bucket. Audit the bucket to find it.')
  expect(alert?.evidence[0]).toMatchObject({ node: first, sql: expect.stringContaining('blob_storage_log') })

  const { clusterId } = lab
  const place = { sourceName: 'cold', bucket: 'cold' }
  const finding = { key: 'cold/abc', sizeBytes: 1024n ** 2n, modifiedAt: during }
  const { id: auditId } = await lab.db.run.create({
    data: {
      ...{ kind: 'bucket-audit', clusterId, requestedBy: 'ann', status: 'completed' },
      ...{ createdAt: sentAt, finishedAt: new Date(nowMs() + 3 * minuteMs) },
      bucketAudit: {
        create: {
          ...{ ...place, prefixes: [''], graceMinutes: 1, timeLimitMinutes: 1, cutoffAt: cutOffAt },
          findings: { create: { ...finding, kind: 'orphan', confirmed: true, engineMade: true } },
        },
      },
    },
  })
  expect((await looked('interrupted-uploads'))[0]?.text).toMatch(
    /An audit found 1 object of 1\.00 MiB that no replica needs, about \S+ 0\.00 a month\. The log of the server names 0 of them/,
  )
  await lab.db.run.create({
    data: {
      ...{ kind: 'orphan-removal', clusterId, requestedBy: 'ann', createdAt: cutOffAt },
      orphanRemoval: {
        create: {
          ...{ ...place, auditId, choice: {}, way: 'tag', quarantinePrefix: '', replicas: {} },
          objects: { create: { ...finding, kind: 'engine', state: 'quarantined' } },
        },
      },
    },
  })
  await looked('interrupted-uploads')
  passedMs += 2 * minuteMs
  expect(await looked('interrupted-uploads')).toEqual([])
})

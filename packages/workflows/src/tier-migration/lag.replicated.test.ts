import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import { defaultAlertRule, type TierMigrationLimits } from '@frostline/domain'
import {
  cancelTierMigration,
  evaluateCluster,
  getTierMigration,
  listAlerts,
  listLateArrivals,
  previewTierMigration,
  requestTierMigrationPlan,
  startTierMigration,
  type TierMigrationRequest,
  updateAlertRule,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// Replicas of one shard that do not have the same parts at the same time.
let lab: ReplicatedLab
let worker: ProductProcess
let first = ''
let second = ''
const workerEnv = () => ({
  DATABASE_URL: lab.ledgerUrl,
  FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
})

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  worker = await spawnWorker(workerEnv())
})
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))

/** Two parts on both replicas of the first shard, and a third one that the second has not fetched. */
async function createLagging(table: string): Promise<void> {
  await lab.createTable(table, {
    columns: 'day Date, id UInt64, text String',
    orderBy: 'id',
    partitionBy: 'toYYYYMM(day)',
  })
  await lab.askAll(`SYSTEM STOP MERGES ${lab.database}.${table}`)
  await insert(table, 0)
  await insert(table, 1000)
  await lab.waitForEqualReplicas(table)
  await lab.stopFetches(second, table)
  await insert(table, 2000)
}

async function insert(table: string, from: number): Promise<void> {
  await lab.ask(
    first,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2024-01-15'), number, 'text' FROM numbers(${from}, 1000)`,
  )
}

const request = (table: string, limits: TierMigrationLimits = {}): TierMigrationRequest => ({
  cluster: lab.cluster,
  database: lab.database,
  table,
  targetVolume: 'cold',
  goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
  limits,
})

async function start(table: string, limits: TierMigrationLimits = {}): Promise<string> {
  const { id } = await requestTierMigrationPlan(lab.as('operator'), request(table, limits))
  await startTierMigration(lab.as('operator'), { id })
  return id
}

const get = (id: string) => getTierMigration(lab.as('viewer'), { id })
const statusOf = async (id: string) => (await get(id)).status

/** Parts by replica of the first shard and disk. */
async function places(table: string): Promise<string[]> {
  const found = await lab.askAll<{ place: string; parts: number }>(
    `SELECT disk_name AS place, toUInt32(count()) AS parts FROM system.parts
     WHERE active AND database = '${lab.database}' AND table = '${table}' GROUP BY 1 ORDER BY 1`,
  )
  return lab.replicas.nodes.flatMap(({ shard, replica }, index) =>
    shard === 1 ? (found[index] ?? []).map(({ place, parts }) => `${replica} ${place} ${parts}`) : [],
  )
}

const lagging = async (id: string) => (await get(id)).stepList.find(({ nodeName }) => nodeName === second)

it('says in the plan which replica is behind', async () => {
  await createLagging('told')
  // Until both have read the log, that is what the plan says of them.
  for (const node of [first, second]) await lab.ask(node, `SYSTEM SYNC REPLICA ${lab.database}.told PULL`)
  const { checks } = await previewTierMigration(lab.as('operator'), request('told'))
  expect(
    checks.filter(({ id, node }) => id === 'replication' && (node === first || node === second)),
  ).toEqual([
    expect.objectContaining({ node: first, outcome: 'passed' }),
    expect.objectContaining({
      node: second,
      outcome: 'warning',
      text: expect.stringContaining('1 part is in the replication queue'),
    }),
  ])
})

it('waits for parts that a replica has not fetched, and moves them with the rest', async () => {
  await createLagging('waited')
  const id = await start('waited')
  await expect.poll(async () => (await lagging(id))?.waitReason).toContain('1 part is not fetched yet')
  await worker.kill()
  worker = await spawnWorker(workerEnv())
  await expect.poll(async () => (await lagging(id))?.waitReason).toContain('1 part is not fetched yet')
  expect(await statusOf(id)).toBe('running')
  await lab.startFetches(second, 'waited')
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await places('waited')).toEqual(['1 cold_cache 3', '2 cold_cache 3'])
  expect((await lagging(id))?.notFetched).toBe(0)
})

it('waits for parts that another replica got by ATTACH PARTITION, which the queue does not name', async () => {
  const columns = 'day Date, id UInt64, text String'
  await lab.createTable('attached', { columns, orderBy: 'id', partitionBy: 'toYYYYMM(day)' })
  await insert('attached', 0)
  await lab.waitForEqualReplicas('attached')
  await lab.ask(
    first,
    `CREATE TABLE ${lab.database}.staged (${columns}) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id
     SETTINGS storage_policy = 'tiered'`,
  )
  await insert('staged', 1000)
  await lab.stopFetches(second, 'attached')
  await lab.ask(
    first,
    `ALTER TABLE ${lab.database}.attached ATTACH PARTITION ID '202401' FROM ${lab.database}.staged SETTINGS alter_sync = 0`,
  )
  const id = await start('attached')
  await expect.poll(async () => (await lagging(id))?.waitReason).toContain('ATTACH or REPLACE PARTITION')
  await lab.startFetches(second, 'attached')
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await places('attached')).toEqual(['1 cold_cache 2', '2 cold_cache 2'])
})

it('waits also on a replica that has nothing of the partition yet, and can be cancelled meanwhile', async () => {
  await lab.createTable('empty', { columns: 'day Date, id UInt64, text String', orderBy: 'id' })
  await lab.stopFetches(second, 'empty')
  await insert('empty', 0)
  const { id } = await requestTierMigrationPlan(lab.as('operator'), {
    ...request('empty'),
    goal: { kind: 'partitions', partitionIds: ['all'] },
  })
  await startTierMigration(lab.as('operator'), { id })
  await expect.poll(async () => (await lagging(id))?.waitReason).toContain('1 part is not fetched yet')
  await cancelTierMigration(lab.as('operator'), { id })
  await expect.poll(() => statusOf(id)).toBe('cancelled')
  await lab.startFetches(second, 'empty')
})

it('ends without them where that was chosen, and says how many', async () => {
  await createLagging('left')
  const id = await start('left', { replicas: { behind: 'leave' } })
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await places('left')).toEqual(['1 cold_cache 3', '2 cold_cache 2'])
  expect((await lagging(id))?.notFetched).toBe(1)
  await lab.startFetches(second, 'left')
})

const lateArrivals = async (table: string) =>
  (
    await listLateArrivals(lab.as('viewer'), {
      cluster: lab.cluster,
      database: lab.database,
      table,
      fresh: true,
    })
  ).data.arrivals

it('tells of parts that arrive after it, alerts, and moves them by a plan for their partitions', async () => {
  await createLagging('late')
  const id = await start('late', { replicas: { behind: 'leave' } })
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await lateArrivals('late')).toEqual([])
  await lab.startFetches(second, 'late')
  const fetched = {
    migrationId: id,
    node: second,
    partitionId: '202401',
    disks: ['default'],
    toVolume: 'cold',
  }
  await expect.poll(() => lateArrivals('late')).toMatchObject([{ ...fetched, parts: 1, rows: 1000n }])
  await insert('late', 3000)
  await expect
    .poll(async () => (await lateArrivals('late')).map(({ node, parts }) => `${node} ${parts}`).sort())
    .toEqual([`${first} 1`, `${second} 2`])
  await updateAlertRule(lab.as('admin'), {
    ...defaultAlertRule('late-arrivals'),
    holdSeconds: 0,
    clearSeconds: 0,
  })
  const alerts = async () => {
    await lookForAlerts()
    return (await listAlerts(lab.as('viewer'), { state: 'open' })).alerts.filter(
      ({ kind, table }) => kind === 'late-arrivals' && table === 'late',
    )
  }
  await expect.poll(alerts).toMatchObject([
    {
      ...{ migrationId: id, nodes: [first, second], state: 'firing' },
      text: expect.stringContaining('3 parts'),
    },
  ])
  const { id: next } = await requestTierMigrationPlan(lab.as('operator'), {
    ...request('late'),
    goal: { kind: 'partitions', partitionIds: ['202401'] },
  })
  await startTierMigration(lab.as('operator'), { id: next })
  await expect.poll(() => statusOf(next)).toBe('completed')
  expect(await places('late')).toEqual(['1 cold_cache 4', '2 cold_cache 4'])
  expect(await lateArrivals('late')).toEqual([])
  await expect.poll(alerts).toEqual([])
})

it('picks up what arrives while it runs, also where a step was through', async () => {
  await createLagging('meanwhile')
  const id = await start('meanwhile')
  await expect.poll(async () => (await lagging(id))?.waitReason).toContain('1 part is not fetched yet')
  const done = async () => (await get(id)).stepList.find(({ nodeName }) => nodeName === first)?.status
  await expect.poll(done).toBe('completed')
  await insert('meanwhile', 3000)
  await lab.startFetches(second, 'meanwhile')
  await expect.poll(() => statusOf(id)).toBe('completed')
  expect(await places('meanwhile')).toEqual(['1 cold_cache 4', '2 cold_cache 4'])
  const { stepList } = await get(id)
  expect(stepList.map(({ proof }) => proof)).toEqual(['identical', 'identical'])
  expect(stepList.find(({ nodeName }) => nodeName === first)?.movedParts).toBe(4)
})

/** One look now, unless the worker is at it. */
async function lookForAlerts(): Promise<void> {
  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  if (epoch === null) return
  await evaluateCluster(lab.ctx, lab.clusterId, epoch)
  await endAlertTurn(lab.db, epoch)
}

it('never moves on two replicas of a shard at a time, over all migrations', async () => {
  for (const table of ['turns_a', 'turns_b']) {
    await lab.createTable(table, {
      columns: 'day Date, id UInt64, text String',
      orderBy: 'id',
      partitionBy: 'id % 4',
    })
    await lab.ask(
      first,
      `INSERT INTO ${lab.database}.${table} SELECT toDate('2024-01-15'), number, randomPrintableASCII(200) FROM numbers(20000)`,
    )
    await lab.waitForEqualReplicas(table)
  }
  const goal = { kind: 'partitions' as const, partitionIds: ['0', '1', '2', '3'] }
  const ids: string[] = []
  for (const table of ['turns_a', 'turns_b']) {
    const { id } = await requestTierMigrationPlan(lab.as('operator'), { ...request(table), goal })
    await startTierMigration(lab.as('operator'), { id })
    ids.push(id)
  }
  for (const id of ids) await expect.poll(() => statusOf(id)).toBe('completed')
  const moves = await lab.db.tierMigrationMove.findMany({
    where: { status: 'done', step: { migrationId: { in: ids } } },
    select: { sentAt: true, finishedAt: true, step: { select: { nodeName: true, shard: true } } },
  })
  expect(moves.length).toBeGreaterThanOrEqual(16)
  const beside = moves.flatMap((one) =>
    moves.filter(
      (other) =>
        other.step.shard === one.step.shard &&
        other.step.nodeName !== one.step.nodeName &&
        other.sentAt < (one.finishedAt ?? one.sentAt) &&
        one.sentAt < (other.finishedAt ?? other.sentAt),
    ),
  )
  expect(beside).toEqual([])
})

it('leaves a replica that is away as it is, where that was chosen', async (test) => {
  await lab.need(test, 'kills')
  await createLagging('away')
  await lab.startFetches(second, 'away')
  await lab.waitForEqualReplicas('away')
  await lab.kill(second)
  const refused = await previewTierMigration(lab.as('operator'), request('away'))
  expect(refused.accepted).toBe(false)
  const id = await start('away', { replicas: { away: 'leave' } })
  await expect.poll(() => statusOf(id)).toBe('completed')
  await lab.start(second)
  await lab.waitForEqualReplicas('away')
  expect(await places('away')).toEqual(['1 cold_cache 3', '2 default 3'])
})

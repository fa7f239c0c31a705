import {
  getTierMigration,
  requestTierMigrationPlan,
  startTierMigration,
  type TierMigrationRequest,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// A replica that does not merge by itself fetches the merged part of another one. It lands where the policy puts new parts,
// and not where its sources lie.
let lab: ReplicatedLab
let worker: ProductProcess
let pair: [string, string] = ['', '']

beforeAll(async () => {
  lab = await openReplicatedLab()
  pair = [lab.names[0] ?? '', lab.names[1] ?? '']
  worker = await spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))
afterAll(async () => {
  await worker?.kill()
  await lab?.close()
})

/** Three parts on both replicas of the first shard, which nobody merges yet. */
async function createUnmerged(table: string, settings: string): Promise<void> {
  await lab.createTable(table, {
    columns: 'day Date, id UInt64, text String',
    orderBy: 'id',
    partitionBy: 'toYYYYMM(day)',
  })
  await lab.askAll(`SYSTEM STOP MERGES ${lab.database}.${table}`)
  await lab.askAll(`ALTER TABLE ${lab.database}.${table} MODIFY SETTING ${settings}`)
  for (const from of [0, 1000, 2000])
    await lab.ask(
      pair[0],
      `INSERT INTO ${lab.database}.${table} SELECT toDate('2024-01-15'), number, 'text' FROM numbers(${from}, 1000)`,
    )
  await lab.waitForEqualReplicas(table)
}

/** Assigns a merge of all three parts and waits until one replica has done it. */
async function mergeOnOne(table: string): Promise<void> {
  await lab.ask(
    pair[0],
    `OPTIMIZE TABLE ${lab.database}.${table} PARTITION ID '202401' FINAL SETTINGS alter_sync = 0, optimize_throw_if_noop = 1`,
  )
  await expect.poll(async () => (await partsByReplica(table)).flat().sort()).toEqual(['1', '3'])
}

const partsByReplica = async (table: string) =>
  Promise.all(
    pair.map(async (node) =>
      (
        await lab.ask<{ parts: string }>(
          node,
          `SELECT toString(count()) AS parts FROM system.parts WHERE active AND database = '${lab.database}' AND table = '${table}'`,
        )
      ).map(({ parts }) => parts),
    ),
  )

const places = async (table: string) =>
  Promise.all(
    pair.map(async (node) =>
      (
        await lab.ask<{ place: string }>(
          node,
          `SELECT concat(disk_name, ' ', name) AS place FROM system.parts
           WHERE active AND database = '${lab.database}' AND table = '${table}' ORDER BY name`,
        )
      ).map(({ place }) => place),
    ),
  )

const request = (table: string): TierMigrationRequest => ({
  cluster: lab.cluster,
  database: lab.database,
  table,
  targetVolume: 'cold',
  goal: { kind: 'partitions', partitionIds: ['202401'] },
  limits: {},
})

const get = (id: string) => getTierMigration(lab.as('viewer'), { id })

/** The migration waits for the fetch, and takes what it brings to the target. */
async function expectAdopted(table: string): Promise<void> {
  const { id } = await requestTierMigrationPlan(lab.as('operator'), request(table))
  await startTierMigration(lab.as('operator'), { id })
  const waits = async () => {
    const { status, stepList } = await get(id)
    return { status, reasons: stepList.flatMap(({ waitReason }) => waitReason ?? []) }
  }
  await expect
    .poll(waits)
    .toEqual({ status: 'running', reasons: [expect.stringContaining('Another replica merges part')] })
  for (const node of pair) await lab.startFetches(node, table)
  await expect.poll(async () => (await get(id)).status).toBe('completed')
  expect(await places(table)).toEqual([['cold_cache 202401_0_2_1'], ['cold_cache 202401_0_2_1']])
  const { stepList } = await get(id)
  expect(stepList.map(({ proof }) => proof)).not.toContain('changed')
}

it('waits for a merged part that a replica always fetches', async () => {
  const [, second] = pair
  await createUnmerged('always', 'max_replicated_merges_in_queue = 16')
  await lab.ask(second, `ALTER TABLE ${lab.database}.always MODIFY SETTING always_fetch_merged_part = 1`)
  await lab.stopFetches(second, 'always')
  await lab.askAll(`SYSTEM START MERGES ${lab.database}.always`)
  await mergeOnOne('always')
  await expectAdopted('always')
})

it('waits for a merged part where one replica merges for all', async () => {
  await createUnmerged('single', 'execute_merges_on_single_replica_time_threshold = 3600')
  for (const node of pair) await lab.stopFetches(node, 'single')
  await lab.askAll(`SYSTEM START MERGES ${lab.database}.single`)
  await mergeOnOne('single')
  await expectAdopted('single')
})

it('waits for a merged part that a replica prefers to fetch by its size and age', async () => {
  const [first, second] = pair
  await createUnmerged(
    'preferred',
    'prefer_fetch_merged_part_size_threshold = 1, prefer_fetch_merged_part_time_threshold = 0',
  )
  await lab.stopFetches(second, 'preferred')
  await lab.ask(first, `SYSTEM START MERGES ${lab.database}.preferred`)
  await mergeOnOne('preferred')
  await lab.ask(second, `SYSTEM START MERGES ${lab.database}.preferred`)
  await expectAdopted('preferred')
})

it('waits for a merged part also after its sources have moved, and moves it', async () => {
  const [first, second] = pair
  await createUnmerged('moved', 'max_replicated_merges_in_queue = 16')
  await lab.ask(second, `ALTER TABLE ${lab.database}.moved MODIFY SETTING always_fetch_merged_part = 1`)
  await lab.stopFetches(first, 'moved')
  await lab.ask(
    second,
    `INSERT INTO ${lab.database}.moved SELECT toDate('2024-02-15'), number, 'text' FROM numbers(10)`,
  )
  const { id } = await requestTierMigrationPlan(lab.as('operator'), {
    ...request('moved'),
    goal: { kind: 'partitions', partitionIds: ['202401', '202402'] },
  })
  await startTierMigration(lab.as('operator'), { id })
  const open = async () =>
    (await get(id)).stepList.flatMap(({ nodeName, partitionId, status, waitReason }) =>
      status === 'completed' ? [] : [`${nodeName} ${partitionId} ${waitReason}`],
    )
  await expect.poll(open).toEqual([expect.stringContaining(`${first} 202402 1 part is not fetched yet`)])
  await lab.stopFetches(second, 'moved')
  await lab.askAll(`SYSTEM START MERGES ${lab.database}.moved`)
  await lab.ask(
    first,
    `OPTIMIZE TABLE ${lab.database}.moved PARTITION ID '202401' FINAL SETTINGS alter_sync = 0, optimize_throw_if_noop = 1`,
  )
  await expect.poll(async () => (await places('moved'))[0]).toEqual(['cold_cache 202401_0_2_1'])
  await lab.startFetches(first, 'moved')
  await expect
    .poll(open)
    .toEqual([expect.stringContaining(`${second} 202401 1 part was merged by another replica`)])
  await lab.startFetches(second, 'moved')
  await expect.poll(async () => (await get(id)).status).toBe('completed')
  const all = ['cold_cache 202401_0_2_1', 'cold_cache 202402_0_0_0']
  expect(await places('moved')).toEqual([all, all])
})

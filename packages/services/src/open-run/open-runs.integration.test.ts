import { randomUUID } from 'node:crypto'
import type { Database } from '@frostline/db'
import { encodeWitnesses } from '@frostline/domain'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retryWarmup } from '../cache-warmup/retry.ts'
import { listStoppedMoves } from '../cluster/list-stopped-moves.ts'
import { removeCluster } from '../cluster/remove.ts'
import { updateCluster } from '../cluster/update.ts'
import { setConfigTarget } from '../config-target/set.ts'
import { retryLoad } from '../load-job/retry.ts'
import { removeSource } from '../source/remove.ts'
import { updateSource } from '../source/update.ts'
import { removeStorageProposal } from '../storage-proposal/remove.ts'
import { prepareStorageRollout } from '../storage-rollout/prepare.ts'
import { openTestServices, type TestServices } from '../testing.ts'
import { checkTierMigrationDeeply } from '../tier-migration/check-deeply.ts'
import { retryTierMigration } from '../tier-migration/retry.ts'
import { retryTierMigrationStep } from '../tier-migration/retry-step.ts'
import { startTierMigration } from '../tier-migration/start.ts'
import type { RunModel } from './open-run.ts'
import { runKinds } from './run-kinds.ts'

let stack: TestStack
let services: TestServices
let db: Database
let clusterId: string
let sourceId: string

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  db = services.db
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

const admin = () => services.as('admin')
const operator = () => services.as('operator')
const now = new Date('2026-11-23T00:00:00Z')
/** Nothing listens there. */
const nodes = ['a', 'b'].map((name, index) => ({
  ...{ name, url: `http://127.0.0.1:${index + 1}` },
  ...{ shard: index + 1, replica: 1 },
}))

beforeEach(async () => {
  clusterId = randomUUID()
  sourceId = randomUUID()
  await db.cluster.create({
    data: {
      ...{ id: clusterId, slug: clusterId, name: clusterId, username: 'u' },
      sealedPassword: services.clusters.sealPassword(clusterId, 'p'),
      nodes: { create: nodes },
    },
  })
  await db.source.create({
    data: {
      ...{
        id: sourceId,
        name: sourceId,
        endpoint: 'http://127.0.0.1:1',
        region: 'us-east-1',
        pathStyle: true,
      },
      ...{ buckets: ['one', 'two'], auth: 'environment', createdAt: now, createdBy: 't' },
      ...{ updatedAt: now, updatedBy: 't' },
    },
  })
})

const by = { requestedBy: 'test', createdAt: now }
const sizes = { totalFiles: 1, totalBytes: 1n }

async function storeRollout(
  status: 'planned' | 'failed' | 'cancelled' | 'running' | 'completed',
  touchedAt: Date | null = now,
): Promise<{ id: string; proposalId: string }> {
  const proposal = await db.storageProposal.create({
    data: { clusterId, title: 'Cold tier', draft: { disks: [], policies: [] }, createdBy: 't' },
  })
  const rollout = await db.storageRollout.create({
    data: {
      ...{ id: randomUUID(), clusterId, proposalId: proposal.id, status, ...by },
      activeKey: status === 'running' ? clusterId : null,
      steps: {
        create: {
          ...{ id: randomUUID(), ordinal: 0, nodeName: 'b', folder: '/etc', fileName: 'f.xml' },
          ...{ load: {}, revertLoad: {}, restartBy: 'person', diff: [], runsBefore: {} },
          ...{ afterDigest: 'd', afterBytes: 1, sealedAfter: new Uint8Array(1), touchedAt },
          sealedBefore: new Uint8Array(1),
        },
      },
    },
  })
  return { id: rollout.id, proposalId: proposal.id }
}

/** An open run of each model, of which node b is needed. Answers how to end it. */
const openOne: Record<RunModel, () => Promise<() => Promise<unknown>>> = {
  async TierMigration() {
    const { id } = await db.tierMigration.create({
      data: {
        ...{ clusterId, database: 'd', table: 't', tableUuids: {}, storagePolicy: 'p', goal: {}, ...by },
        ...{ status: 'paused', totalParts: 1, totalRows: 1n, totalBytes: 1n },
        steps: {
          create: {
            ...{ ordinal: 1, position: 1, nodeName: 'b', shard: 2, replica: 1, partitionId: 'p' },
            ...{ partition: 'p', fromVolumes: ['hot'], toVolume: 'v', plannedParts: 1, plannedRows: 1n },
            ...{ plannedBytes: 1n, granularity: 'part' },
          },
        },
      },
    })
    return () => db.tierMigration.update({ where: { id }, data: { status: 'completed' } })
  },
  async TierScheduleRun() {
    const { id } = await db.tierSchedule.create({
      data: {
        ...{ clusterId, name: 'nightly', tables: [], targetVolume: 'v', olderThanDays: 1, cron: '0 0 * * *' },
        ...{ timeZone: 'UTC', ownerType: 'user', ownerId: 'o', ownerName: 'o', enabled: true },
        runs: { create: { dueAt: now, status: 'running' } },
      },
    })
    return () => db.tierScheduleRun.updateMany({ where: { scheduleId: id }, data: { status: 'completed' } })
  },
  async StorageRollout() {
    const { id } = await storeRollout('failed')
    return () => db.storageRollout.update({ where: { id }, data: { status: 'completed' } })
  },
  async LoadJob() {
    const spec = { landing: { database: 'd', table: 't', nodes: ['a'] } }
    const { id } = await db.loadJob.create({
      data: {
        clusterId,
        sourceId,
        sourceName: 's',
        title: 'x.csv into d.t',
        spec,
        status: 'paused',
        ...sizes,
        ...by,
      },
    })
    return () => db.loadJob.update({ where: { id }, data: { status: 'cancelled' } })
  },
  async DataGeneration() {
    const { id } = await db.dataGeneration.create({
      data: {
        ...{ clusterId, sourceId, sourceName: 's', bucket: 'one', prefix: 'p/', spec: {}, ...by },
        ...{ totalFiles: 1, totalRows: 1n },
      },
    })
    return () => db.dataGeneration.update({ where: { id }, data: { status: 'completed' } })
  },
  async CacheWarmup() {
    const { id } = await db.cacheWarmup.create({
      data: {
        ...{
          clusterId,
          database: 'd',
          table: 't',
          spec: {},
          columns: [],
          wantedBytes: 1n,
          cachedBytes: 0n,
          ...by,
        },
        ...{ status: 'paused' },
        steps: {
          create: {
            ...{
              ordinal: 0,
              nodeName: 'b',
              cacheName: 'c',
              partitionId: 'p',
              wantedBytes: 1n,
              cachedBytes: 0n,
            },
          },
        },
      },
    })
    return () => db.cacheWarmup.update({ where: { id }, data: { status: 'cancelled' } })
  },
  async CacheScheduleRun() {
    const { id } = await db.cacheSchedule.create({
      data: {
        ...{ clusterId, name: 'drop', task: {}, cron: '0 0 * * *', timeZone: 'UTC', enabled: true },
        ...{ ownerType: 'user', ownerId: 'o', ownerName: 'o' },
        runs: { create: { dueAt: now, status: 'running' } },
      },
    })
    return () => db.cacheScheduleRun.updateMany({ where: { scheduleId: id }, data: { status: 'completed' } })
  },
  async BucketAudit() {
    const { id } = await db.bucketAudit.create({
      data: {
        ...{ clusterId, sourceId, sourceName: 's', bucket: 'one', prefixes: [], ...by },
        ...{ graceMinutes: 1, timeLimitMinutes: 1 },
        nodes: { create: { ordinal: 0, clusterId, clusterName: 'c', nodeName: 'b', disks: [] } },
      },
    })
    return () => db.bucketAudit.update({ where: { id }, data: { status: 'completed' } })
  },
  async OrphanRemoval() {
    const { id } = await db.orphanRemoval.create({
      data: {
        ...{ clusterId, sourceId, sourceName: 's', bucket: 'one', choice: {}, way: 'tag', status: 'waiting' },
        ...{ quarantinePrefix: 'q/', clockOffsetMs: 0, ...by },
        replicas: [{ clusterId, clusterName: 'c', nodeName: 'b' }],
      },
    })
    return () => db.orphanRemoval.update({ where: { id }, data: { status: 'completed' } })
  },
  async Benchmark() {
    const { id } = await db.benchmark.create({
      data: { clusterId, kind: 'disk', nodeName: 'b', subject: 'hot', spec: {}, ...by },
    })
    return () => db.benchmark.update({ where: { id }, data: { status: 'completed' } })
  },
}

const remove = () => removeCluster(admin(), { cluster: clusterId })
const dropNode = (more: { stoppedMoves?: 'leave' } = {}) =>
  updateCluster(admin(), {
    ...{ cluster: clusterId, name: clusterId, nodes: nodes.slice(0, 1), username: 'u', ...more },
    acceptUnusable: true,
  })
const models = Object.keys(runKinds) as RunModel[]

describe('a cluster', () => {
  it.each(models)('is not removed under an open %s, and is when it has ended', async (model) => {
    const end = await openOne[model]()
    const refusal = await remove().catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(runKinds[model].word),
      hint: expect.stringContaining(runKinds[model].remedy),
      related: [{ clusterSlug: clusterId, objectId: expect.any(String) }],
    })
    expect(await db.cluster.count({ where: { id: clusterId } })).toBe(1)
    await end()
    await remove()
    expect(await db.cluster.count({ where: { id: clusterId } })).toBe(0)
  })

  it.each(models.filter((model) => model !== 'TierScheduleRun'))(
    'keeps the nodes of an open %s',
    async (model) => {
      const end = await openOne[model]()
      await expect(dropNode()).rejects.toMatchObject({ code: 'conflict', related: [expect.anything()] })
      await end()
      expect((await dropNode()).cluster.nodes).toHaveLength(1)
    },
  )

  it('goes although a node that is dead owes START MOVES, once a person leaves the moves stopped', async () => {
    const owed = { clusterId, database: 'd', table: 't', workerId: 'nobody' }
    await db.stoppedMoves.create({ data: { ...owed, nodeName: 'b' } })
    await expect(remove()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('d.t are stopped on b'),
      hint: expect.stringContaining('never comes back'),
    })
    await expect(dropNode()).rejects.toMatchObject({ code: 'conflict' })
    expect(await listStoppedMoves(admin(), { cluster: clusterId })).toMatchObject([
      { node: 'b', database: 'd', table: 't', statement: 'SYSTEM START MOVES `d`.`t`' },
    ])
    expect((await dropNode({ stoppedMoves: 'leave' })).cluster.nodes).toHaveLength(1)
    expect(await db.stoppedMoves.count({ where: { clusterId } })).toBe(0)
    await db.stoppedMoves.create({ data: { ...owed, nodeName: 'a' } })
    await removeCluster(admin(), { cluster: clusterId, stoppedMoves: 'leave' })
    expect(await db.stoppedMoves.count({ where: { clusterId } })).toBe(0)
    const entries = await db.auditEntry.findMany({ where: { clusterId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ details }) => details)).toMatchObject([
      { movesLeftStopped: ['b: d.t'] },
      { movesLeftStopped: ['a: d.t'] },
    ])
  })

  it('goes with the batches of its tier migrations', async () => {
    await db.tierMigrationBatch.create({ data: { clusterId, targetVolume: 'v', goal: {}, ...by } })
    await remove()
    expect(await db.tierMigrationBatch.count({ where: { clusterId } })).toBe(0)
  })

  it('stays while another cluster has an audit of its nodes under way', async () => {
    const other = clusterId
    await db.cluster.create({
      data: {
        id: `${other}-2`,
        slug: `${other}-2`,
        name: `${other}-2`,
        username: 'u',
        sealedPassword: new Uint8Array(1),
      },
    })
    const end = await openOne.BucketAudit()
    await db.bucketAudit.updateMany({ data: { clusterId: `${other}-2` } })
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
    await end()
    await remove()
  })

  it('is not removed while a start that came first is still being stored', async () => {
    const { id } = await db.tierMigration.create({
      data: {
        ...{ clusterId, database: 'd', table: 't', tableUuids: {}, storagePolicy: 'p', goal: {}, ...by },
        ...{ totalParts: 1, totalRows: 1n, totalBytes: 1n },
      },
    })
    let removal: Promise<unknown> | undefined
    await db.$transaction(async (tx) => {
      await tx.tierMigration.update({ where: { id }, data: { status: 'queued' } })
      removal = remove().catch((error: unknown) => error)
      await expect.poll(waitingForLocks).toBeGreaterThan(0)
    })
    expect(await removal).toMatchObject({ code: 'conflict' })
    expect(await db.tierMigration.count({ where: { id } })).toBe(1)
  })
})

describe('a plan whose node was removed from the cluster since', () => {
  const gone = {
    code: 'conflict',
    message: expect.stringContaining('b is no node of the cluster'),
    hint: expect.stringContaining('new plan'),
  }
  const part = {
    ...{ name: 'all_1_1_0', rows: 1n, bytesOnDisk: 1n, disk: 'cold', hash: 'h', minBlock: 1n, maxBlock: 1n },
  }
  const storeMigration = async (status: 'planned' | 'failed' | 'completed') => {
    const end = await openOne.TierMigration()
    await end()
    const { id } = await db.tierMigration.findFirstOrThrow({ where: { clusterId } })
    await db.tierMigration.update({ where: { id }, data: { status } })
    await db.tierMigrationStep.updateMany({
      where: { migrationId: id },
      data: { status, ...(status === 'completed' ? { after: encodeWitnesses([part]) } : {}) },
    })
    await dropNode()
    return id
  }

  it('does not start', async () => {
    const id = await storeMigration('planned')
    await expect(startTierMigration(operator(), { id })).rejects.toMatchObject(gone)
    expect(await db.tierMigration.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'planned',
      generation: 0,
    })
  })

  it('is not retried, as a whole or by a step', async () => {
    const id = await storeMigration('failed')
    await expect(retryTierMigration(operator(), { id })).rejects.toMatchObject(gone)
    await expect(retryTierMigrationStep(operator(), { id, ordinal: 1 })).rejects.toMatchObject(gone)
    expect(await db.tierMigrationStep.findFirstOrThrow({ where: { migrationId: id } })).toMatchObject({
      status: 'failed',
    })
  })

  it('is not checked deeply', async () => {
    const id = await storeMigration('completed')
    await expect(checkTierMigrationDeeply(operator(), { id })).rejects.toMatchObject(gone)
    expect(await db.tierMigration.count({ where: { clusterId } })).toBe(1)
  })

  it('is not retried as a warm-up', async () => {
    const end = await openOne.CacheWarmup()
    await end()
    await db.cacheWarmup.updateMany({ where: { clusterId }, data: { spec: { database: 'd', table: 't' } } })
    await dropNode()
    const { id } = await db.cacheWarmup.findFirstOrThrow({ where: { clusterId } })
    await expect(retryWarmup(operator(), { id })).rejects.toMatchObject(gone)
  })

  it('is not retried as a load', async () => {
    const { id } = await db.loadJob.create({
      data: {
        ...{
          clusterId,
          sourceId,
          sourceName: 's',
          title: 'x.csv into d.t',
          status: 'failed',
          ...sizes,
          ...by,
        },
        spec: {
          source: { id: sourceId, bucket: 'one', selection: { kind: 'keys', keys: ['x.csv'] } },
          read: { format: 'CSV', compression: 'none', columns: [{ name: 'a', type: 'String' }] },
          target: { database: 'd', table: 't' },
          landing: { database: 'd', table: 't', nodes: ['b'] },
          mapping: [{ column: 'a', expression: 'a' }],
          strategy: { kind: 'split', nodes: ['b'] },
          batch: { mostBytes: '1', mostObjects: 1 },
        },
      },
    })
    await dropNode()
    await expect(retryLoad(operator(), { id })).rejects.toMatchObject(gone)
  })
})

/** Statements of this database that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const rows = await db.$queryRaw<{ waiting: bigint }[]>`
    SELECT count(*) AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return Number(rows[0]?.waiting)
}

describe('a source', () => {
  const update = (change: object) =>
    updateSource(admin(), {
      ...{ id: sourceId, name: sourceId, endpoint: 'http://127.0.0.1:1', buckets: ['one', 'two'] },
      ...{ auth: 'environment', ...change },
    })

  it.each(models.filter((model) => runKinds[model].hasSource))(
    'is neither removed nor led elsewhere under an open %s',
    async (model) => {
      const end = await openOne[model]()
      await expect(removeSource(admin(), { id: sourceId })).rejects.toMatchObject({ code: 'conflict' })
      await expect(update({ buckets: ['two'] })).rejects.toMatchObject({ code: 'conflict' })
      await update({ buckets: ['one', 'two', 'three'] })
      await end()
      await update({ buckets: ['two'] })
      await removeSource(admin(), { id: sourceId })
    },
  )
})

describe('backups of files on nodes', () => {
  it('go by no cascade', async () => {
    const { proposalId } = await storeRollout('completed')
    await expect(db.cluster.delete({ where: { id: clusterId } })).rejects.toThrow(/foreign key/i)
    await expect(db.storageProposal.delete({ where: { id: proposalId } })).rejects.toThrow(/foreign key/i)
    await removeStorageProposal(admin(), { id: proposalId })
    expect(await db.storageRolloutStep.count({ where: { rollout: { clusterId } } })).toBe(0)
  })

  it('keep their folders: the target stays while a rollout stands half-way', async () => {
    const { id } = await storeRollout('cancelled')
    const set = () =>
      setConfigTarget(admin(), { cluster: clusterId, kind: 'download', folder: '', folderByNode: {} })
    await expect(set()).rejects.toMatchObject({ code: 'conflict' })
    await db.storageRolloutStep.updateMany({ where: { rolloutId: id }, data: { touchedAt: null } })
    await set()
  })

  it('are not those of a plan: one that never started is replaced, and refused after its nodes changed', async () => {
    const { id, proposalId } = await storeRollout('planned', null)
    await dropNode()
    expect(await db.storageRollout.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'refused',
      error: expect.stringContaining('Prepare it again'),
    })
    await setConfigTarget(admin(), {
      cluster: clusterId,
      kind: 'directory',
      folder: '/x/{node}',
      folderByNode: {},
    })
    const prepared = await prepareStorageRollout(admin(), { id: proposalId })
    expect(await db.storageRollout.findMany({ where: { clusterId } })).toMatchObject([prepared])
  })
})

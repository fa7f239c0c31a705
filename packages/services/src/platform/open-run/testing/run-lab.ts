import { randomUUID } from 'node:crypto'
import { startTestStack } from '@frostline/embedded/testing'
import { openTestServices } from '../../../testing.ts'
import { updateCluster } from '../../cluster/change-clusters.ts'
import type { RunModel } from '../open-run.ts'

const now = new Date('2026-11-23T00:00:00Z')
/** Closed ports. */
const nodes = ['a', 'b'].map((name, index) => ({
  ...{ name, url: `http://127.0.0.1:${index + 1}` },
  ...{ shard: index + 1, replica: 1 },
}))

const by = { requestedBy: 'test', createdAt: now }
const reload = { load: 'reload', reasons: [] }
const sizes = { totalFiles: 1, totalBytes: 1n }

export type RunLab = Awaited<ReturnType<typeof openRunLab>>

/** A ledger with a cluster of two unreachable nodes, and a source; each test starts with new ones. */
export async function openRunLab() {
  const stack = await startTestStack({ shards: 0, postgres: true })
  const services = await openTestServices(stack.postgres.url)
  const { db } = services
  let clusterId = ''
  let sourceId = ''

  async function storeRollout(
    status: 'planned' | 'failed' | 'cancelled' | 'running' | 'completed',
    touchedAt: Date | null = now,
  ): Promise<{ id: string; proposalId: string }> {
    const proposal = await db.storageProposal.create({
      data: { clusterId, title: 'Cold tier', draft: { disks: [], policies: [] }, createdBy: 't' },
    })
    const id = randomUUID()
    if (status !== 'planned')
      await db.run.create({
        data: {
          ...{ id, kind: 'storage-rollout', clusterId, status, ...by },
          claimKey: `storage-rollout ${clusterId} []`,
        },
      })
    await db.storageRollout.create({
      data: {
        ...{ id, runId: status === 'planned' ? null : id, proposalId: proposal.id, status: 'planned', ...by },
        steps: {
          create: {
            ...{ id: randomUUID(), ordinal: 0, nodeName: 'b', folder: '/etc', fileName: 'f.xml' },
            ...{ load: reload, revertLoad: reload, restartBy: 'person', diff: [], runsBefore: {} },
            ...{ afterDigest: 'd'.repeat(64), afterBytes: 1, sealedAfter: new Uint8Array(1), touchedAt },
            sealedBefore: new Uint8Array(1),
          },
        },
      },
    })
    return { id, proposalId: proposal.id }
  }

  async function storeArchive(status: 'waiting' | 'completed'): Promise<{ id: string }> {
    return db.run.create({
      data: {
        ...{ kind: 'archive', clusterId, status, ...by },
        archive: {
          create: {
            ...{ sourceId, sourceName: 's', bucket: 'one', prefix: '', database: 'd', table: 't' },
            ...{ tableUuids: { b: 'u' }, choice: {}, columns: [], ddl: '', engineFull: '', sortingKey: '' },
            ...{ serverVersion: '', graceHours: 24 },
            steps: {
              create: {
                ...{ ordinal: 0, shard: 2, partitionId: 'p', partition: 'p' },
                ...{ plannedRows: 1n, plannedBytes: 1n },
              },
            },
          },
        },
      },
    })
  }

  async function storeRestore(status: 'queued' | 'completed') {
    const known = await db.archive.findFirst({ where: { run: { clusterId } }, select: { id: true } })
    const { id: archiveId } = known ?? (await storeArchive('completed'))
    const { id } = await db.run.create({
      data: {
        ...{ kind: 'archive-restore', clusterId, status, ...by },
        archiveRestore: {
          create: {
            ...{ archiveId, mode: 'beside', database: 'd', table: 'r' },
            steps: { create: { archiveId, stepOrdinal: 0, nodeName: 'b' } },
          },
        },
      },
    })
    return { id, archiveId }
  }

  /** Opens a run of each model that needs node b. Returns how to end it. */
  const openOne: Record<RunModel, () => Promise<() => Promise<unknown>>> = {
    async 'tier-migration'() {
      const { id } = await db.run.create({
        data: { kind: 'tier-migration', clusterId, status: 'paused', ...by },
      })
      await db.tierMigration.create({
        data: {
          ...{ id, runId: id, totalParts: 1, totalRows: 1n, totalBytes: 1n },
          ...{ clusterId, database: 'd', table: 't', tableUuids: {}, storagePolicy: 'p', goal: {}, ...by },
          steps: {
            create: {
              ...{ ordinal: 1, position: 1, nodeName: 'b', shard: 2, replica: 1, partitionId: 'p' },
              ...{ partition: 'p', fromVolumes: ['hot'], toVolume: 'v', plannedParts: 1, plannedRows: 1n },
              ...{ plannedBytes: 1n, granularity: 'part' },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async TierScheduleRun() {
      const { id } = await db.tierSchedule.create({
        data: {
          ...{
            clusterId,
            name: 'nightly',
            tables: [],
            targetVolume: 'v',
            olderThanDays: 1,
            cron: '0 0 * * *',
          },
          ...{ timeZone: 'UTC', ownerType: 'user', ownerId: 'o', ownerName: 'o', enabled: true },
          runs: { create: { dueAt: now, status: 'running' } },
        },
      })
      return () => db.tierScheduleRun.updateMany({ where: { scheduleId: id }, data: { status: 'completed' } })
    },
    async 'storage-rollout'() {
      const { id } = await storeRollout('failed')
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'load-job'() {
      const spec = {
        source: { id: sourceId, bucket: 'one', selection: { kind: 'keys', keys: ['x.csv'] } },
        read: { format: 'CSV', compression: 'none', columns: [{ name: 'a', type: 'String' }] },
        target: { database: 'd', table: 't' },
        landing: { database: 'd', table: 't', nodes: ['b'] },
        mapping: [{ column: 'a', expression: 'a' }],
        strategy: { kind: 'split', nodes: ['b'] },
        batch: { maxBytes: '1', maxObjects: 1 },
      }
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'load-job', clusterId, status: 'paused', ...by },
          loadJob: { create: { sourceId, sourceName: 's', title: 'x.csv into d.t', spec, ...sizes } },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'cancelled' } })
    },
    async 'data-generation'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'data-generation', clusterId, ...by },
          dataGeneration: {
            create: {
              sourceId,
              sourceName: 's',
              bucket: 'one',
              prefix: 'p/',
              spec: {},
              totalFiles: 1,
              totalRows: 1n,
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'cache-warmup'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'cache-warmup', clusterId, status: 'paused', ...by },
          cacheWarmup: {
            create: {
              ...{ database: 'd', table: 't', spec: {}, columns: [], wantedBytes: 1n, cachedBytes: 0n },
              steps: {
                create: {
                  ...{ ordinal: 0, nodeName: 'b', cacheName: 'c', partitionId: 'p' },
                  ...{ wantedBytes: 1n, cachedBytes: 0n },
                },
              },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'cancelled' } })
    },
    async CacheScheduleRun() {
      const { id } = await db.cacheSchedule.create({
        data: {
          ...{ clusterId, name: 'drop', task: {}, cron: '0 0 * * *', timeZone: 'UTC', enabled: true },
          ...{ ownerType: 'user', ownerId: 'o', ownerName: 'o' },
          runs: { create: { dueAt: now, status: 'running' } },
        },
      })
      return () =>
        db.cacheScheduleRun.updateMany({ where: { scheduleId: id }, data: { status: 'completed' } })
    },
    async ArchiveScheduleRun() {
      const { id } = await db.archiveSchedule.create({
        data: {
          ...{
            clusterId,
            name: 'old',
            database: 'd',
            table: 't',
            olderThanDays: 1,
            bucket: 'one',
            prefix: '',
          },
          ...{ graceHours: 24, cron: '0 0 * * *', timeZone: 'UTC', enabled: true },
          ...{ ownerType: 'user', ownerId: 'o', ownerName: 'o' },
          runs: { create: { dueAt: now, status: 'running' } },
        },
      })
      return () =>
        db.archiveScheduleRun.updateMany({ where: { scheduleId: id }, data: { status: 'completed' } })
    },
    async 'bucket-audit'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'bucket-audit', clusterId, ...by },
          bucketAudit: {
            create: {
              ...{
                sourceId,
                sourceName: 's',
                bucket: 'one',
                prefixes: [],
                graceMinutes: 1,
                timeLimitMinutes: 1,
              },
              nodes: { create: { ordinal: 0, clusterId, clusterName: 'c', nodeName: 'b', disks: [] } },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'orphan-removal'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'orphan-removal', clusterId, status: 'waiting', ...by },
          orphanRemoval: {
            create: {
              ...{ sourceId, sourceName: 's', bucket: 'one', choice: {}, way: 'tag' },
              ...{ quarantinePrefix: 'q/', clockOffsetMs: 0 },
              replicas: [{ clusterId, clusterName: 'c', nodeName: 'b' }],
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async benchmark() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'benchmark', clusterId, ...by },
          benchmark: { create: { kind: 'disk', nodeName: 'b', subject: 'hot', spec: {} } },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'replica-repair'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'replica-repair', clusterId, ...by },
          replicaRepair: {
            create: {
              ...{ database: 'd', table: 't', kind: 'sync', keeperPath: '/t', replicaName: 'r' },
              ...{ nodeName: 'b', limitSeconds: 60, statement: 'SYSTEM SYNC REPLICA d.t', before: {} },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async archive() {
      const { id } = await storeArchive('waiting')
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'archive-restore'() {
      const { id } = await storeRestore('queued')
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'archive-expiry'() {
      const known = await db.archive.findFirst({ where: { run: { clusterId } }, select: { id: true } })
      const { id: archiveId } = known ?? (await storeArchive('completed'))
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'archive-expiry', clusterId, ...by },
          archiveExpiry: {
            create: {
              ...{ archiveId, database: 'd', table: 't' },
              steps: { create: { archiveId, stepOrdinal: 0 } },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'restore-removal'() {
      const known = await db.archiveRestore.findFirst({ where: { run: { clusterId } } })
      const { id: restoreId, archiveId } = known ?? (await storeRestore('completed'))
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'restore-removal', clusterId, ...by },
          restoreRemoval: {
            create: {
              ...{ restoreId, database: 'd', table: 'r' },
              steps: { create: { archiveId, stepOrdinal: 0, nodeName: 'b' } },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'change-set'() {
      const { id } = await db.run.create({
        data: {
          ...{ kind: 'change-set', clusterId, ...by },
          changeSet: {
            create: {
              ...{ file: 'frostline', document: { version: 1 }, needsApproval: false },
              ...{ ownerType: 'user', ownerId: 'u', ownerName: 'u' },
            },
          },
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
    async 'zero-copy-exit'() {
      const content = {
        shard: 1,
        partitionId: '1',
        rows: '1',
        parts: '1',
        bytes: '1',
        hash: 'a',
        lastBlock: '1',
      }
      const { id } = await db.run.create({
        data: { kind: 'zero-copy-exit', clusterId, status: 'running', ...by },
      })
      await db.zeroCopyExit.create({
        data: {
          ...{
            id,
            runId: id,
            clusterId,
            database: 'd',
            table: 't',
            hotVolume: 'hot',
            limits: {},
            origins: { 1: 'cold' },
          },
          tableUuids: {},
          ...{ checks: [], stage: 'to-hot', migrations: [], switches: [], ...by },
          before: [{ node: 'b', ...content }],
        },
      })
      return () => db.run.update({ where: { id }, data: { status: 'completed' } })
    },
  }

  return {
    ...{ db, by, sizes, storeRollout, openOne },
    as: services.as,
    admin: () => services.as('admin'),
    operator: () => services.as('operator'),

    /** Another cluster and another source. */
    async renew(): Promise<{ clusterId: string; sourceId: string }> {
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
      return { clusterId, sourceId }
    },

    /** Removes node b from the cluster. */
    dropNode: (more: { stoppedMoves?: 'leave' } = {}) =>
      updateCluster(services.as('admin'), {
        ...{ cluster: clusterId, name: clusterId, nodes: nodes.slice(0, 1), username: 'u', ...more },
        acceptUnusable: true,
      }),

    async close(): Promise<void> {
      await services.close()
      await stack.stop()
    },
  }
}

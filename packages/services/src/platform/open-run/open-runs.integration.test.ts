import { type Database, lockRow, type Transaction } from '@frostline/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeSource, updateSource } from '../../loads/source/change-sources.ts'
import { setConfigTarget } from '../../storage/config-target/config-targets.ts'
import { removeStorageProposal } from '../../storage/storage-proposal/change-proposals.ts'
import { getStorageRollout } from '../../storage/storage-rollout/get.ts'
import { prepareStorageRollout } from '../../storage/storage-rollout/prepare.ts'
import { finishStorageRollout, revertStorageRollout } from '../../storage/storage-rollout/rollout-run.ts'
import { removeCluster } from '../cluster/change-clusters.ts'
import { listStoppedMoves } from '../cluster/read-clusters.ts'
import type { RunModel } from './open-run.ts'
import { runKinds } from './run-kinds.ts'
import { openRunLab, type RunLab } from './testing/run-lab.ts'

let lab: RunLab
let db: Database
let clusterId: string
let sourceId: string

beforeAll(async () => {
  lab = await openRunLab()
  db = lab.db
})
beforeEach(async () => {
  const ledger = await lab.renew()
  clusterId = ledger.clusterId
  sourceId = ledger.sourceId
})
afterAll(() => lab?.close())

const remove = () => removeCluster(lab.admin(), { cluster: clusterId })
const models = Object.keys(runKinds) as RunModel[]

describe('a cluster', () => {
  it.each(models)('is not removed while a %s is open, and is removed after it has ended', async (model) => {
    const end = await lab.openOne[model]()
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
      const end = await lab.openOne[model]()
      await expect(lab.dropNode()).rejects.toMatchObject({ code: 'conflict', related: [expect.anything()] })
      await end()
      expect((await lab.dropNode()).cluster.nodes).toHaveLength(1)
    },
  )

  it('is removed although a dead node still needs START MOVES, once a person accepts that moves stay stopped', async () => {
    const owed = { clusterId, database: 'd', table: 't', workerId: 'nobody' }
    await db.stoppedMoves.create({ data: { ...owed, nodeName: 'b' } })
    await expect(remove()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('d.t are stopped on b'),
      hint: expect.stringContaining('will not come back'),
    })
    await expect(lab.dropNode()).rejects.toMatchObject({ code: 'conflict' })
    expect(await listStoppedMoves(lab.admin(), { cluster: clusterId })).toMatchObject([
      { node: 'b', database: 'd', table: 't', statement: 'SYSTEM START MOVES `d`.`t`' },
    ])
    expect((await lab.dropNode({ stoppedMoves: 'leave' })).cluster.nodes).toHaveLength(1)
    expect(await db.stoppedMoves.count({ where: { clusterId } })).toBe(0)
    await db.stoppedMoves.create({ data: { ...owed, nodeName: 'a' } })
    await removeCluster(lab.admin(), { cluster: clusterId, stoppedMoves: 'leave' })
    expect(await db.stoppedMoves.count({ where: { clusterId } })).toBe(0)
    const entries = await db.auditEntry.findMany({ where: { clusterId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ details }) => details)).toMatchObject([
      { movesLeftStopped: ['b: d.t'] },
      { movesLeftStopped: ['a: d.t'] },
    ])
  })

  it('is removed with the batches of its tier migrations', async () => {
    await db.tierMigrationBatch.create({ data: { clusterId, targetVolume: 'v', goal: {}, ...lab.by } })
    await remove()
    expect(await db.tierMigrationBatch.count({ where: { clusterId } })).toBe(0)
  })

  it("stays while another cluster's audit of its nodes is running", async () => {
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
    const end = await lab.openOne['bucket-audit']()
    await db.run.updateMany({ where: { kind: 'bucket-audit' }, data: { clusterId: `${other}-2` } })
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
    await end()
    await remove()
  })

  it('does not wait for runs of other clusters', async () => {
    const other = { id: `${clusterId}-2`, slug: `${clusterId}-2`, name: `${clusterId}-2` }
    await db.cluster.create({ data: { ...other, username: 'u', sealedPassword: new Uint8Array(1) } })
    const { id } = await db.run.create({ data: { kind: 'data-generation', clusterId: other.id, ...lab.by } })
    await db.$transaction(async (tx) => {
      await lockRow(tx, 'run', id)
      await remove()
    })
    expect(await db.cluster.count({ where: { id: clusterId } })).toBe(0)
  })

  const storePlan = () =>
    db.tierMigration.create({
      data: {
        ...{ clusterId, database: 'd', table: 't', tableUuids: {}, storagePolicy: 'p', goal: {}, ...lab.by },
        ...{ totalParts: 1, totalRows: 1n, totalBytes: 1n },
      },
    })
  const startPlan = async (tx: Transaction, id: string) => {
    await tx.run.create({ data: { id, kind: 'tier-migration', clusterId, ...lab.by } })
    await tx.tierMigration.update({ where: { id }, data: { runId: id } })
  }

  it('is not removed while an earlier start is still being stored', async () => {
    const { id } = await storePlan()
    let removal: Promise<unknown> | undefined
    await db.$transaction(async (tx) => {
      await startPlan(tx, id)
      removal = remove().catch((error: unknown) => error)
      await expect.poll(waitingForLocks).toBeGreaterThan(0)
    })
    expect(await removal).toMatchObject({ code: 'conflict' })
    expect(await db.tierMigration.count({ where: { id } })).toBe(1)
  })

  it('waits for a start that has locked its plan and has no run yet', async () => {
    const { id } = await storePlan()
    let removal: Promise<unknown> | undefined
    await db.$transaction(async (tx) => {
      await lockRow(tx, 'tier_migration', id)
      removal = remove().catch((error: unknown) => error)
      await expect.poll(waitingForLocks).toBeGreaterThan(0)
      await startPlan(tx, id)
    })
    expect(await removal).toMatchObject({ code: 'conflict' })
    expect(await db.run.count({ where: { id } })).toBe(1)
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
    updateSource(lab.admin(), {
      ...{ id: sourceId, name: sourceId, endpoint: 'http://127.0.0.1:1', buckets: ['one', 'two'] },
      ...{ auth: 'environment', ...change },
    })

  it.each(models.filter((model) => runKinds[model].hasSource))(
    'is neither removed nor pointed elsewhere while a %s is open',
    async (model) => {
      const end = await lab.openOne[model]()
      await expect(removeSource(lab.admin(), { id: sourceId })).rejects.toMatchObject({ code: 'conflict' })
      await expect(update({ buckets: ['two'] })).rejects.toMatchObject({ code: 'conflict' })
      await update({ buckets: ['one', 'two', 'three'] })
      await end()
      await update({ buckets: ['two'] })
      await removeSource(lab.admin(), { id: sourceId })
    },
  )
})

describe('backups of files on nodes', () => {
  it('are not deleted by a cascade', async () => {
    const { proposalId } = await lab.storeRollout('completed')
    await expect(db.cluster.delete({ where: { id: clusterId } })).rejects.toThrow(/foreign key/i)
    await expect(db.storageProposal.delete({ where: { id: proposalId } })).rejects.toThrow(/foreign key/i)
    await removeStorageProposal(lab.admin(), { id: proposalId })
    expect(await db.storageRolloutStep.count({ where: { rollout: { proposal: { clusterId } } } })).toBe(0)
  })

  it('are written by one rollout of a cluster at a time', async () => {
    const halfWay = await lab.storeRollout('failed')
    const done = await lab.storeRollout('completed')
    const { id } = await lab.storeRollout('running')
    const busy = {
      code: 'conflict',
      message: `Another storage rollout of ${clusterId} is running. test started it.`,
    }
    await expect(finishStorageRollout(lab.admin(), halfWay)).rejects.toMatchObject(busy)
    await expect(revertStorageRollout(lab.admin(), done)).rejects.toMatchObject(busy)
    await db.run.update({ where: { id }, data: { status: 'failed' } })
    expect(await revertStorageRollout(lab.admin(), done)).toEqual({ id: done.id, status: 'queued' })
    expect(await getStorageRollout(lab.admin(), done)).toMatchObject({
      status: 'queued',
      direction: 'revert',
    })
    await expect(revertStorageRollout(lab.admin(), done)).rejects.toMatchObject({ code: 'conflict' })
    const entries = await db.auditEntry.findMany({ where: { objectId: done.proposalId } })
    expect(entries).toMatchObject([{ action: 'storage-rollout.revert', details: { rollout: done.id } }])
  })

  it('keep their folders: the target stays while a rollout is half-way', async () => {
    const { id } = await lab.storeRollout('cancelled')
    const set = () =>
      setConfigTarget(lab.admin(), { cluster: clusterId, kind: 'download', folder: '', folderByNode: {} })
    await expect(set()).rejects.toMatchObject({ code: 'conflict' })
    await db.storageRolloutStep.updateMany({ where: { rolloutId: id }, data: { touchedAt: null } })
    await set()
  })

  it('do not belong to a plan: one that never started is replaced, and rejected after its nodes changed', async () => {
    const { id, proposalId } = await lab.storeRollout('planned', null)
    await lab.dropNode()
    expect(await db.storageRollout.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'refused',
      error: expect.stringContaining('Prepare it again'),
    })
    await setConfigTarget(lab.admin(), {
      cluster: clusterId,
      kind: 'directory',
      folder: '/x/{node}',
      folderByNode: {},
    })
    const prepared = await prepareStorageRollout(lab.admin(), { id: proposalId })
    expect(await db.storageRollout.findMany({ where: { proposal: { clusterId } } })).toMatchObject([prepared])
  })
})

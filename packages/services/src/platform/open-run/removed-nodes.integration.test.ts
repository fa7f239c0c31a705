import type { Database } from '@frostline/db'
import { encodeWitnesses } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retryBucketAudit } from '../../bucket/bucket-audit/audit-run.ts'
import {
  approveOrphanRemoval,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
} from '../../bucket/orphan-removal/order.ts'
import { retryWarmup } from '../../cache/cache-warmup/warmup-run.ts'
import { retryLoad } from '../../loads/load-job/retry.ts'
import { retryTierMigration, startTierMigration } from '../../placement/tier-migration/change-migration.ts'
import { retryTierMigrationStep } from '../../placement/tier-migration/change-steps.ts'
import { checkTierMigrationDeeply } from '../../placement/tier-migration/check-deeply.ts'
import { openRunLab, type RunLab } from './testing/run-lab.ts'

let lab: RunLab
let db: Database
let clusterId: string

beforeAll(async () => {
  lab = await openRunLab()
  db = lab.db
})
beforeEach(async () => {
  clusterId = (await lab.renew()).clusterId
})
afterAll(() => lab?.close())

describe('a plan whose node has been removed from the cluster', () => {
  const gone = {
    code: 'conflict',
    message: expect.stringContaining('b does not belong to the cluster'),
    hint: expect.stringContaining('new plan'),
  }
  const part = {
    ...{ name: 'all_1_1_0', rows: 1n, bytesOnDisk: 1n, disk: 'cold', hash: 'h', minBlock: 1n, maxBlock: 1n },
  }
  const storeMigration = async (status: 'planned' | 'failed' | 'completed') => {
    const end = await lab.openOne['tier-migration']()
    await end()
    const { id } = await db.tierMigration.findFirstOrThrow({ where: { clusterId } })
    if (status === 'planned') await db.tierMigration.update({ where: { id }, data: { runId: null } })
    if (status === 'planned') await db.run.delete({ where: { id } })
    else await db.run.update({ where: { id }, data: { status } })
    await db.tierMigrationStep.updateMany({
      where: { migrationId: id },
      data: { status, ...(status === 'completed' ? { after: encodeWitnesses([part]) } : {}) },
    })
    await lab.dropNode()
    return id
  }

  it('does not start', async () => {
    const id = await storeMigration('planned')
    await expect(startTierMigration(lab.operator(), { id })).rejects.toMatchObject(gone)
    expect(await db.tierMigration.findUniqueOrThrow({ where: { id } })).toMatchObject({ runId: null })
  })

  it('is not retried, as a whole or by a step', async () => {
    const id = await storeMigration('failed')
    await expect(retryTierMigration(lab.operator(), { id })).rejects.toMatchObject(gone)
    await expect(retryTierMigrationStep(lab.operator(), { id, ordinal: 1 })).rejects.toMatchObject(gone)
    expect(await db.tierMigrationStep.findFirstOrThrow({ where: { migrationId: id } })).toMatchObject({
      status: 'failed',
    })
  })

  it('is not deep-checked', async () => {
    const id = await storeMigration('completed')
    await expect(checkTierMigrationDeeply(lab.operator(), { id })).rejects.toMatchObject(gone)
    expect(await db.tierMigration.count({ where: { clusterId } })).toBe(1)
  })

  it('is not retried as a warm-up', async () => {
    const end = await lab.openOne['cache-warmup']()
    await end()
    await db.cacheWarmup.updateMany({
      where: { run: { clusterId } },
      data: { spec: { database: 'd', table: 't' } },
    })
    await lab.dropNode()
    const { id } = await db.cacheWarmup.findFirstOrThrow({ where: { run: { clusterId } } })
    await expect(retryWarmup(lab.operator(), { id })).rejects.toMatchObject(gone)
  })

  it('is not retried as an audit of a bucket, nor is one that a new node was not part of', async () => {
    const end = await lab.openOne['bucket-audit']()
    await end()
    const { id } = await db.bucketAudit.findFirstOrThrow({ where: { run: { clusterId } } })
    await db.run.update({ where: { id }, data: { status: 'failed' } })
    await expect(retryBucketAudit(lab.operator(), { id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('a of'),
      hint: expect.stringContaining('new audit'),
    })
    await lab.dropNode()
    await expect(retryBucketAudit(lab.operator(), { id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('b of c is not registered any more'),
      hint: expect.stringContaining('new audit'),
    })
    expect(await db.run.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ status: 'failed', generation: 0 },
    })
  })

  it('is not resumed or approved as a removal of orphans, and can be ended', async () => {
    const end = await lab.openOne['orphan-removal']()
    await end()
    const { id } = await db.orphanRemoval.findFirstOrThrow({ where: { run: { clusterId } } })
    await lab.dropNode()
    const refused = {
      code: 'conflict',
      message: expect.stringContaining('b of c is not registered any more'),
      hint: expect.stringContaining('restore all objects'),
    }
    await db.run.update({ where: { id }, data: { status: 'failed' } })
    await expect(resumeOrphanRemoval(lab.admin(), { id })).rejects.toMatchObject(refused)
    await db.run.update({ where: { id }, data: { status: 'waiting', requestedById: 'another' } })
    await expect(approveOrphanRemoval(lab.admin(), { id, expectedObjects: 0 })).rejects.toMatchObject(refused)
    await expect(restoreOrphanRemoval(lab.admin(), { id })).resolves.toMatchObject({ status: 'queued' })
    await db.run.update({ where: { id }, data: { status: 'failed' } })
    await expect(resumeOrphanRemoval(lab.admin(), { id })).resolves.toMatchObject({ status: 'queued' })
  })

  it('is not retried as a load', async () => {
    const end = await lab.openOne['load-job']()
    await end()
    const { id } = await db.loadJob.findFirstOrThrow({ where: { run: { clusterId } } })
    await lab.dropNode()
    await expect(retryLoad(lab.operator(), { id })).rejects.toMatchObject(gone)
  })
})

import type { Database } from '@frostline/db'
import { encodeWitnesses } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retryWarmup } from '../cache-warmup/retry.ts'
import { retryLoad } from '../load-job/retry.ts'
import { checkTierMigrationDeeply } from '../tier-migration/check-deeply.ts'
import { retryTierMigration } from '../tier-migration/retry.ts'
import { retryTierMigrationStep } from '../tier-migration/retry-step.ts'
import { startTierMigration } from '../tier-migration/start.ts'
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
    const end = await lab.openOne.TierMigration()
    await end()
    const { id } = await db.tierMigration.findFirstOrThrow({ where: { clusterId } })
    await db.tierMigration.update({ where: { id }, data: { status } })
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
    expect(await db.tierMigration.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'planned',
      generation: 0,
    })
  })

  it('is not retried, as a whole or by a step', async () => {
    const id = await storeMigration('failed')
    await expect(retryTierMigration(lab.operator(), { id })).rejects.toMatchObject(gone)
    await expect(retryTierMigrationStep(lab.operator(), { id, ordinal: 1 })).rejects.toMatchObject(gone)
    expect(await db.tierMigrationStep.findFirstOrThrow({ where: { migrationId: id } })).toMatchObject({
      status: 'failed',
    })
  })

  it('is not checked deeply', async () => {
    const id = await storeMigration('completed')
    await expect(checkTierMigrationDeeply(lab.operator(), { id })).rejects.toMatchObject(gone)
    expect(await db.tierMigration.count({ where: { clusterId } })).toBe(1)
  })

  it('is not retried as a warm-up', async () => {
    const end = await lab.openOne.CacheWarmup()
    await end()
    await db.cacheWarmup.updateMany({ where: { clusterId }, data: { spec: { database: 'd', table: 't' } } })
    await lab.dropNode()
    const { id } = await db.cacheWarmup.findFirstOrThrow({ where: { clusterId } })
    await expect(retryWarmup(lab.operator(), { id })).rejects.toMatchObject(gone)
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
          ...lab.sizes,
          ...lab.by,
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
    await lab.dropNode()
    await expect(retryLoad(lab.operator(), { id })).rejects.toMatchObject(gone)
  })
})

import { requestTierMigrationPlan, startTierMigration } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

let lab: MigrationLab
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 2, replicasPerShard: 2 })
  await lab.startWorker()
})
afterAll(() => lab?.close())

describe('on two shards with two replicas each', () => {
  it('brings every partition to one volume on the replicas of its shard, and then has nothing to do', async () => {
    await lab.createTable('split', { months: 3, parts: 1, rowsPerPart: 500 })
    const before = await lab.sumPartitions('split')
    for (const [index, [, client]] of lab.admins.entries())
      await client.command({
        query: `ALTER TABLE lab.split MOVE PARTITION ID '${index % 2 === 0 ? '202401' : '202402'}' TO VOLUME 'cold'`,
      })
    const request = {
      cluster: lab.clusterId,
      database: 'lab',
      table: 'split',
      goal: { kind: 'align-replicas', to: 'coldest' },
    } as const
    const { id } = await requestTierMigrationPlan(lab.ctx, request)
    await startTierMigration(lab.ctx, { id })
    const done = await lab.waitUntilSettled(id)
    expect(done).toMatchObject({ status: 'completed', targetVolume: null })
    expect(done.stepList.map((step) => step.proof)).toEqual(Array(4).fill('identical'))
    const places = await lab.placeParts('split')
    for (const { name } of lab.clickhouse.nodes) {
      expect(places).toMatchObject({ [`${name} 202401 cold_cache`]: 1, [`${name} 202402 cold_cache`]: 1 })
      expect(Object.keys(places).filter((place) => place.startsWith(`${name} 202403`))).not.toContain(
        `${name} 202403 cold_cache`,
      )
    }
    expect(await lab.sumPartitions('split')).toEqual(before)
    await expect(requestTierMigrationPlan(lab.ctx, request)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Nothing to align'),
    })
  })
})

import { randomUUID } from 'node:crypto'
import { stagingNames } from '@frostline/clickhouse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labDeps } from '../testing/lab-deps.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { sweepStaging } from './sweep-staging.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  await lab.createTarget('swept')
  await lab.putCsv('swept/0.csv', 0, 10)
})
afterAll(() => lab?.close())

async function leaveTable(jobId: string): Promise<string> {
  const [[, client] = []] = lab.admins
  const { data } = stagingNames(jobId, 0, 1)
  await client?.command({ query: `CREATE TABLE lab.${data} (id UInt64) ENGINE = MergeTree ORDER BY id` })
  return data
}

it('drops what ended loads of this ledger have left, and nothing else', async () => {
  const ended = await lab.request('swept', 'swept/')
  await lab.drive(ended)
  const waiting = await lab.request('swept', 'swept/')
  const arriving = await lab.request('swept', 'swept/')
  await lab.drive(arriving)
  await lab.db.loadBatch.updateMany({ where: { jobId: arriving }, data: { status: 'publishing' } })
  await leaveTable(ended)
  const kept = [await leaveTable(waiting), await leaveTable(arriving), await leaveTable(randomUUID())]

  await sweepStaging(labDeps(lab), lab.clusterId)

  expect((await lab.listStaging()).toSorted()).toEqual(kept.toSorted())
})

it('drops it on the other nodes while one is away', async () => {
  await lab.createTarget('away')
  const ended = await lab.request('away', 'swept/')
  await lab.drive(ended)
  const left = await leaveTable(ended)
  const [, second] = lab.clickhouse.nodes
  await second?.kill()
  try {
    await sweepStaging(labDeps(lab), lab.clusterId)
  } finally {
    await second?.start()
  }
  expect(await lab.listStaging()).not.toContain(left)
})

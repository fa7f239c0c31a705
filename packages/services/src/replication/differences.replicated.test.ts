import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReplicatedLab, type ReplicatedLab } from '../testing/open-replicated-lab.ts'
import { listReplicaDifferences } from './index.ts'

let lab: ReplicatedLab
let first: string
let second: string

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  await lab.createTable('events', {
    ...{ columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id' },
  })
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const insert = (day: string, rows: number) =>
  lab.ask(first, `INSERT INTO ${lab.database}.events SELECT toDate('${day}'), rand64() FROM numbers(${rows})`)
const differences = async () => {
  const { data } = await listReplicaDifferences(lab.ctx, {
    ...{ cluster: lab.cluster, database: lab.database, table: 'events', fresh: true },
  })
  return {
    ...data,
    byPartition: data.partitions.map(({ partitionId, difference }) => [partitionId, difference]),
  }
}

test('partitions are compared by presence, rows and volumes, differing ones first', async () => {
  for (const day of ['2026-01-01', '2026-02-01', '2026-03-01']) await insert(day, 100)
  await lab.waitForEqualReplicas('events')
  expect(await differences()).toMatchObject({ replicas: 4, total: 3, different: 0, truncated: false })

  await lab.ask(second, `ALTER TABLE ${lab.database}.events MOVE PARTITION ID '202603' TO VOLUME 'cold'`)
  await lab.stopFetches(second, 'events')
  try {
    await insert('2026-02-01', 50)
    await insert('2026-04-01', 10)
    const found = await differences()
    expect(found.byPartition).toEqual([
      ['202604', 'absent'],
      ['202602', 'rows'],
      ['202603', 'volumes'],
      ['202601', 'equal'],
    ])
    expect(found.different).toBe(3)
    const [absent, rows] = found.partitions
    expect(absent?.replicas.map(({ node, content }) => [node, content?.rows])).toEqual([
      [first, 10n],
      [second, undefined],
    ])
    expect(rows?.replicas.map(({ content }) => content?.rows)).toEqual([150n, 100n])
    const places = found.partitions[2]?.replicas.map(({ content }) => [content?.volumes, content?.disks])
    expect(places).toEqual([
      [['hot'], ['default']],
      [['cold'], ['cold_cache']],
    ])
  } finally {
    await lab.startFetches(second, 'events')
  }
  await lab.waitForEqualReplicas('events')
  expect((await differences()).byPartition[0]).toEqual(['202603', 'volumes'])
})

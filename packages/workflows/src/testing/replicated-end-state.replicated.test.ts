import { openReplicatedLab, type ReplicatedLab, removeKeeperNodes } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareLocks, compareParts } from './replicated-end-state.ts'

// The checks that end a round of chaos find what they are for.
let lab: ReplicatedLab
let first = ''
beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = ''] = lab.names
})
afterAll(() => lab?.close())

async function create(table: string, policy: string): Promise<void> {
  const shape = { columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id', policy }
  await lab.createTable(table, { ...shape, on: lab.shards[0] ?? [] })
  await insert(table)
  await lab.waitForEqualReplicas(table)
}
const insert = (table: string) =>
  lab.ask(
    first,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-01'), rand64() FROM numbers(50)`,
  )

it('reports a part that a replica has not fetched', async () => {
  await create('behind', 'tiered')
  expect(await compareParts(lab, 'behind')).toEqual([])
  const [, ...others] = lab.shards[0] ?? []
  for (const other of others) await lab.stopFetches(other, 'behind')
  await insert('behind')
  expect(await compareParts(lab, 'behind')).toEqual(
    others.map((other) =>
      expect.stringContaining(`${other} has [{"partition":"202601","parts":"202601_0_0_0"}]`),
    ),
  )
  for (const other of others) await lab.startFetches(other, 'behind')
})

it('reports a part without its lock', async (test) => {
  await lab.need(test, 'zero-copy', 'kills')
  await create('locked', 'tiered_shared')
  for (const node of lab.shards[0] ?? [])
    await lab.ask(node, `ALTER TABLE ${lab.database}.locked MOVE PARTITION ID '202601' TO VOLUME 'cold'`)
  expect(await compareLocks(lab, 'locked')).toEqual([])
  const root = await lockRootOf('locked')
  const [blob] = await lab.ask<{ name: string }>(
    first,
    `SELECT name FROM system.zookeeper WHERE path = '${root}/202601_0_0_0'`,
  )
  const path = `${root}/202601_0_0_0/${blob?.name}`
  const [lock] = await lab.ask<{ name: string }>(
    first,
    `SELECT name FROM system.zookeeper WHERE path = '${path}'`,
  )
  await removeKeeperNodes([`${path}/${lock?.name}`])
  expect(await compareLocks(lab, 'locked')).toEqual([
    {
      ...{ what: 'part without lock', part: '202601_0_0_0' },
      lock: `202601_0_0_0/${blob?.name}/${lock?.name}`,
    },
  ])
})

async function lockRootOf(table: string): Promise<string> {
  const [row] = await lab.ask<{ root: string }>(
    first,
    `SELECT concat('/clickhouse/zero_copy/zero_copy_s3/', toString(uuid)) AS root FROM system.tables WHERE database = '${lab.database}' AND name = '${table}'`,
  )
  return row?.root ?? ''
}

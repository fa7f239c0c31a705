import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findLabFolder } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplicatedLab, type ReplicatedLab } from './open-replicated-lab.ts'

let lab: ReplicatedLab
beforeAll(async () => {
  lab = await openReplicatedLab()
})
afterAll(() => lab?.close())

const counts = async (table: string) =>
  (await lab.askAll<{ rows: string }>(`SELECT count() AS rows FROM ${lab.database}.${table}`)).map(([row]) =>
    Number(row?.rows),
  )
const events = { columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id' }
const insert = (table: string, rows: number) =>
  `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-01'), rand64() FROM numbers(${rows})`

test('rows reach the other replica of their shard and no other shard', async () => {
  await lab.createTable('events', events)
  const [first = '', second = ''] = lab.names
  await lab.ask(first, insert('events', 100))
  await lab.waitForEqualReplicas('events')
  expect(await counts('events')).toEqual(lab.replicas.nodes.map(({ shard }) => (shard === 1 ? 100 : 0)))
  await lab.stopFetches(second, 'events')
  await lab.ask(first, insert('events', 50))
  expect((await counts('events')).slice(0, 2)).toEqual([150, 100])
  await lab.startFetches(second, 'events')
  await lab.waitForEqualReplicas('events')
  expect((await counts('events')).slice(0, 2)).toEqual([150, 150])
})

test('a node that was killed catches up, also after Keeper was down', async (test) => {
  await lab.need(test, 'kills')
  await lab.createTable('killed', events)
  const [first = '', second = ''] = lab.names
  await lab.kill(second)
  await lab.ask(first, insert('killed', 100))
  await lab.start(second)
  await lab.kill('zookeeper')
  // Without the setting the server tries for two minutes.
  await expect(
    lab.ask(first, `${insert('killed', 1)} SETTINGS insert_keeper_max_retries = 0`),
  ).rejects.toThrow(/TABLE_IS_READ_ONLY|KEEPER_EXCEPTION/)
  await lab.start('zookeeper')
  await lab.waitForEqualReplicas('killed')
  expect((await counts('killed')).slice(0, 2)).toEqual([100, 100])
})

test('a node that ends by itself is started again, and its statement is sent again', async (test) => {
  await lab.need(test, 'kills')
  const [, name = ''] = lab.names
  const { nodes } = JSON.parse(await readFile(join(findLabFolder() ?? '', 'endpoints.json'), 'utf8'))
  const { pid } = nodes.find((node: { name: string }) => node.name === name)
  const answer = lab.ask(name, 'SELECT sleep(2) AS slept')
  await expect
    .poll(() =>
      lab.ask(name, "SELECT 1 FROM system.processes WHERE query LIKE '%sleep(2)%' AND query_id != queryID()"),
    )
    .not.toEqual([])
  process.kill(pid, 'SIGKILL')
  expect(await answer).toEqual([{ slept: 0 }])
})

test('replicas of a shard share the objects of a zero-copy table', async (test) => {
  await lab.need(test, 'zero-copy', 'on-cluster', 'replicated-database')
  await lab.createTable('shared', { ...events, policy: 'tiered_shared' })
  const [first = '', second = ''] = lab.names
  await lab.ask(first, insert('shared', 1000))
  await lab.waitForEqualReplicas('shared')
  const paths: unknown[] = []
  for (const node of [first, second]) {
    await lab.ask(node, `ALTER TABLE ${lab.database}.shared MOVE PARTITION ID '202601' TO VOLUME 'cold'`)
    paths.push(
      await lab.ask(
        node,
        `SELECT remote_path FROM system.remote_data_paths WHERE disk_name = 'cold_shared'
         AND local_path LIKE (SELECT concat('%', toString(uuid), '%') FROM system.tables WHERE database = '${lab.database}' AND name = 'shared')
         ORDER BY remote_path`,
      ),
    )
  }
  expect(paths[0]).not.toEqual([])
  expect(paths[1]).toEqual(paths[0])
})

test('the console reads every node with its own account', async () => {
  for (const name of lab.names) {
    const node = await lab.frostline(name)
    expect([node.name, node.url]).toEqual([
      name,
      lab.replicas.nodes.find((each) => each.name === name)?.httpUrl,
    ])
  }
})

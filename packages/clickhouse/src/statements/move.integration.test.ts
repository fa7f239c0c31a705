import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import {
  checkPart,
  contentSums,
  errorRuleOf,
  killQueryStatement,
  listDisks,
  listFilesystemCaches,
  listStoragePolicies,
  movePartitionStatement,
  type NodeClient,
  observeParts,
  runningMoves,
  type Statement,
  startMovesStatement,
  statementProgress,
  stopMovesStatement,
  volumeOfDisk,
} from '../index.ts'

const table = { database: 'demo', table: 'trips' }
const toCold = movePartitionStatement(table, 'all', { kind: 'volume', name: 'cold' })
const toHot = movePartitionStatement(table, 'all', { kind: 'volume', name: 'hot' })
let nodes: TestNodes
let client: NodeClient

/** Four parts of 2 MB that do not compress. */
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  client = at(nodes.clients, 0)
  await nodes.run('CREATE DATABASE demo')
  await nodes.run(
    "CREATE TABLE demo.trips (id UInt64, noise String) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'tiered'",
  )
  await nodes.run('SYSTEM STOP MERGES demo.trips')
  for (const part of [0, 1, 2, 3]) {
    await nodes.run(
      `INSERT INTO demo.trips SELECT number + ${part} * 2000, randomString(1000) FROM numbers(2000)`,
    )
  }
})
afterAll(() => nodes.stop())

const send = (statement: Statement, queryId: string = crypto.randomUUID()) =>
  client.command({ ...statement, queryId })
const observe = async () => (await client.query(observeParts, table)).rows
const proofOf = (rows: Awaited<ReturnType<typeof observe>>) =>
  rows.map((row) => [row.name, row.rows, row.bytes_on_disk, row.hash_of_all_files])
const sum = async (parts: Awaited<ReturnType<typeof observe>>) =>
  (
    await client.query(contentSums, {
      ...table,
      partition_id: 'all',
      part_names: parts.map((part) => part.name),
    })
  ).rows
const disksNow = async () => (await observe()).map((row) => row.disk_name)

test('a move to the store ends there, with the same parts and the same data', async () => {
  const before = await observe()
  const sums = await sum(before)
  expect(await send(toCold)).toMatchObject({ kind: 'ok' })
  const after = await observe()
  expect(proofOf(after)).toEqual(proofOf(before))
  const [disks, policies] = await Promise.all([
    client.query(listDisks, {}),
    client.query(listStoragePolicies, {}),
  ])
  for (const part of after) {
    expect(volumeOfDisk('tiered', part.disk_name, policies.rows, disks.rows)).toBe('cold')
  }
  expect(await sum(after)).toEqual(sums)
  const checked = await Promise.all(
    after.map(async ({ name }) => (await client.query(checkPart, { ...table, part: name })).rows),
  )
  expect(checked).toEqual(after.map(({ name }) => [{ part_path: name, is_passed: true, message: '' }]))
  await expect(client.query(checkPart, { ...table, part: 'all_9_9_0' })).rejects.toMatchObject({
    failure: { error: { code: 232 } },
  })
  expect(await send(toCold)).toMatchObject({ kind: 'refused', error: { code: 479 } })
  expect(await send(toHot)).toMatchObject({ kind: 'ok' })
  expect(await disksNow()).toEqual(Array(4).fill('default'))
})

test('a content sum covers the named parts, counts rows with NULL, and neither fills nor reads the cache', async () => {
  await nodes.run(
    `CREATE TABLE demo.gaps (id UInt64, gap Nullable(String)) ENGINE = MergeTree ORDER BY id
     SETTINGS storage_policy = 'tiered'`,
  )
  await nodes.run('INSERT INTO demo.gaps SELECT number, NULL FROM numbers(10)')
  await nodes.run('INSERT INTO demo.gaps SELECT number, NULL FROM numbers(20)')
  const at = { database: 'demo', table: 'gaps', partition_id: 'all' }
  const sumOf = async (...part_names: string[]) =>
    (await client.query(contentSums, { ...at, part_names })).rows
  await nodes.run("ALTER TABLE demo.gaps MOVE PARTITION ID 'all' TO VOLUME 'cold'")
  await nodes.run('SYSTEM DROP FILESYSTEM CACHE')
  const [[one], [two], both] = [
    await sumOf('all_1_1_0'),
    await sumOf('all_2_2_0'),
    await sumOf('all_1_1_0', 'all_2_2_0'),
  ]
  expect([one, two]).toMatchObject([{ rows: 10n }, { rows: 20n }])
  expect(one?.checksum).not.toBe(0n)
  expect(both).toEqual([one, two])
  const caches = await client.query(listFilesystemCaches, {})
  expect(caches.rows.map((cache) => cache.current_size)).toEqual(caches.rows.map(() => 0n))
})

test('a running move shows its part and the bytes written so far', async () => {
  const total = (await observe()).reduce((bytes, row) => bytes + row.bytes_on_disk, 0n)
  await nodes.store.inject({ operation: 'PutObject', latencyMs: 60 })
  const queryId = crypto.randomUUID()
  const moving = send(toCold, queryId)
  const seenBytes: bigint[] = []
  const seenParts = new Set<string>()
  let done = false
  void moving.then(() => {
    done = true
  })
  while (!done) {
    const { rows } = await client.query(statementProgress, { query_ids: [queryId] })
    if (rows[0]) seenBytes.push(rows[0].s3_written_bytes)
    for (const move of (await client.query(runningMoves, table)).rows) seenParts.add(move.part_name)
    await sleep(20)
  }
  await nodes.store.clearFaults()
  expect(await moving).toMatchObject({ kind: 'ok' })
  expect(seenBytes).toEqual([...seenBytes].sort((a, b) => Number(a - b)))
  const last = seenBytes.at(-1) ?? 0n
  expect(last).toBeGreaterThan(total / 3n)
  expect(last).toBeLessThan(total + total / 10n)
  expect(seenParts.size).toBeGreaterThan(1)
  expect(await send(toHot)).toMatchObject({ kind: 'ok' })
})

test('KILL QUERY still lets every part move, STOP MOVES stops inside the part', async () => {
  await nodes.store.inject({ operation: 'PutObject', latencyMs: 60 })
  const killed = crypto.randomUUID()
  const first = send(toCold, killed)
  await untilMoving()
  expect(await send(killQueryStatement(killed))).toMatchObject({ kind: 'ok' })
  expect(await first).toMatchObject({ kind: 'refused', error: { code: 394 } })
  expect(new Set(await disksNow()).has('default')).toBe(false)
  await nodes.store.clearFaults()
  expect(await send(toHot)).toMatchObject({ kind: 'ok' })

  await nodes.store.inject({ operation: 'PutObject', latencyMs: 60 })
  const second = send(toCold)
  await untilMoving()
  expect(await send(stopMovesStatement(table))).toMatchObject({ kind: 'ok' })
  const stopped = await second
  expect(await send(startMovesStatement(table))).toMatchObject({ kind: 'ok' })
  await nodes.store.clearFaults()
  expect(stopped).toMatchObject({ kind: 'refused', error: { code: 236 } })
  expect(await disksNow()).toContain('default')
})

test('a failing store is an S3 error to be retried with backoff, and the parts stay', async () => {
  const before = proofOf(await observe())
  await nodes.store.inject({ operation: 'PutObject', status: 403, code: 'AccessDenied' })
  const outcome = await send(toCold)
  await nodes.store.clearFaults()
  expect(outcome).toMatchObject({ kind: 'refused', error: { code: 499 } })
  expect(errorRuleOf(499).class).toBe('retry-backoff')
  expect(proofOf(await observe())).toEqual(before)
})

async function untilMoving(): Promise<void> {
  const deadline = Date.now() + 60_000
  while ((await client.query(runningMoves, table)).rows.length === 0) {
    if (Date.now() > deadline) throw new Error('No move was seen within a minute.')
    await sleep(5)
  }
}

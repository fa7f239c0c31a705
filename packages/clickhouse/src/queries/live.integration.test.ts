import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import {
  killSeenMutation,
  killSeenStatement,
  type LiveStatementRow,
  liveFetches,
  liveMerges,
  liveMutations,
  liveStatements,
  type NodeClient,
  startToleranceMs,
} from '../index.ts'

let nodes: TestNodes
let client: NodeClient

beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  client = at(nodes.clients, 0)
  await nodes.run("CREATE DATABASE `a'b\\\\`")
  await nodes.run("CREATE TABLE `a'b\\\\`.`t\\`;--` (n UInt64, s String) ENGINE = MergeTree ORDER BY n")
  await nodes.run("INSERT INTO `a'b\\\\`.`t\\`;--` SELECT number, 'x' FROM numbers(10)")
})
afterAll(() => nodes?.stop())

const find = async (queryId: string): Promise<LiveStatementRow | undefined> =>
  (await client.query(liveStatements, { query_id: queryId })).rows[0]

const seenOf = ({ query_id, fingerprint, started_at }: LiveStatementRow) => ({
  queryId: query_id,
  fingerprint,
  startedAt: started_at,
})

const kill = (statement: { sql: string; params: object }) =>
  client.command({ ...statement, params: { ...statement.params }, queryId: crypto.randomUUID() })

/** Runs until it is killed. */
const startSlow = (queryId: string, mark = 1) =>
  client.command({
    sql: `SELECT sleepEachRow(0.1), ${mark} FROM numbers(6000) FORMAT Null`,
    queryId,
    settings: { max_block_size: '1', log_comment: 'app' },
  })

test.each([
  "' OR 1 = 1 --",
  "a\\' OR query_id != '",
  '{query_id: String}',
  "x'; DROP DATABASE demo; --",
  '%_',
  'ключ 💣',
])('a query with the id %s is killed, and no other', async (hostile) => {
  const bystander = startSlow('bystander')
  const running = startSlow(hostile)
  await expect.poll(() => find(hostile)).toMatchObject({ user: 'frostline', is_cancelled: false })
  const row = await find(hostile)
  if (!row) throw new Error('It ended by itself.')
  expect((await kill(killSeenStatement(seenOf(row)))).kind).toBe('ok')
  expect(await running).toMatchObject({ kind: 'refused', error: { code: 394 } })
  const other = await find('bystander')
  expect(other).toMatchObject({ is_cancelled: false })
  if (other) await kill(killSeenStatement(seenOf(other)))
  await bystander
})

test('a later query with the same id is not killed', async () => {
  const first = startSlow('again')
  await expect.poll(() => find('again')).toBeDefined()
  const row = await find('again')
  if (!row) throw new Error('It ended by itself.')
  const seen = seenOf(row)
  await kill(killSeenStatement(seen))
  await first
  const second = startSlow('again', 2)
  await expect.poll(() => find('again')).toBeDefined()
  expect((await kill(killSeenStatement(seen))).kind).toBe('ok')
  const now = await find('again')
  if (!now) throw new Error('It was killed.')
  expect(now.is_cancelled).toBe(false)
  // The same text, started at another time.
  const earlier = new Date(now.started_at.getTime() - startToleranceMs - 1_000)
  await kill(killSeenStatement({ ...seenOf(now), startedAt: earlier }))
  expect(await find('again')).toMatchObject({ is_cancelled: false })
  await kill(killSeenStatement(seenOf(now)))
  await second
})

test('the list is bounded, its sums are not, and the text is cut on the server', async () => {
  const all = ['one', 'two', 'three'].map((id) => startSlow(id, 12345))
  await expect
    .poll(async () => (await client.query(liveStatements, { limit: 1 })).rows[0]?.listed_of)
    .toBe(3n)
  const { rows } = await client.query(liveStatements, { limit: 2, text_chars: 10 })
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ text: 'SELECT sle', listed_of: 3n, log_comment: 'app', read_only: false })
    expect(row.text_length).toBeGreaterThan(50n)
    expect(Math.abs(Date.now() - row.started_at.getTime())).toBeLessThan(60_000)
  }
  for (const id of ['one', 'two', 'three']) {
    const row = await find(id)
    if (row) await kill(killSeenStatement(seenOf(row)))
  }
  await Promise.all(all)
})

test('a stuck mutation is listed with its failure, and killed by all that identifies it', async () => {
  const place = { database: "a'b\\", table: 't`;--' }
  await nodes.run(
    "ALTER TABLE `a'b\\\\`.`t\\`;--` UPDATE s = toString(throwIf(n = 5, 'no way')) WHERE 1 SETTINGS mutations_sync = 0",
  )
  const list = async () => (await client.query(liveMutations, place)).rows
  await expect.poll(async () => (await list())[0]?.latest_fail_reason).toContain('no way')
  const [row] = await list()
  if (!row) throw new Error('There is no mutation.')
  expect(row).toMatchObject({ parts_to_do: 1n, replicated: false, listed_of: 1n, all_parts: 1n })
  const seen = {
    ...place,
    mutationId: row.mutation_id,
    fingerprint: row.fingerprint,
    createdAt: row.create_time,
  }
  await kill(killSeenMutation({ ...seen, fingerprint: '0' }))
  await kill(killSeenMutation({ ...seen, createdAt: new Date(0) }))
  await kill(killSeenMutation({ ...seen, mutationId: "' OR '' = '" }))
  expect(await list()).toHaveLength(1)
  expect((await kill(killSeenMutation(seen))).kind).toBe('ok')
  await expect.poll(list).toEqual([])
})

test('merges and fetches are read', async () => {
  expect((await client.query(liveMerges, {})).rows).toEqual([])
  expect((await client.query(liveFetches, {})).rows).toEqual([])
})

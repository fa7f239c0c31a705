import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startRelay } from '../../test/start-relay.ts'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import { testCertificate } from '../../test/test-certificate.ts'
import {
  createNodeClient,
  defineQuery,
  fanOut,
  type NodeClient,
  nodeIdentity,
  QueryFailedError,
  statementHistory,
  UnexpectedRowsError,
} from '../index.ts'
import { dateTime, uint64 } from '../query/scalars.ts'

let nodes: TestNodes
let client: NodeClient
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  client = at(nodes.clients, 0)
})
afterAll(() => nodes.stop())

const user = () => nodes.cluster.users.frostline
const port = () => at(nodes.cluster.nodes, 0).httpPort
const connectTo = (
  url: string,
  more: { password?: string; caPem?: string; requestTimeoutMs?: number } = {},
) =>
  createNodeClient({
    url,
    username: user().username,
    password: more.password ?? user().password,
    requestTimeoutMs: more.requestTimeoutMs ?? 5_000,
    connectTimeoutMs: 1_000,
    tls: { caPem: more.caPem },
  })
const queryId = () => crypto.randomUUID()

const numbers = (count: number, expression = 'number', blockSize = 65_409) =>
  defineQuery({
    name: 'numbers',
    sql: `SELECT toUInt64(${expression}) AS n FROM numbers(${count}) SETTINGS max_block_size = ${blockSize}`,
    params: z.object({}),
    row: z.object({ n: uint64 }),
  })

test('64-bit integers and times arrive exactly', async () => {
  const query = defineQuery({
    name: 'exact',
    sql: 'SELECT {n: UInt64} AS n, {t: DateTime64(3)} AS t',
    params: z.object({ n: z.bigint(), t: z.date() }),
    row: z.object({ n: uint64, t: dateTime }),
  })
  const params = { n: 2n ** 64n - 1n, t: new Date('2026-01-02T03:04:05.678Z') }
  const result = await client.query(query, params)
  expect(result.rows).toEqual([params])
  expect(result).toMatchObject({ node: 'shard-1-replica-1', params, sql: query.render(params) })
  expect(result.elapsedMs).toBeGreaterThan(0)
  expect(result.serverElapsedMs).toBeLessThan(result.elapsedMs)
})

test('a read cannot write, and is found in query_log by its name', async () => {
  await nodes.run('CREATE TABLE default.unwritten (n UInt64) ENGINE = MergeTree ORDER BY n')
  for (const sql of ['INSERT INTO default.unwritten SELECT 1', 'SYSTEM STOP MOVES default.unwritten']) {
    const write = defineQuery({ name: 'write', sql, params: z.object({}), row: z.object({}) })
    expect(await failureOf(client.query(write, {}))).toMatchObject({ kind: 'refused' })
  }
  expect(await client.text('unwritten', 'SELECT count() FROM default.unwritten')).toBe('0\n')
  const id = queryId()
  await client.query(numbers(1), {}, { queryId: id })
  await client.command({ sql: 'SYSTEM FLUSH LOGS', queryId: queryId() })
  const comment = await client.text(
    'comments',
    `SELECT DISTINCT log_comment FROM system.query_log WHERE query_id = '${id}'`,
  )
  expect(comment).toBe('_frostline/numbers\n')
})

test('rows of another shape are an error that names the column', async () => {
  const wrong = defineQuery({
    name: 'wrong',
    sql: "SELECT 'x' AS n",
    params: z.object({}),
    row: z.object({ n: uint64 }),
  })
  await expect(client.query(wrong, {})).rejects.toThrow(UnexpectedRowsError)
  await expect(client.query(wrong, {})).rejects.toThrow(/row 1: n:/)
})

test('a large result streams in batches', async () => {
  let batches = 0
  let sum = 0n
  for await (const rows of client.stream(numbers(100_000), {})) {
    batches += 1
    for (const row of rows) sum += row.n
  }
  expect(sum).toBe(4_999_950_000n)
  expect(batches).toBeGreaterThan(1)
})

test('an exception after the first rows is an exception, streamed or not', async () => {
  const late = numbers(300_000, "throwIf(number = 250000, 'late') + number")
  expect(await failureOf(client.query(late, {}))).toMatchObject({ kind: 'refused', error: { code: 395 } })
  const streamed = (async () => {
    let count = 0
    for await (const rows of client.stream(late, {})) count += rows.length
    return count
  })()
  expect(await failureOf(streamed)).toMatchObject({ kind: 'refused', error: { code: 395 } })
})

test('a read over its time limit is unknown and stops on the server too', async () => {
  const id = queryId()
  const slow = numbers(600, 'sleepEachRow(0.1)', 1)
  const failure = await failureOf(client.query(slow, {}, { timeoutMs: 300, queryId: id }))
  expect(failure).toEqual({ kind: 'unknown', reason: 'no answer within 300 ms', timedOut: true })
  await waitUntil(async () => !(await isRunning(id)))
})

test('a statement reports how it ended', async () => {
  const ok = await client.command({ sql: 'SELECT 1', queryId: queryId() })
  expect(ok).toMatchObject({ kind: 'ok', summary: { readRows: 1n } })
  const refused = await client.command({
    sql: 'ALTER TABLE {db: Identifier}.absent MODIFY COMMENT {text: String}',
    params: { db: 'default', text: 'x' },
    queryId: queryId(),
  })
  expect(refused).toMatchObject({ kind: 'refused', error: { code: expect.any(Number) } })
})

test('a statement whose connection breaks is unknown, and the server finishes it', async () => {
  await nodes.run('CREATE TABLE default.carried (n UInt64) ENGINE = MergeTree ORDER BY n')
  const relay = await startRelay(port())
  const through = connectTo(relay.url)
  const id = queryId()
  const sent = through.command({
    sql: 'INSERT INTO default.carried SELECT number + sleepEachRow(0.1) FROM numbers(10) SETTINGS max_block_size = 1',
    queryId: id,
  })
  await waitUntil(() => isRunning(id))
  relay.cut()
  expect(await sent).toMatchObject({ kind: 'unknown', timedOut: false })
  expect(await isRunning(id)).toBe(true)
  await waitUntil(async () => !(await isRunning(id)))
  expect(await client.text('carried', 'SELECT count() FROM default.carried')).toBe('10\n')
  await client.command({ sql: 'SYSTEM FLUSH LOGS', queryId: queryId() })
  const since = new Date(Date.now() - 60_000)
  const { rows } = await client.query(statementHistory, { query_ids: [id], since })
  expect(rows.map((row) => row.type)).toEqual(['QueryFinish', 'QueryStart'])
  await through.close()
  await relay.stop()
})

test('giving up on a statement does not stop it', async () => {
  const id = queryId()
  const outcome = await client.command({
    sql: "INSERT INTO FUNCTION null('n UInt8') SELECT sleepEachRow(0.1) FROM numbers(8) SETTINGS max_block_size = 1",
    queryId: id,
    timeoutMs: 250,
  })
  expect(outcome).toMatchObject({ kind: 'unknown', timedOut: true })
  expect(await isRunning(id)).toBe(true)
  await waitUntil(async () => !(await isRunning(id)))
})

test('the same query_id twice is distinguished from a failure', async () => {
  const id = queryId()
  const first = client.command({ sql: 'SELECT sleep(1)', queryId: id })
  await waitUntil(() => isRunning(id))
  expect(await client.command({ sql: 'SELECT 1', queryId: id })).toMatchObject({
    kind: 'refused',
    error: { code: 216 },
  })
  expect(await first).toMatchObject({ kind: 'ok' })
})

test('what was certainly never sent is unreachable', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const silentPort = (silent.address() as AddressInfo).port
  const addresses = [
    'http://127.0.0.1:1',
    'http://name.invalid:8123',
    `https://127.0.0.1:${port()}`,
    // Accepts the connection and never answers the TLS handshake.
    `https://127.0.0.1:${silentPort}`,
  ]
  for (const url of addresses) {
    const nowhere = connectTo(url)
    expect(await nowhere.command({ sql: 'SELECT 1', queryId: queryId() })).toMatchObject({
      kind: 'unreachable',
    })
    expect(await failureOf(nowhere.query(nodeIdentity, {}))).toMatchObject({ kind: 'unreachable' })
    await nowhere.close()
  }
  silent.close()
})

test('a response that is not from ClickHouse is unknown', async () => {
  const native = connectTo(`http://127.0.0.1:${at(nodes.cluster.nodes, 0).tcpPort}`)
  const outcome = await native.command({ sql: 'SELECT 1', queryId: queryId() })
  expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('You must use port') })
  await native.close()
})

test('a wrong password is refused with its code', async () => {
  const stranger = connectTo(`http://127.0.0.1:${port()}`, { password: 'wrong' })
  expect(await failureOf(stranger.query(nodeIdentity, {}))).toMatchObject({
    kind: 'refused',
    error: { code: 516 },
  })
  await stranger.close()
})

test('TLS: an unknown certificate is unreachable, a trusted one works', async () => {
  const relay = await startRelay(port(), { tls: true })
  const distrusting = connectTo(relay.url)
  const before = relay.sentBytes()
  expect(await distrusting.command({ sql: 'SELECT 1', queryId: queryId() })).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('self-signed'),
  })
  expect(relay.sentBytes()).toBe(before)
  const trusting = connectTo(relay.url, { caPem: testCertificate.certPem })
  expect((await trusting.query(nodeIdentity, {})).rows).toHaveLength(1)
  const careless = createNodeClient({
    url: relay.url,
    ...user(),
    requestTimeoutMs: 5_000,
    tls: { rejectUnauthorized: false },
  })
  expect((await careless.query(nodeIdentity, {})).rows).toHaveLength(1)
  await Promise.all([distrusting, trusting, careless].map((one) => one.close()))
  await relay.stop()
})

test('a read over a connection that the server closed is sent again', async () => {
  const relay = await startRelay(port())
  const through = connectTo(relay.url)
  await through.query(numbers(1), {})
  relay.cutNextRequest()
  expect((await through.query(numbers(1), {})).rows).toHaveLength(1)
  relay.cutNextRequest()
  expect(await through.text('one', 'SELECT 1')).toBe('1\n')
  relay.cutNextRequest()
  for await (const batch of through.stream(numbers(1), {})) expect(batch).toHaveLength(1)
  // The server refuses an id that still runs.
  relay.cutNextRequest()
  await expect(through.text('one', 'SELECT 1', { queryId: queryId() })).rejects.toThrow('ECONNRESET')
  await through.close()
  await relay.stop()
})

test('fanOut gives each node its own state within the budget', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const others = [
    connectTo('http://127.0.0.1:1'),
    connectTo(`http://127.0.0.1:${port()}`, { password: 'wrong' }),
    connectTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`),
  ]
  const started = performance.now()
  const outcomes = await fanOut(
    [client, ...others],
    async (node, signal) => (await node.query(numbers(3), {}, { signal })).rows.length,
    { budgetMs: 3_000 },
  )
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(outcomes.map((outcome) => outcome.state)).toEqual(['ok', 'unreachable', 'refused', 'timeout'])
  expect(outcomes[0]).toMatchObject({ state: 'ok', value: 3 })
  expect(outcomes[2]).toMatchObject({ error: { code: 516 } })
  await Promise.all(others.map((one) => one.close()))
  silent.close()
})

test('an address with credentials is rejected before it can reach a log', () => {
  expect(() => connectTo('http://user:secret@127.0.0.1:1')).toThrow(/contains credentials/)
  expect(() => connectTo('http://user:secret@127.0.0.1:1')).not.toThrow(/secret@/)
})

async function isRunning(id: string): Promise<boolean> {
  return (
    (await client.text('running', `SELECT count() FROM system.processes WHERE query_id = '${id}'`)) === '1\n'
  )
}

async function waitUntil(fact: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await fact())) {
    if (Date.now() > deadline) throw new Error('It did not come true within a minute.')
    await sleep(20)
  }
}

async function failureOf(promise: Promise<unknown>) {
  try {
    await promise
  } catch (thrown) {
    if (thrown instanceof QueryFailedError) return thrown.failure
    throw thrown
  }
  throw new Error('It was expected to fail.')
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type CommandOutcome, createNodeClient, type NodeClient } from '@frostline/clickhouse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceContext } from '../base/context.ts'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import { getLiveStatement, killMutation, killQuery, listLive } from './index.ts'

const password = randomBytes(12).toString('hex')
const account = `<limited>
  <password_sha256_hex>${createHash('sha256').update(password).digest('hex')}</password_sha256_hex>
  <networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  <grants><query>GRANT SELECT ON *.*</query></grants>
</limited>`

let at: TestConsole
let first: string
let second: string
let admin: NodeClient
let console: NodeClient
const clients: NodeClient[] = []

const list = async (ctx = at.ctx) => (await listLive(ctx, { cluster: at.cluster, fresh: true })).data
const findQuery = async (queryId: string) =>
  (await list()).queries.rows.find((row) => row.queryId === queryId) ?? null
const audited = (action: string) =>
  at.ctx.db.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' } })

async function waitForQuery(queryId: string) {
  await expect.poll(() => findQuery(queryId)).not.toBeNull()
  const row = await findQuery(queryId)
  if (!row) throw new Error(`${queryId} ended by itself.`)
  const { node, fingerprint, startedAt } = row
  return { row, seen: { cluster: at.cluster, node, queryId, fingerprint, startedAt } }
}

/** Runs for minutes unless it is killed. */
const sleeping = (client: NodeClient, queryId: string) =>
  client.command({
    sql: 'SELECT sleepEachRow(0.1) FROM numbers(6000) FORMAT Null',
    queryId,
    settings: { max_block_size: '1' },
    purpose: 'test-work',
  })

const withCommand = (
  change: (client: NodeClient) => NodeClient['command'],
  base: (client: NodeClient) => NodeClient = (client) => client,
): ServiceContext => ({
  ...at.ctx,
  clusters: {
    ...at.ctx.clusters,
    get: async (key) => {
      const cluster = await at.ctx.clusters.get(key)
      const nodes = cluster.nodes.map((node) => {
        const client = base(node.client)
        return { ...node, client: { ...client, command: change(client) } }
      })
      return { ...cluster, nodes }
    },
  },
})

const asLimited = () =>
  withCommand(
    (client) => client.command,
    ({ name, url }) => {
      const client = createNodeClient({ name, url, username: 'limited', password, requestTimeoutMs: 10_000 })
      clients.push(client)
      return client
    },
  )

beforeAll(async () => {
  at = await startConsole({
    shards: 2,
    embeddedOnly: true,
    dropIns: { 'limited.xml': `<clickhouse><users>${account}</users></clickhouse>` },
  })
  const [one, two] = at.stack.clickhouse.nodes
  first = one?.name ?? ''
  second = two?.name ?? ''
  const url = one?.httpUrl ?? ''
  const { users } = at.stack.clickhouse
  admin = createNodeClient({ url, name: first, ...users.admin, requestTimeoutMs: 10_000 })
  console = createNodeClient({ url, name: first, ...users.frostline, requestTimeoutMs: 10_000 })
  clients.push(admin, console)
  await at.ask(first, 'CREATE DATABASE shop')
  await at.ask(
    first,
    `CREATE TABLE shop.cold (n UInt64, t String) ENGINE = MergeTree ORDER BY n
     SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`,
  )
  await at.ask(first, 'INSERT INTO shop.cold SELECT number, randomPrintableASCII(200) FROM numbers(20000)')
  await at.ask(first, "ALTER TABLE shop.cold MOVE PARTITION ID 'all' TO VOLUME 'cold'")
  await at.ask(first, "SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await at?.stop()
})

it('shows a query with the bytes it reads from object storage, and kills it', async () => {
  const running = admin.command({
    sql: 'SELECT sum(cityHash64(t)), sum(sleepEachRow(0.005)) FROM shop.cold FORMAT Null',
    queryId: 'reads-cold',
    settings: { max_block_size: '100', max_threads: 1, log_comment: 'app' },
  })
  await expect.poll(async () => (await findQuery('reads-cold'))?.storeBytes).toBeGreaterThan(0n)
  const { row, seen } = await waitForQuery('reads-cold')
  expect(row).toMatchObject({ node: first, user: 'admin', isPart: false, frostline: null, run: null })
  expect(row.storeRequests).toBeGreaterThan(0n)
  const { queries, coverage } = await list()
  expect(coverage.complete).toBe(true)
  expect(queries.storeBytes).toBeGreaterThanOrEqual(row.storeBytes)
  expect(queries.count).toBeGreaterThanOrEqual(1n)
  const whole = await getLiveStatement(at.ctx, { ...seen, fresh: true })
  expect(whole.data.statement?.text).toContain('FROM shop.cold')

  const report = await killQuery(at.ctx, seen)
  expect(report).toEqual({ result: 'killed', message: `The query was killed on ${first}.`, grant: null })
  expect(await running).toMatchObject({ kind: 'refused', error: { code: 394 } })
  expect(await findQuery('reads-cold')).toBeNull()
  const entries = await audited('query.kill')
  expect(entries.map(({ outcome }) => outcome)).toEqual(['requested', 'succeeded'])
  for (const entry of entries)
    expect(entry).toMatchObject({
      objectName: 'reads-cold',
      clusterId: expect.any(String),
      statements: [{ node: first, sql: expect.stringMatching(/^KILL QUERY WHERE /) }],
      details: { node: first, user: 'admin', query: expect.stringContaining('shop.cold') },
    })

  expect(await killQuery(at.ctx, seen)).toMatchObject({ result: 'already_ended' })
  expect(await audited('query.kill')).toHaveLength(2)
})

it('does not kill a later query with the same id', async () => {
  const earlier = sleeping(admin, 'same-id')
  const { seen } = await waitForQuery('same-id')
  await killQuery(at.ctx, seen)
  await earlier
  const later = admin.command({
    sql: 'SELECT sleepEachRow(1) FROM numbers(3) FORMAT Null',
    queryId: 'same-id',
  })
  await waitForQuery('same-id')
  expect(await killQuery(at.ctx, seen)).toMatchObject({ result: 'already_ended' })
  expect(await later).toMatchObject({ kind: 'ok' })
})

it('rejects a query of an open run and names the run, until the run has ended', async () => {
  const { id: clusterId } = await at.ctx.clusters.get(at.cluster)
  const by = { requestedBy: 'test', createdAt: new Date() }
  const queryId = `frostline-move-${randomUUID()}`
  const { id } = await at.ctx.db.run.create({
    data: { kind: 'tier-migration', status: 'running', clusterId, ...by },
  })
  await at.ctx.db.tierMigration.create({
    data: {
      ...{ id, runId: id, totalParts: 1, totalRows: 1n, totalBytes: 1n, tableUuids: {}, goal: {} },
      ...{ clusterId, database: 'shop', table: 'moved', storagePolicy: 'tiered', ...by },
      steps: {
        create: {
          ...{ ordinal: 1, position: 1, nodeName: first, shard: 1, replica: 1, partitionId: 'all' },
          ...{ partition: 'all', fromVolumes: ['hot'], toVolume: 'cold', plannedParts: 1 },
          ...{ plannedRows: 1n, plannedBytes: 1n, granularity: 'part' },
          moves: { create: { statement: 'ALTER', queryId, parts: ['all_1_1_0'], bytes: 1n, status: 'sent' } },
        },
      },
    },
  })
  const link = { objectType: 'tier-migration', objectId: id, clusterSlug: at.cluster, name: 'shop.moved' }
  const known = sleeping(console, queryId)
  const unknown = sleeping(console, `frostline-deep-check-${randomUUID()}`)
  const { row, seen } = await waitForQuery(queryId)
  expect(row).toMatchObject({ frostline: { kind: 'work', purpose: 'test-work' }, run: { id, ...link } })
  await expect(killQuery(at.ctx, seen)).rejects.toMatchObject({
    ...{ code: 'conflict', hint: 'Cancel the run instead.', related: [link] },
    message: 'This query belongs to the tier migration of shop.moved, which is running.',
  })
  const other = (await list()).queries.rows.find((each) => each.queryId.startsWith('frostline-deep-check-'))
  if (!other) throw new Error('It ended by itself.')
  const { node, queryId: otherId, fingerprint, startedAt } = other
  const seenOther = { cluster: at.cluster, node, queryId: otherId, fingerprint, startedAt }
  await expect(killQuery(at.ctx, seenOther)).rejects.toMatchObject({ code: 'conflict' })

  // A moving part is that of the run which has sent its move.
  await at.ask(
    first,
    "CREATE TABLE shop.moved (t String) ENGINE = MergeTree ORDER BY tuple() SETTINGS storage_policy = 'tiered'",
  )
  await at.ask(first, 'INSERT INTO shop.moved SELECT randomString(1000) FROM numbers(4000)')
  const moving = admin.command({
    sql: "ALTER TABLE shop.moved MOVE PARTITION ID 'all' TO VOLUME 'cold'",
    queryId: 'moves',
    settings: { max_remote_write_network_bandwidth: '400000' },
  })
  await expect
    .poll(async () => (await list()).moves)
    .toMatchObject({
      count: 1n,
      rows: [{ node: first, table: 'moved', part: 'all_1_1_0', tier: 'cold', run: { id } }],
    })
  expect((await list()).moves.bytes).toBeGreaterThan(3_000_000n)

  await at.ctx.db.run.update({ where: { id }, data: { status: 'completed' } })
  for (const each of [seen, seenOther])
    expect(await killQuery(at.ctx, each)).toMatchObject({ result: 'killed' })
  await Promise.all([known, unknown, moving])
})

it('does not take a query of somebody else for its own, whatever its id and comment are', async () => {
  const queryId = `frostline-move-${randomUUID()}`
  const running = sleeping(admin, queryId)
  const { row, seen } = await waitForQuery(queryId)
  expect(row.frostline).toBeNull()
  expect(await killQuery(at.ctx, seen)).toMatchObject({ result: 'killed' })
  await running
})

it('shows a stuck mutation with its failure, and kills it', async () => {
  await at.ask(first, 'CREATE TABLE shop.stuck (n UInt64, s String) ENGINE = MergeTree ORDER BY n')
  await at.ask(first, "INSERT INTO shop.stuck SELECT number, 'x' FROM numbers(10)")
  await at.ask(
    first,
    "ALTER TABLE shop.stuck UPDATE s = toString(throwIf(n = 5, 'no way')) WHERE 1 SETTINGS mutations_sync = 0",
  )
  await expect.poll(async () => (await list()).mutations.rows[0]?.failure).toContain('no way')
  const { mutations } = await list()
  expect(mutations).toMatchObject({ count: 1n, partsLeft: 1n })
  const [row] = mutations.rows
  if (!row) throw new Error('There is no mutation.')
  expect(row).toMatchObject({ node: first, table: 'stuck', failedPart: 'all_1_1_0', isReplicated: false })
  const { node, database, table, mutationId, fingerprint, createdAt } = row
  const seen = { cluster: at.cluster, node, database, table, mutationId, fingerprint, createdAt }

  expect(await killMutation(asLimited(), seen)).toMatchObject({
    result: 'not_allowed',
    grant: 'GRANT ALTER UPDATE(s) ON shop.stuck TO `limited`',
  })
  expect(await killMutation(at.ctx, { ...seen, createdAt: new Date(0) })).toMatchObject({
    result: 'already_ended',
  })
  expect((await list()).mutations.count).toBe(1n)
  expect(await killMutation(at.ctx, seen)).toMatchObject({ result: 'killed' })
  expect((await list()).mutations).toMatchObject({ count: 0n, partsLeft: 0n, rows: [] })
  const entries = await audited('mutation.kill')
  expect(entries.map(({ outcome }) => outcome)).toEqual(['requested', 'failed', 'requested', 'succeeded'])
  expect(entries[3]).toMatchObject({ objectName: `shop.stuck ${mutationId}`, details: { partsLeft: '1' } })
})

it('shows a part that a mutation rewrites, with its disk', async () => {
  await at.ask(
    first,
    'ALTER TABLE shop.cold UPDATE t = toString(sleepEachRow(0.0001)) WHERE 1 SETTINGS mutations_sync = 0',
  )
  await expect
    .poll(async () => (await list()).merges.rows[0])
    .toMatchObject({ node: first, table: 'cold', isMutation: true, disk: 'cold_cache', tier: 'cold' })
  await expect.poll(async () => (await list()).merges.count).toBe(0n)
})

it('audits a kill whose answer was lost, and reports what the node shows', async () => {
  const lost = { kind: 'unknown', reason: 'the connection was cut', timedOut: false } as const
  const unanswered = withCommand((client) => async (request): Promise<CommandOutcome> => {
    const { queryId, elapsedMs } = await client.command(request)
    return { ...lost, queryId, elapsedMs }
  })
  const running = sleeping(admin, 'lost-answer')
  const { seen } = await waitForQuery('lost-answer')
  const before = (await audited('query.kill')).length
  expect(await killQuery(unanswered, seen)).toMatchObject({ result: 'killed' })
  await running
  const entries = (await audited('query.kill')).slice(before)
  expect(entries.map(({ outcome }) => outcome)).toEqual(['requested', 'succeeded'])
})

it('names the grant that the user of Frostline lacks', async () => {
  const running = sleeping(admin, 'not-mine')
  const { seen } = await waitForQuery('not-mine')
  expect(await killQuery(asLimited(), seen)).toMatchObject({
    result: 'not_allowed',
    grant: 'GRANT KILL QUERY ON *.* TO `limited`',
  })
  expect(await findQuery('not-mine')).toMatchObject({ isStopping: false })
  await killQuery(at.ctx, seen)
  await running
})

it('rejects viewers, and audits their attempt', async () => {
  const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
  const seen = { queryId: 'x', fingerprint: 'A', startedAt: new Date() }
  await expect(killQuery(viewer, { cluster: at.cluster, node: first, ...seen })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await audited('query.kill')).at(-1)).toMatchObject({ outcome: 'denied' })
  expect((await list(viewer)).coverage.complete).toBe(true)
})

it('shows a node that is away as such, and kills nothing there', async () => {
  const node = at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)
  if (!node) throw new Error('There is no second node.')
  await node.kill()
  try {
    const { nodes, data } = await listLive(at.ctx, { cluster: at.cluster, fresh: true })
    expect(data.coverage).toEqual({ complete: false, missingNodes: [second] })
    expect(nodes.map(({ state }) => state)).toEqual(['ok', 'unreachable'])
    const seen = { queryId: 'x', fingerprint: 'A', startedAt: new Date() }
    await expect(killQuery(at.ctx, { cluster: at.cluster, node: second, ...seen })).rejects.toMatchObject({
      code: 'unreachable',
    })
    await expect(killQuery(at.ctx, { cluster: at.cluster, node: 'gone', ...seen })).rejects.toMatchObject({
      code: 'not_found',
    })
  } finally {
    await node.start()
  }
  await expect.poll(async () => (await list()).coverage.complete).toBe(true)
})

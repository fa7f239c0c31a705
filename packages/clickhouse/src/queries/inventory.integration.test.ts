import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import {
  type AskedQuery,
  checkPart,
  contentSums,
  listColumns,
  listDisks,
  listDistributedTables,
  listFilesystemCaches,
  listLogTables,
  listNodeErrors,
  listPartitions,
  listPartMoves,
  listParts,
  listStoragePolicies,
  movePartitionStatement,
  movePartStatement,
  type NodeClient,
  nodeCounters,
  observeParts,
  pendingMutations,
  queryTogether,
  runningMerges,
  runningMoves,
  sampleLoad,
  startMovesStatement,
  statementHistory,
  statementProgress,
  stopMovesStatement,
  tableDefinition,
  tableDiskSizes,
  tableIdentity,
  tableLoadJobs,
  tierOfDisk,
  volumeOfDisk,
} from '../index.ts'

const trips = { database: 'demo', table: 'trips' }
const move1 = crypto.randomUUID()
let nodes: TestNodes
let client: NodeClient

/** Four months with two parts each, 1,000 rows a month: the first month on the second volume, one part detached. */
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  client = at(nodes.clients, 0)
  await nodes.run('CREATE DATABASE demo')
  await nodes.run(`CREATE TABLE demo.trips (day Date, at DateTime, id UInt64 CODEC(Delta, ZSTD(2)), note String DEFAULT 'x')
    ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id TTL day + INTERVAL 30 YEAR TO VOLUME 'second'
    SETTINGS storage_policy = 'local_tiers', min_bytes_for_wide_part = 0, old_parts_lifetime = 3600`)
  await nodes.run('CREATE TABLE demo.all_trips AS demo.trips ENGINE = Distributed(demo, demo, trips, rand())')
  await nodes.run('CREATE TABLE demo.empty (a UInt8) ENGINE = MergeTree ORDER BY a')
  await nodes.run('SYSTEM STOP MERGES demo.trips')
  for (const month of [1, 2, 3, 4]) {
    for (const half of [0, 1]) {
      await nodes.run(`INSERT INTO demo.trips (day, at, id)
        SELECT makeDate(2025, ${month}, 1 + number % 28), makeDateTime(2025, ${month}, 1, 0, 0, 0, 'UTC'), number + ${half * 500}
        FROM numbers(500)`)
    }
  }
  const moved = await client.command({
    ...movePartitionStatement(trips, '202501', { kind: 'volume', name: 'second' }),
    queryId: move1,
  })
  expect(moved.kind).toBe('ok')
  await nodes.run("ALTER TABLE demo.trips DETACH PART '202504_8_8_0'")
  await nodes.run('SYSTEM FLUSH LOGS')
})
afterAll(() => nodes.stop())

const since = () => new Date(Date.now() - 600_000)

test('disks, policies and the volume of a disk', async () => {
  const disks = (await client.query(listDisks, {})).rows
  expect(disks.map((disk) => [disk.name, tierOfDisk(disk)])).toEqual([
    ['cold', 'object-storage'],
    ['cold_cache', 'object-storage'],
    ['default', 'local'],
    ['hot2', 'local'],
  ])
  expect(disks.map((disk) => disk.cache_path !== '')).toEqual([false, true, false, false])
  expect(at(disks, 0).object_storage_type).toBe('S3')
  expect(at(disks, 2).free_space).toBeGreaterThan(0n)
  expect(at(disks, 2).total_space).toBeGreaterThanOrEqual(at(disks, 2).free_space)
  const policies = (await client.query(listStoragePolicies, {})).rows
  const volumes = policies.filter((row) => row.policy_name === 'local_tiers').map((row) => row.volume_name)
  expect(volumes).toEqual(['hot', 'second'])
  expect(volumeOfDisk('local_tiers', 'hot2', policies, disks)).toBe('second')
  expect(volumeOfDisk('tiered', 'cold', policies, disks)).toBe('cold')
  expect(volumeOfDisk('tiered', 'cold_cache', policies, disks)).toBe('cold')
})

test('bytes by disk and by table add up to system.parts', async () => {
  const sum = await client.text(
    'sum',
    "SELECT sum(bytes_on_disk), count() FROM system.parts WHERE active AND database = 'demo'",
  )
  const sizes = (await client.query(tableDiskSizes, {})).rows
  const total = sizes.reduce((bytes, row) => bytes + row.active_bytes, 0n)
  const parts = sizes.reduce((count, row) => count + row.active_parts, 0n)
  expect(`${total}\t${parts}\n`).toBe(sum)
  expect(
    sizes.map((row) => [row.table, row.disk_name, row.active_parts, row.active_rows, row.partitions]),
  ).toEqual([
    ['trips', 'default', 5n, 2_500n, 3n],
    ['trips', 'hot2', 2n, 1_000n, 1n],
  ])
})

test('one table: definition, identity, columns', async () => {
  const definition = at((await client.query(tableDefinition, trips)).rows, 0)
  expect(definition).toMatchObject({
    storage_policy: 'local_tiers',
    partition_key: 'toYYYYMM(day)',
    total_rows: 3_500n,
  })
  expect(definition.create_table_query).toContain("TTL day + toIntervalYear(30) TO VOLUME 'second'")
  const identity = at((await client.query(tableIdentity, trips)).rows, 0)
  expect(identity.uuid).toBe(definition.uuid)
  const columns = (await client.query(listColumns, trips)).rows
  expect(columns.map((column) => [column.name, column.type, column.default_kind])).toEqual([
    ['day', 'Date', ''],
    ['at', 'DateTime', ''],
    ['id', 'UInt64', ''],
    ['note', 'String', 'DEFAULT'],
  ])
  expect(at(columns, 2).compression_codec).toBe('CODEC(Delta(8), ZSTD(2))')
  expect(at(columns, 2).data_uncompressed_bytes).toBe(3_500n * 8n)
  const distributed = (await client.query(listDistributedTables, {})).rows
  expect(distributed.map((row) => row.name)).toEqual(['all_trips'])
})

test('secrets in a definition stay hidden', async () => {
  await nodes.run(
    "CREATE TABLE demo.from_s3 (a Int8) ENGINE = S3('http://127.0.0.1:9/bucket/x.csv', 'AKID', 'very-secret-key', 'CSV')",
  )
  const { rows } = await client.query(tableDefinition, { database: 'demo', table: 'from_s3' })
  expect(at(rows, 0).create_table_query).toContain('[HIDDEN]')
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
    'very-secret-key',
  )
})

test('partitions with their split by disk', async () => {
  const rows = (await client.query(listPartitions, { ...trips, sort: 'oldest' })).rows
  expect(
    rows.map((row) => [row.partition_id, row.parts, row.rows, row.disks.map((disk) => disk.disk_name)]),
  ).toEqual([
    ['202501', 2n, 1_000n, ['hot2']],
    ['202502', 2n, 1_000n, ['default']],
    ['202503', 2n, 1_000n, ['default']],
    ['202504', 1n, 500n, ['default']],
  ])
  expect(at(rows, 0)).toMatchObject({
    min_date: '2025-01-01',
    max_date: '2025-01-28',
    min_time: null,
    matching: 4n,
    parts_without_move_ttl: 0n,
    move_ttl_max: new Date('2055-01-28T00:00:00Z'),
  })
  const moved = (await client.query(listPartitions, { ...trips, disk: 'hot2' })).rows
  expect(moved.map((row) => [row.partition_id, row.matching])).toEqual([['202501', 1n]])
  const page = (await client.query(listPartitions, { ...trips, sort: 'newest', limit: 2, offset: 1 })).rows
  expect(page.map((row) => row.partition_id)).toEqual(['202503', '202502'])
})

test('every filter and order of the parts grid', async () => {
  const names = async (filter: object) =>
    (await client.query(listParts, { ...trips, ...filter })).rows.map((row) => row.name)
  expect(await names({})).toHaveLength(7)
  expect(await names({ disks: ['hot2'] })).toEqual(['202501_1_1_0', '202501_2_2_0'])
  expect(await names({ partition_ids: ['202502', '202504'] })).toEqual([
    '202502_3_3_0',
    '202502_4_4_0',
    '202504_7_7_0',
  ])
  expect(await names({ search: '_5_' })).toEqual(['202503_5_5_0'])
  expect(await names({ min_bytes: 1n, max_bytes: 10n ** 12n, min_level: 0, max_level: 0 })).toHaveLength(7)
  expect(await names({ min_bytes: 10n ** 12n })).toEqual([])
  expect(await names({ min_level: 1 })).toEqual([])
  expect(await names({ min_age_seconds: 0, max_age_seconds: 600 })).toHaveLength(7)
  expect(await names({ min_age_seconds: 600 })).toEqual([])
  for (const sort of ['name', 'bytes', 'rows', 'level', 'newest', 'oldest', 'partition'] as const) {
    expect(await names({ sort, limit: 2, offset: 5 })).toHaveLength(2)
  }
  const all = (await client.query(listParts, { ...trips, active: 'all' })).rows
  expect(all.map((row) => row.active)).toContain(false)
  const first = at((await client.query(listParts, { ...trips, search: '202502_3' })).rows, 0)
  expect(first).toMatchObject({
    rows: 500n,
    part_type: 'Wide',
    disk_name: 'default',
    move_ttl_expressions: ['day + toIntervalYear(30)'],
  })
  expect(first.hash_of_all_files).toMatch(/^[0-9a-f]{32}$/)
})

test('a part is the same before and after a move, and the history shows it', async () => {
  const observe = async () =>
    at((await client.query(observeParts, { ...trips, partition_ids: ['202502'] })).rows, 0)
  const before = await observe()
  const queryId = crypto.randomUUID()
  const move = movePartStatement(trips, before.name, { kind: 'disk', name: 'hot2' })
  expect(await client.command({ ...move, queryId })).toMatchObject({ kind: 'ok' })
  const { disk_name, modification_time: _, ...proof } = await observe()
  expect(disk_name).toBe('hot2')
  const { disk_name: __, modification_time: ___, ...expected } = before
  expect(proof).toEqual(expected)
  expect(await client.command({ ...move, queryId: crypto.randomUUID() })).toMatchObject({
    kind: 'refused',
    error: { code: 479 },
  })
  await nodes.run('SYSTEM FLUSH LOGS')
  const moves = (await client.query(listPartMoves, { ...trips, since: since() })).rows
  expect(moves.filter((row) => row.error === 0).map((row) => [row.part_name, row.disk_name])).toContainEqual([
    before.name,
    'hot2',
  ])
  const history = (await client.query(statementHistory, { query_ids: [queryId, move1], since: since() })).rows
  expect(history.map((row) => [row.query_id, row.type])).toEqual([
    [queryId, 'QueryFinish'],
    [queryId, 'QueryStart'],
    [move1, 'QueryFinish'],
    [move1, 'QueryStart'],
  ])
})

test('the content sum of parts changes with the data and not with its location', async () => {
  const sums = async () => {
    const { rows: parts } = await client.query(observeParts, { ...trips, partition_ids: ['202503'] })
    const part_names = parts.map((part) => part.name)
    const { rows } = await client.query(contentSums, { ...trips, partition_id: '202503', part_names })
    return {
      rows: rows.reduce((sum, row) => sum + row.rows, 0n),
      checksum: rows.reduce((sum, row) => BigInt.asUintN(64, sum + row.checksum), 0n),
    }
  }
  const before = await sums()
  expect(before.rows).toBe(1_000n)
  await client.command({
    ...movePartitionStatement(trips, '202503', { kind: 'volume', name: 'second' }),
    queryId: crypto.randomUUID(),
  })
  expect(await sums()).toEqual(before)
  await nodes.run("INSERT INTO demo.trips (day, at, id) VALUES ('2025-03-01', 0, 77)")
  const after = await sums()
  expect(after.rows).toBe(1_001n)
  expect(after.checksum).not.toBe(before.checksum)
})

test('a part is read back', async () => {
  const { rows } = await client.query(checkPart, { ...trips, part: '202502_3_3_0' })
  expect(rows).toEqual([{ part_path: '202502_3_3_0', is_passed: true, message: '' }])
})

test('STOP MOVES blocks moves (Code 236) until START MOVES', async () => {
  const send = (statement: { sql: string; params: object }) =>
    client.command({ sql: statement.sql, params: { ...statement.params }, queryId: crypto.randomUUID() })
  const move = movePartitionStatement(trips, '202504', { kind: 'volume', name: 'second' })
  expect(await send(stopMovesStatement(trips))).toMatchObject({ kind: 'ok' })
  expect(await send(move)).toMatchObject({ kind: 'refused', error: { code: 236 } })
  expect(await send(startMovesStatement(trips))).toMatchObject({ kind: 'ok' })
  expect(await send(move)).toMatchObject({ kind: 'ok' })
})

test('a mutation that cannot finish is pending with its reason', async () => {
  await nodes.run('CREATE TABLE demo.stuck (a UInt64) ENGINE = MergeTree ORDER BY tuple()')
  await nodes.run('INSERT INTO demo.stuck VALUES (1)')
  await nodes.run('SYSTEM STOP MERGES demo.stuck')
  await nodes.run('ALTER TABLE demo.stuck UPDATE a = 2 WHERE 1 SETTINGS mutations_sync = 0')
  const rows = (await client.query(pendingMutations, { database: 'demo' })).rows
  expect(rows).toMatchObject([
    { table: 'stuck', parts_to_do: 1n, parts_to_do_names: ['all_1_1_0'], latest_fail_time: null },
  ])
  await nodes.run('DROP TABLE demo.stuck SYNC')
})

test('sent together, each query returns the rows that it returns alone, in order', async () => {
  const members: AskedQuery[] = [
    { query: listDisks, params: {} },
    { query: listParts, params: { ...trips, sort: 'name', reverse: true, limit: 3 } },
    { query: listColumns, params: trips },
    { query: runningMoves, params: {} },
    { query: listParts, params: { ...trips, disks: ['second'], sort: 'bytes' } },
    { query: tableDefinition, params: trips },
    { query: tableIdentity, params: trips },
    { query: listStoragePolicies, params: {} },
    { query: tableDiskSizes, params: { ...trips, include_system: true } },
  ]
  const disk = ({ free_space, unreserved_space, ...lasting }: Record<string, unknown>) => lasting
  const alone = await Promise.all(members.map(({ query, params }) => client.query(query, params)))
  const together = await queryTogether(client, members)
  expect(together.map(({ name, rows }) => [name, rows.map((row) => disk(row as object as never))])).toEqual(
    alone.map(({ name, rows }) => [name, rows.map((row) => disk(row as object as never))]),
  )
  expect(together.map(({ copyableSql }) => copyableSql)).toEqual(alone.map(({ copyableSql }) => copyableSql))
  expect(new Set(together.map(({ queryId }) => queryId)).size).toBe(1)
})

test('a running statement is found by its query_id, and gone when it is over', async () => {
  const queryId = crypto.randomUUID()
  const sent = client.command({ sql: 'SELECT sleep(3)', queryId })
  const deadline = Date.now() + 60_000
  let rows = (await client.query(statementProgress, { query_ids: [queryId] })).rows
  while (rows.length === 0 && Date.now() < deadline)
    rows = (await client.query(statementProgress, { query_ids: [queryId] })).rows
  expect(rows).toMatchObject([{ query_id: queryId, is_cancelled: false, s3_written_bytes: 0n }])
  await sent
  expect((await client.query(statementProgress, { query_ids: [queryId] })).rows).toEqual([])
})

test('caches, counters, logs, errors and settings of a node', async () => {
  const caches = (await client.query(listFilesystemCaches, {})).rows
  expect(caches).toMatchObject([{ cache_name: 'cold_cache', max_size: 134_217_728n, current_size: 0n }])
  const counters = at((await client.query(nodeCounters, { events: ['Query', 'NoSuchEvent'] })).rows, 0)
  expect(counters.events.Query).toBeGreaterThan(0n)
  expect(counters.events.NoSuchEvent).toBeUndefined()
  expect(counters.metrics.FilesystemCacheSizeLimit).toBe(134_217_728n)
  const logs = (await client.query(listLogTables, {})).rows.map((row) => row.name)
  expect(logs).toEqual(expect.arrayContaining(['part_log', 'query_log']))
  await client.command({ sql: 'SELECT * FROM demo.absent', queryId: crypto.randomUUID() })
  const errors = (await client.query(listNodeErrors, {})).rows
  expect(errors.find((row) => row.code === 60)).toMatchObject({ name: 'UNKNOWN_TABLE', remote: false })
  expect((await client.query(runningMoves, {})).rows).toEqual([])
  expect((await client.query(runningMerges, trips)).rows).toEqual([])
})

test('the load jobs of tables are read without an error that the server counts', async () => {
  const countErrors = () => client.text('errors', 'SELECT sum(value) FROM system.errors')
  const before = await countErrors()
  expect((await client.query(tableLoadJobs, {})).rows).toMatchObject([{ pending: 0n, failed: 0n }])
  expect(await countErrors()).toBe(before)
})

test('load from others is what they ran, not what we read', async () => {
  const read = async () => {
    await nodes.run('SYSTEM FLUSH LOGS')
    return (await client.query(sampleLoad, { window_seconds: 3600, slow_ms: 300 })).rows[0]
  }
  const before = await read()
  await nodes.run('SELECT sleepEachRow(0.1) FROM numbers(1)')
  expect((await read())?.foreground_queries).toBe(before?.foreground_queries)
  const queryId = crypto.randomUUID()
  const running = client.command({
    sql: 'SELECT sleepEachRow(0.5) FROM numbers(120)',
    queryId,
    settings: { max_block_size: '1', log_comment: 'app' },
  })
  const expected = (before?.foreground_queries ?? 0) + 1
  await expect.poll(async () => (await read())?.foreground_queries, { timeout: 50_000 }).toBe(expected)
  await nodes.run(`KILL QUERY WHERE query_id = '${queryId}' SYNC`)
  expect((await running).kind).toBe('refused')
  const after = await read()
  expect(after?.foreground_queries).toBe(expected)
  expect(after?.foreground_p95_ms).toBeGreaterThan(0)
  expect(after?.merge_pool_size).toBeGreaterThan(0)
})

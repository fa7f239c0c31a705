import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { applyTableTtl } from './apply.ts'
import { previewTableTtl } from './preview.ts'
import { accepting } from './testing/accepting.ts'

let it: TestConsole
beforeAll(async () => {
  it = await startConsole({ shards: 2, embeddedOnly: true })
  await it.askAll('CREATE DATABASE shop')
})
afterAll(() => it.stop())

const at = (table: string) => ({ cluster: it.cluster, database: 'shop', table })
/** No merges except TTL merges, and none that was not requested. */
const settings = "SETTINGS storage_policy = 'tiered', max_bytes_to_merge_at_max_space_in_pool = 1"

async function make(table: string, columns: string, rest: string, values: string): Promise<void> {
  await it.askAll(`CREATE OR REPLACE TABLE shop.${table} (${columns}) ENGINE = MergeTree ${rest}`)
  await it.askAll(`INSERT INTO shop.${table} SELECT ${values} FROM numbers(10000)`)
}

async function applyAndWait(table: string, ttl: string): Promise<void> {
  const { data } = await previewTableTtl(it.ctx, { ...at(table), ttl })
  await applyTableTtl(it.ctx, { ...at(table), ttl, mode: 'heavy', ...accepting(data, 'heavy') })
  await expect
    .poll(() =>
      it.askAll(
        `SELECT 1 FROM system.mutations WHERE NOT is_done AND database = 'shop' AND table = '${table}'`,
      ),
    )
    .toEqual([[], []])
}

const count = async (table: string, what: string): Promise<number[]> =>
  (await it.askAll<{ n: string }>(`SELECT toString(${what}) AS n FROM shop.${table}`)).map(([row]) =>
    Number(row?.n),
  )

test('a heavy TTL that only moves reports the values that column TTLs remove with it, and removes them only when accepted', async () => {
  await make(
    'columns',
    "id UInt32, at DateTime, v Float64, s String DEFAULT 'none', a Array(UInt8)",
    `PARTITION BY toYYYYMM(at) ORDER BY id ${settings}`,
    // Every tenth value of s is the default already, and none of v.
    "number, now() - toIntervalDay(number % 300), number + 1, if(number % 10 = 0, 'none', 'x'), [1]",
  )
  for (const column of ['v', 's', 'a'])
    await it.askAll(
      `ALTER TABLE shop.columns MODIFY COLUMN ${column} TTL at + INTERVAL 6 MONTH SETTINGS materialize_ttl_after_modify = 0`,
    )
  const ttl = "at + INTERVAL 6 MONTH TO VOLUME 'cold'"
  const { data } = await previewTableTtl(it.ctx, { ...at('columns'), ttl })
  const before = {
    v: await count('columns', 'countIf(v != 0)'),
    s: await count('columns', "countIf(s != 'none')"),
  }
  for (const mode of ['heavy', 'gentle'] as const)
    expect(data.nodes.every((node) => node[mode].loss.columns.length === 3)).toBe(true)
  expect(data.accept.gentle).toBe(null)
  expect(data.checks.map(({ id }) => id)).toContain('column-ttls')

  const set = { ...at('columns'), ttl, mode: 'heavy' as const }
  await expect(applyTableTtl(it.ctx, set)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/deletes \d+ values of v, \d+ values of s, \d+ values of a/),
  })
  const [one, other] = data.accept.heavy ?? []
  if (!one || !other) throw new Error('Two nodes lose values.')
  expect([one.place, other.place]).toEqual(data.nodes.map(({ node }) => node))
  const less = { ...one, columns: one.columns.map(({ column }) => ({ column, values: '1' })) }
  await expect(applyTableTtl(it.ctx, { ...set, accepts: [less, other] })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`on ${one.place}. Accepted there: 1 values of v`),
  })
  await expect(applyTableTtl(it.ctx, { ...set, accepts: [one] })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`on ${other.place}. Accepted there: nothing`),
  })
  expect(await count('columns', 'countIf(v != 0)')).toEqual(before.v)

  await applyAndWait('columns', ttl)
  const after = {
    v: await count('columns', 'countIf(v != 0)'),
    s: await count('columns', "countIf(s != 'none')"),
  }
  const told = (column: string) =>
    data.nodes.map(({ heavy }) => Number(heavy.loss.columns.find((each) => each.column === column)?.values))
  expect(before.v.map((values, node) => values - (after.v[node] ?? 0))).toEqual(told('v'))
  expect(before.s.map((values, node) => values - (after.s[node] ?? 0))).toEqual(told('s'))
  expect(told('v')[0]).toBeGreaterThan(1000)
})

test('GROUP BY reports how many rows it removes by aggregation, and removes as many', async () => {
  await make(
    'folded',
    'k UInt8, id UInt32, at DateTime, x UInt64',
    `ORDER BY (k, id) ${settings}`,
    'number % 7, number, now() - toIntervalDay(number % 20), 1',
  )
  const ttl = 'at + INTERVAL 5 DAY GROUP BY k SET x = sum(x), at + INTERVAL 15 DAY DELETE WHERE k = 3'
  const { data } = await previewTableTtl(it.ctx, { ...at('folded'), ttl })
  const { loss } = data.nodes[0]?.heavy ?? {}
  expect(loss).toMatchObject({ atMost: false, uncountedParts: 0, columns: [] })
  expect(loss?.deletedRows).toBeGreaterThan(0n)
  expect(loss?.foldedRows).toBeGreaterThan(1000n)
  await expect(applyTableTtl(it.ctx, { ...at('folded'), ttl, mode: 'heavy' })).rejects.toMatchObject({
    code: 'refused',
  })
  await applyAndWait('folded', ttl)
  const left = await count('folded', 'count()')
  expect(left).toEqual(
    data.nodes.map(({ heavy }) => 10_000 - Number(heavy.loss.deletedRows + heavy.loss.foldedRows)),
  )
})

test('passed times of an earlier DELETE rule remove whole parts, and the dry run of a longer rule says so', async () => {
  await it.askAll(
    `CREATE TABLE shop.kept (id UInt32, at DateTime) ENGINE = MergeTree ORDER BY id TTL at + INTERVAL 30 DAY ${settings}`,
  )
  await it.askAll('SYSTEM STOP TTL MERGES shop.kept')
  await it.askAll(
    'INSERT INTO shop.kept SELECT number, now() - INTERVAL 40 DAY - toIntervalDay(number % 20) FROM numbers(10000)',
  )
  await it.askAll('ALTER TABLE shop.kept REMOVE TTL')
  await it.askAll('SYSTEM START TTL MERGES shop.kept')
  const ttl = 'at + INTERVAL 3 YEAR'
  const { data } = await previewTableTtl(it.ctx, { ...at('kept'), ttl })
  for (const mode of ['gentle', 'heavy'] as const)
    expect(data.accept[mode]).toMatchObject(data.nodes.map(({ node }) => ({ place: node, rows: '10000' })))
  expect(data.checks.find(({ id }) => id === 'old-delete-times')).toMatchObject({
    text: expect.stringContaining('including rows that this TTL would keep'),
    hint: expect.stringContaining('DELETE WHERE 1'),
  })
  await expect(applyTableTtl(it.ctx, { ...at('kept'), ttl, mode: 'gentle' })).rejects.toMatchObject({
    code: 'refused',
  })
  // The remedy in the hint keeps every row, and removes the old times from the parts.
  await applyAndWait('kept', `${ttl} DELETE WHERE 1`)
  expect(await count('kept', 'count()')).toEqual(data.nodes.map(() => 10_000))
  expect((await previewTableTtl(it.ctx, { ...at('kept'), ttl })).data.accept.heavy).toBe(null)
  await applyAndWait('kept', ttl)
  expect(await count('kept', 'count()')).toEqual(data.nodes.map(() => 10_000))
})

test('a gentle DELETE shows when its rows are removed, and warns of parts without TTL information', async () => {
  await make(
    'deleted',
    'id UInt32, at DateTime',
    `ORDER BY id ${settings}`,
    'number, now() - toIntervalDay(number % 20)',
  )
  const { data } = await previewTableTtl(it.ctx, { ...at('deleted'), ttl: 'at + INTERVAL 10 DAY' })
  expect(data.checks.find(({ id }) => id === 'rows-go-by-merge')?.text).toMatch(
    /^With the gentle way, 5000 rows are deleted when the part is merged\. 1 part \([^)]+\) has no TTL information/,
  )
  await expect(
    applyTableTtl(it.ctx, { ...at('deleted'), ttl: 'at + INTERVAL 10 DAY', mode: 'gentle' }),
  ).rejects.toMatchObject({ code: 'refused' })
})

test('predicts the requests of a first heavy TTL', async () => {
  const columns = 'id UInt32, at DateTime, v Float64, s String'
  const values = "number, now() - toIntervalDay(number % 90), 1, 'x'"
  const wide = `${settings}, min_bytes_for_wide_part = 0`
  await make('hot', columns, `PARTITION BY toYYYYMM(at) ORDER BY id ${wide}`, values)
  await make('cold', columns, `PARTITION BY toYYYYMM(at) ORDER BY id ${wide}`, values)
  const partitions = await it.askAll<{ id: string }>(
    "SELECT DISTINCT partition_id AS id FROM system.parts WHERE active AND table = 'cold'",
  )
  for (const { id } of partitions[0] ?? [])
    await it.askAll(`ALTER TABLE shop.cold MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
  for (const [table, ttl] of [
    ['hot', "at + INTERVAL 1 DAY TO VOLUME 'cold'"],
    ['cold', 'at + INTERVAL 5 YEAR DELETE'],
  ] as const) {
    const uploads = async () => {
      await it.askAll('SYSTEM FLUSH LOGS')
      const [own] = await it.askAll<{ n: string }>(
        `SELECT toString(count()) AS n FROM system.blob_storage_log
         WHERE event_type = 'Upload' AND position(local_path, (SELECT toString(uuid) FROM system.tables WHERE database = 'shop' AND name = '${table}')) > 0`,
      )
      return Number(own?.[0]?.n)
    }
    const { data } = await previewTableTtl(it.ctx, { ...at(table), ttl })
    const before = await uploads()
    await applyAndWait(table, ttl)
    const told = Number(data.nodes[0]?.heavy.writeRequests)
    expect(told).toBeGreaterThan(0)
    await expect.poll(async () => (await uploads()) - before, { message: table }).toBe(told)
  }
})

test('removing a TTL rewrites no part, and a gentle TTL predicts no move that never happens', async () => {
  await make(
    'quiet',
    'id UInt32, at DateTime',
    `PARTITION BY toYYYYMM(at) ORDER BY id ${settings}`,
    'number, now() - toIntervalDay(number % 90)',
  )
  const ttl = "at + INTERVAL 1 YEAR TO VOLUME 'cold'"
  const { data } = await previewTableTtl(it.ctx, { ...at('quiet'), ttl })
  expect(data.later.gentle).toEqual([])
  expect(data.later.heavy.length).toBeGreaterThan(0)
  expect(
    data.parts.every(({ gentleNextAt, heavyNextAt }) => gentleNextAt === null && heavyNextAt !== null),
  ).toBe(true)
  await applyAndWait('quiet', ttl)
  const after = (await previewTableTtl(it.ctx, { ...at('quiet'), ttl })).data
  expect(after.later.gentle).toEqual(after.later.heavy)
  const removed = (await previewTableTtl(it.ctx, { ...at('quiet'), ttl: '' })).data
  for (const node of removed.nodes)
    expect(node.heavy).toMatchObject({ rewritten: { parts: 0 }, writeRequests: 0n, loss: { parts: 0 } })
  const mutations = () => it.askAll("SELECT count() AS n FROM system.mutations WHERE table = 'quiet'")
  const before = await mutations()
  await applyTableTtl(it.ctx, { ...at('quiet'), ttl: '', mode: 'heavy' })
  expect(await mutations()).toEqual(before)
})

test('a part with only hidden rows loses nothing, and is not unknown', async () => {
  await make(
    'hidden',
    'id UInt32, at DateTime',
    `ORDER BY id ${settings}`,
    'number, now() - toIntervalDay(30)',
  )
  await it.askAll('INSERT INTO shop.hidden SELECT number, now() FROM numbers(10)')
  await it.askAll(
    'DELETE FROM shop.hidden WHERE at < now() - toIntervalDay(3) SETTINGS lightweight_deletes_sync = 1',
  )
  const { data } = await previewTableTtl(it.ctx, { ...at('hidden'), ttl: 'at + INTERVAL 7 DAY' })
  expect(data.nodes.map(({ parts }) => parts.parts)).toEqual([2, 2])
  expect(data.accept).toEqual({ gentle: null, heavy: null })
})

test('in gentle mode, values of rows that a DELETE may remove or leave are reported, as either may happen', async () => {
  await make(
    'staying',
    'id UInt32, at DateTime, v Float64 TTL at + INTERVAL 10 DAY',
    `ORDER BY id TTL at + INTERVAL 60 DAY ${settings}, min_bytes_for_wide_part = 0`,
    'number, now() - toIntervalDay(20 + number % 20), number + 1',
  )
  const ttl = 'at + INTERVAL 15 DAY'
  const { data } = await previewTableTtl(it.ctx, { ...at('staying'), ttl })
  const [node] = data.nodes
  expect(node?.gentle.loss).toMatchObject({
    ...{ deletedRows: 10_000n, atMost: true, columns: [{ column: 'v', values: 10_000n }] },
  })
  await applyTableTtl(it.ctx, { ...at('staying'), ttl, mode: 'gentle', ...accepting(data, 'gentle') })
  await it.askAll('OPTIMIZE TABLE shop.staying FINAL')
  expect(await count('staying', 'count()')).toEqual([10_000, 10_000])
  expect(await count('staying', 'countIf(v != 0)')).toEqual([0, 0])
})

test('a loss accepted for one node is not lost on another, even if the sum is the same', async () => {
  await make(
    'shifted',
    'id UInt32, at DateTime',
    `ORDER BY id ${settings}`,
    'number, now() - toIntervalDay(1)',
  )
  const [first = '', second = ''] = it.stack.clickhouse.nodes.map(({ name }) => name)
  const old = (rows: number) =>
    `INSERT INTO shop.shifted SELECT number, now() - toIntervalDay(30) FROM numbers(${rows})`
  await it.ask(first, old(100))
  await it.ask(second, old(50))
  const ttl = 'at + INTERVAL 7 DAY'
  const { data } = await previewTableTtl(it.ctx, { ...at('shifted'), ttl })
  expect(data.accept.heavy).toMatchObject([{ rows: '100' }, { rows: '50' }])
  await it.ask(first, 'DELETE FROM shop.shifted WHERE at < now() - toIntervalDay(3) AND id < 50')
  await it.ask(second, old(50))
  const set = { ...at('shifted'), ttl, mode: 'heavy' as const, ...accepting(data, 'heavy') }
  await expect(applyTableTtl(it.ctx, set)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`100 rows on ${second}. Accepted there: 50 rows`),
  })
  expect(await count('shifted', 'count()')).toEqual([10_050, 10_100])
})

test('a MATERIALIZE TTL that would never finish is reported and not sent', async () => {
  const def = "s String DEFAULT concat('n', toString(id)) TTL at + INTERVAL 10 DAY"
  await make(
    'unread',
    `id UInt32, at DateTime, ${def}`,
    `ORDER BY id ${settings}, min_bytes_for_wide_part = 0`,
    "number, now() - toIntervalDay(number % 20), 'x'",
  )
  const ttl = "at + INTERVAL 15 DAY TO VOLUME 'cold'"
  const { data } = await previewTableTtl(it.ctx, { ...at('unread'), ttl })
  expect(data.heavyFault).toContain('its DEFAULT reads id')
  const set = { ...at('unread'), ttl, mode: 'heavy' as const, ...accepting(data, 'heavy') }
  await expect(applyTableTtl(it.ctx, set)).rejects.toMatchObject({ code: 'refused' })
  const mutations = "SELECT 1 FROM system.mutations WHERE database = 'shop' AND table = 'unread'"
  expect(await it.askAll(mutations)).toEqual([[], []])
  await applyTableTtl(it.ctx, { ...set, mode: 'gentle' })
  // The engine would accept it: the mutation of every part fails, and others wait behind it.
  const [node = ''] = it.stack.clickhouse.nodes.map(({ name }) => name)
  await expect(
    it.ask(node, 'ALTER TABLE shop.unread MATERIALIZE TTL SETTINGS mutations_sync = 1'),
  ).rejects.toMatchObject({
    code: 341,
  })
  const behind = await previewTableTtl(it.ctx, { ...at('unread'), ttl: 'at + INTERVAL 15 DAY' })
  expect(behind.data.heavyFault).toContain('keeps failing')
})

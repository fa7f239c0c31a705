import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplicatedLab, type ReplicatedLab } from '../../testing/open-replicated-lab.ts'
import { applyTableTtl } from './apply.ts'
import { previewTableTtl } from './preview.ts'
import { sendTtl } from './send-ttl.ts'
import { accepting } from './testing/accepting.ts'

let lab: ReplicatedLab
beforeAll(async () => {
  lab = await openReplicatedLab()
})
afterAll(() => lab?.close())

const at = (table: string) => ({ cluster: lab.cluster, database: lab.database, table })
const events = { columns: 'id UInt64, at DateTime, v UInt32 DEFAULT 1', orderBy: 'id' }
/** Of each ten rows one is of each age from 0 to 9 days. */
const insert = (table: string, rows: number, from = 0) =>
  `INSERT INTO ${lab.database}.${table} (id, at) SELECT ${from} + number, now() - INTERVAL 6 HOUR - toIntervalDay(number % 10) FROM numbers(${rows})`
const ttl = 'at + toIntervalDay(5)'

/** The first node of each shard, in shard order. */
const firsts = () => lab.replicas.nodes.filter(({ replica }) => replica === 1).map(({ name }) => name)
const pair = () => {
  const [first, second] = lab.names
  if (!first || !second) throw new Error('A shard has two replicas.')
  return { first, second }
}

async function fill(table: string): Promise<void> {
  await lab.createTable(table, events)
  for (const node of firsts()) await lab.ask(node, insert(table, 1_000))
  await lab.waitForEqualReplicas(table)
}

const one = async <Row>(node: string, sql: string): Promise<Row | undefined> =>
  (await lab.ask<Row>(node, sql))[0]
const ttlOn = async (node: string, table: string): Promise<string> => {
  const found = await one<{ full: string }>(
    node,
    `SELECT engine_full AS full FROM system.tables WHERE database = '${lab.database}' AND name = '${table}'`,
  )
  return / TTL (.*) SETTINGS /.exec(found?.full ?? '')?.[1] ?? ''
}
const mutations = async (node: string, table: string): Promise<{ mutation_id: string; is_done: number }[]> =>
  lab.ask(
    node,
    `SELECT mutation_id, is_done FROM system.mutations
     WHERE database = '${lab.database}' AND table = '${table}' AND command LIKE '%MATERIALIZE TTL%'`,
  )
const rowsOn = async (node: string, table: string): Promise<number> =>
  Number((await one<{ n: string }>(node, `SELECT count() AS n FROM ${lab.database}.${table}`))?.n)

test('is sent once per shard, counted once per shard, and verified on every replica', async () => {
  await fill('once')
  const { data } = await previewTableTtl(lab.ctx, { ...at('once'), ttl })
  expect(data.nodes.map(({ countsFor }) => countsFor)).toEqual(
    lab.replicas.nodes.map(({ shard, replica }) => (replica === 1 ? `shard ${shard}` : null)),
  )
  expect(data.accept.heavy).toEqual(
    firsts().map((_, index) => ({
      place: `shard ${index + 1}`,
      rows: '500',
      columns: [],
      uncountedParts: 0,
    })),
  )
  const applied = await applyTableTtl(lab.ctx, {
    ...at('once'),
    ttl,
    mode: 'heavy',
    ...accepting(data, 'heavy'),
  })
  expect(applied.outcome).toBe('applied')
  expect(applied.statements.map(({ node }) => node)).toEqual(firsts().flatMap((node) => [node, node]))
  expect(applied.nodes.map(({ node, state, through }) => ({ node, state, through }))).toEqual(
    lab.replicas.nodes.map(({ name, shard, replica }) => ({
      ...{ node: name, state: 'changed', through: replica === 1 ? null : (firsts()[shard - 1] ?? '') },
    })),
  )
  await lab.waitForEqualReplicas('once')
  for (const node of lab.names) {
    expect(await ttlOn(node, 'once')).toBe(ttl)
    expect(await mutations(node, 'once')).toHaveLength(1)
    await expect.poll(() => rowsOn(node, 'once')).toBe(500)
  }
})

test('counts on, and is sent through, the replica that is least behind', async () => {
  const { first, second } = pair()
  await fill('behind')
  // A merge on the other replica would add to the queue.
  for (const node of lab.names) await lab.ask(node, `SYSTEM STOP MERGES ${lab.database}.behind`)
  await lab.stopFetches(first, 'behind')
  await lab.ask(second, insert('behind', 100, 5_000))
  const queued = async () =>
    (
      await lab.ask<{ part: string }>(
        first,
        `SELECT new_part_name AS part FROM system.replication_queue
         WHERE database = '${lab.database}' AND table = 'behind' AND type = 'GET_PART'`,
      )
    ).map(({ part }) => part)
  await expect.poll(queued).toContain('all_1_1_0')
  const fetches = (await queued()).length
  const { data } = await previewTableTtl(lab.ctx, { ...at('behind'), ttl })
  expect(data.accept.heavy?.[0]).toEqual({ place: 'shard 1', rows: '550', columns: [], uncountedParts: 0 })
  expect(data.checks.find(({ id }) => id === 'replica-behind')).toMatchObject({
    ...{
      node: first,
      outcome: 'warning',
      text: expect.stringContaining(`still has to fetch ${fetches} part`),
    },
  })
  for (const node of lab.names) await lab.ask(node, `SYSTEM START MERGES ${lab.database}.behind`)
  const applied = await applyTableTtl(lab.ctx, {
    ...at('behind'),
    ttl,
    mode: 'heavy',
    ...accepting(data, 'heavy'),
  })
  expect(applied.statements[0]?.node).toBe(second)
  expect(applied.nodes[0]).toMatchObject({ node: first, through: second, queryIds: [] })
  await lab.startFetches(first, 'behind')
  await lab.waitForEqualReplicas('behind')
  for (const node of [first, second]) await expect.poll(() => rowsOn(node, 'behind')).toBe(550)
})

test('tries the next replica when the first is down, and reports what waits', async (test) => {
  await lab.need(test, 'kills')
  const { first, second } = pair()
  await fill('away')
  const nodes = [await lab.frostline(first), await lab.frostline(second)]
  // What the second has not fetched is on the first only.
  await lab.stopFetches(second, 'away')
  await lab.ask(first, insert('away', 10, 5_000))
  const inQueue = `SELECT inserts_in_queue AS n FROM system.replicas WHERE database = '${lab.database}' AND table = 'away'`
  await expect.poll(() => one(second, inQueue)).toMatchObject({ n: 1 })
  await lab.kill(first)
  const order = {
    place: 'shard 1',
    steps: [{ purpose: 'set_ttl', queryId: 'first-choice' }],
    through: nodes,
  } as const
  const retried: string[] = []
  const sent = await sendTtl(
    { database: lab.database, table: 'away' },
    'at + toIntervalDay(50)',
    [order],
    async ({ node }) => {
      retried.push(node)
    },
  )
  expect(sent.get('shard 1')).toMatchObject({
    failed: null,
    attempts: [
      { node: first, error: expect.any(String) },
      { node: second, error: null },
    ],
  })
  expect(retried).toEqual([second])

  const { data } = await previewTableTtl(lab.ctx, { ...at('away'), ttl })
  expect(data.accepted, JSON.stringify(data.checks)).toBe(true)
  expect(data.checks.find(({ id }) => id === 'nodes-reachable')).toMatchObject({
    ...{ node: first, outcome: 'warning', text: expect.stringContaining(`through ${second}`) },
  })
  expect(data.accept.heavy?.[0]).toMatchObject({ place: 'shard 1', rows: '500', uncountedParts: 1 })
  const applied = await applyTableTtl(lab.ctx, {
    ...at('away'),
    ttl,
    mode: 'heavy',
    ...accepting(data, 'heavy'),
  })
  expect(applied.outcome).toBe('applied')
  expect(applied.nodes.find(({ node }) => node === first)).toMatchObject({
    ...{
      state: 'waits',
      through: second,
      error: expect.stringContaining('materialize again when it is back'),
    },
  })
  await lab.start(first)
  await lab.startFetches(second, 'away')
  await lab.waitForEqualReplicas('away')
  expect(await ttlOn(first, 'away')).toBe(ttl)
  for (const node of [first, second])
    await expect.poll(() => mutations(node, 'away')).toMatchObject([{ is_done: 1 }])

  // The part that only the first had was rewritten by the new or by the old TTL: materializing again makes both equal.
  const left = await rowsOn(first, 'away')
  expect([505, 510]).toContain(left)
  const again = await previewTableTtl(lab.ctx, { ...at('away'), ttl })
  expect(again.data.accept.heavy?.[0]?.rows ?? '0').toBe(String(left - 505))
  await applyTableTtl(lab.ctx, {
    ...at('away'),
    ttl,
    mode: 'heavy',
    ...accepting(again.data, 'heavy'),
  })
  for (const node of [first, second]) await expect.poll(() => rowsOn(node, 'away')).toBe(505)
})

test('reports at once that nothing can be set while Keeper is down, and sends nothing', async (test) => {
  await lab.need(test, 'kills')
  await fill('keeperless')
  await lab.kill('zookeeper')
  const readOnly = `SELECT sum(is_readonly) AS n FROM system.replicas WHERE database = '${lab.database}' AND table = 'keeperless'`
  for (const node of lab.names) await expect.poll(() => one(node, readOnly)).toMatchObject({ n: '1' })
  const { data } = await previewTableTtl(lab.ctx, { ...at('keeperless'), ttl })
  expect(data.accepted).toBe(false)
  expect(data.checks.filter(({ id }) => id === 'replica-read-only')).toMatchObject(
    firsts().map(() => ({ outcome: 'blocking', hint: expect.stringContaining('Keeper') })),
  )
  await expect(applyTableTtl(lab.ctx, { ...at('keeperless'), ttl, mode: 'heavy' })).rejects.toMatchObject({
    ...{
      code: 'refused',
      message: expect.stringContaining('read-only'),
      hint: expect.stringContaining('Keeper'),
    },
  })
  // A statement would wait 10 s for Keeper before it is rejected: none was sent.
  for (const node of lab.names) {
    await lab.ask(node, 'SYSTEM FLUSH LOGS')
    const alters =
      "SELECT count() AS n FROM system.query_log WHERE query_kind = 'Alter' AND query LIKE '%keeperless%'"
    expect(await one(node, alters)).toMatchObject({ n: '0' })
  }
  await lab.start('zookeeper')
  await lab.waitForEqualReplicas('keeperless')
  for (const node of lab.names) expect(await ttlOn(node, 'keeperless')).toBe('')
})

test('avoids a read-only replica, which gets the change later', async (test) => {
  await lab.need(test, 'kills')
  const { first, second } = pair()
  await fill('stuck')
  await lab.kill(first)
  // Its session has to end first.
  const drop = `SYSTEM DROP REPLICA 'r1' FROM TABLE ${lab.database}.stuck`
  await expect
    .poll(() => lab.ask(second, drop).then(() => 'dropped', String), { timeout: 60_000 })
    .toBe('dropped')
  await lab.start(first)
  const readOnly = `SELECT is_readonly AS n FROM system.replicas WHERE database = '${lab.database}' AND table = 'stuck'`
  await expect.poll(() => one(first, readOnly)).toMatchObject({ n: 1 })
  const { data } = await previewTableTtl(lab.ctx, { ...at('stuck'), ttl })
  expect(data.accepted, JSON.stringify(data.checks)).toBe(true)
  expect(data.checks.find(({ id }) => id === 'replica-read-only')).toMatchObject({
    node: first,
    outcome: 'warning',
  })
  const applied = await applyTableTtl(lab.ctx, {
    ...at('stuck'),
    ttl,
    mode: 'heavy',
    ...accepting(data, 'heavy'),
  })
  expect(applied).toMatchObject({ outcome: 'applied' })
  expect(applied.nodes.slice(0, 2)).toMatchObject([
    { node: first, state: 'waits', through: second, ttl: '', error: expect.stringContaining('read-only') },
    { node: second, state: 'changed' },
  ])
})

import type { CommandOutcome, CommandRequest, NodeClient } from '@frostline/clickhouse'
import { getLoad, type LoadDraft } from '@frostline/services'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { labDeps } from '../testing/lab-deps.ts'
import { openReplicatedLoadLab, type ReplicatedLoadLab } from '../testing/replicated-load-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'
import { sweepStaging } from './sweep-staging.ts'

// A replica that stages rows is killed and does not come back until the load has ended without it.
let lab: ReplicatedLoadLab
let lost = ''
let other = ''
let down = false
const objects = 8
const rowsEach = 200
const everything = { rows: objects * rowsEach, ids: objects * rowsEach }

beforeAll(async () => {
  lab = await openReplicatedLoadLab()
  ;[lost = '', other = ''] = lab.names
  for (let part = 0; part < objects; part++)
    await lab.putRows(`${part}.csv`, `2024-0${1 + (part % 3)}-15`, part * rowsEach, rowsEach)
})
afterAll(() => lab?.close())
beforeEach(async (test) => {
  await lab.need(test, 'kills')
})
afterEach(() => startAgain())

async function kill(): Promise<void> {
  if (down) return
  down = true
  await lab.kill(lost)
}
async function startAgain(): Promise<void> {
  if (down) await lab.start(lost)
  down = false
}

const takeOver = { kind: 'take-over', afterSeconds: 5 } as const
const onLost = (): Partial<LoadDraft> => ({ strategy: 'single-node', node: lost, lostReplica: takeOver })

type Send = (request: CommandRequest) => ReturnType<NodeClient['command']>

/** The worker's nodes, with something done at statements of the lost one. */
const atStatements = (
  isMeant: (sql: string) => boolean,
  act: (send: Send, request: CommandRequest) => ReturnType<Send>,
) =>
  wrapClients(lab.clusters, (client) => ({
    command: (request) =>
      client.name === lost && isMeant(request.sql)
        ? act((given) => client.command(given), request)
        : client.command(request),
  }))

const unanswered = ({ queryId }: CommandRequest): CommandOutcome => ({
  ...{ kind: 'unknown', reason: 'The connection broke.', timedOut: false, queryId, elapsedMs: 0 },
})

/** With the lost node back: every row once on all replicas, who took over, and nothing of the load left. */
async function expectOnce(id: string, table: string, lostOne = true): Promise<void> {
  const { status, takeOvers, rowsAfter } = await getLoad(lab.as('viewer'), { id })
  expect({ status, rowsAfter, takeOvers }).toMatchObject({
    ...{ status: 'completed', rowsAfter: BigInt(everything.rows) },
    takeOvers: lostOne
      ? [{ lost, by: other, shard: 1, reason: expect.stringContaining('Keeper has no active replica') }]
      : [],
  })
  await startAgain()
  expect(await lab.countRows(table)).toMatchObject(everything)
  await sweepStaging(labDeps(lab), lab.clusterId)
  expect(await lab.listStaging(id)).toEqual([])
}

const strategies = ['single-node', 'split', 'cluster', 'reshard'] as const
type Strategy = (typeof strategies)[number]

/** Into a Distributed table over a replicated one. */
async function requestBy(strategy: Strategy, table: string): Promise<string> {
  await lab.createTarget(table)
  await lab.askAll(
    `CREATE TABLE ${lab.database}.${table}_all AS ${lab.database}.${table} ENGINE = Distributed('${lab.replicas.clusterName}', '${lab.database}', '${table}', cityHash64(id))`,
  )
  return lab.request(table, {
    ...{ strategy, node: lost, lostReplica: takeOver },
    target: { database: lab.database, table: `${table}_all` },
    batch: { maxBytes: '1000000', maxObjects: objects / 2 },
  })
}

/**
 * Kills the node when a load into each of the tables has come to where it waits for that. What earlier batches published is
 * fetched first: rows that only the lost node has are in nobody's count until it is back.
 */
function killAfter(tables: readonly string[]): () => Promise<void> {
  let here = 0
  let go: () => void = () => undefined
  const killed = new Promise<void>((resolve) => {
    go = resolve
  })
    .then(() => Promise.all(tables.map((table) => lab.waitForEqualReplicas(table))))
    .then(kill)
  return () => {
    if (++here === tables.length) go()
    return killed
  }
}

/** Some loads at the same time, all of which lose the same node. */
async function loseIn(
  kinds: readonly Strategy[],
  name: string,
  lose: (kill: () => Promise<void>) => ReplicatedLoadLab['clusters'],
): Promise<void> {
  const tables = kinds.map((kind) => `${name}_${kind.replace('-', '_')}`)
  const killing = killAfter(tables)
  const loads = await Promise.all(
    tables.map(async (table, index) => ({ table, id: await requestBy(kinds[index] as Strategy, table) })),
  )
  const driven = await Promise.all(
    loads.map(async ({ id, table }) => {
      let met = false
      const clusters = lose(() => {
        met = true
        return killing()
      })
      await lab.drive(id, { clusters })
      // By s3Cluster a node may have been given no object to stage.
      if (!met) await killing()
      return { id, table, met }
    }),
  )
  for (const { id, table, met } of driven) await expectOnce(id, table, met)
}

it('goes on at the other replica when one is lost while a second batch is staged, by each strategy', () =>
  loseIn(strategies, 'staging', (killing) => {
    let reads = 0
    return atStatements(
      (sql) => sql.startsWith('INSERT INTO'),
      async (send, request) => {
        if (++reads !== 2) return send(request)
        const sending = send(request)
        await killing()
        return sending
      },
    )
  }))

it('loads again what was staged on the lost replica and not published, also where other shards have arrived', () =>
  loseIn(['single-node', 'split', 'cluster'], 'before_attach', (killing) =>
    atStatements(
      (sql) => sql.includes(' ATTACH PARTITION '),
      async (send, request) => {
        await killing()
        return send(request)
      },
    ),
  ))

it('counts as published what Keeper and the other replica have, though nobody saw the answer', async () => {
  await lab.createTarget('after_attach')
  const id = await lab.request('after_attach', onLost())
  const clusters = atStatements(
    (sql) => sql.includes(' ATTACH PARTITION '),
    async (send, request) => {
      await send(request)
      await lab.waitForEqualReplicas('after_attach')
      await kill()
      return unanswered(request)
    },
  )
  const job = await lab.drive(id, { clusters })
  expect(job.batches).toMatchObject([{ attempt: 1, status: 'completed' }])
  await expectOnce(id, 'after_attach')
})

it('waits for the lost replica where it alone has what is published', async () => {
  await lab.createTarget('not_fetched')
  const id = await lab.request('not_fetched', onLost())
  await lab.stopFetches(other, 'not_fetched')
  const clusters = atStatements(
    (sql) => sql.includes(' ATTACH PARTITION '),
    async (send, request) => {
      await send(request)
      await kill()
      return unanswered(request)
    },
  )
  const driving = lab.drive(id, { clusters })
  await expect
    .poll(async () => (await getLoad(lab.as('viewer'), { id })).batches[0]?.waitReason, { timeout: 60_000 })
    .toContain(`only ${lost} has their rows`)
  await lab.startFetches(other, 'not_fetched')
  await startAgain()
  await driving
  await expectOnce(id, 'not_fetched')
})

it('waits for it where a person wants that, and goes on when it is back', async () => {
  await lab.createTarget('waiting')
  const id = await lab.request('waiting', { ...onLost(), lostReplica: { kind: 'wait' } })
  const clusters = atStatements(
    (sql) => sql.startsWith('INSERT INTO'),
    async (send, request) => {
      if (down) return send(request)
      await kill()
      return send(request)
    },
  )
  const driving = lab.drive(id, { clusters })
  await expect
    .poll(async () => (await getLoad(lab.as('viewer'), { id })).waitReason, { timeout: 30_000 })
    .toContain('The load waits for it, as you chose')
  await lab.start(lost)
  const { status, takeOvers } = await driving
  expect({ status, takeOvers }).toEqual({ status: 'completed', takeOvers: [] })
  down = false
  expect(await lab.countRows('waiting')).toMatchObject(everything)
})

it('plans a load around a replica that is away, and warns of one that takes no writes', async () => {
  await lab.createTarget('away')
  await lab.askAll(
    `CREATE TABLE ${lab.database}.away_all AS ${lab.database}.away ENGINE = Distributed('${lab.replicas.clusterName}', '${lab.database}', 'away', rand())`,
  )
  await kill()
  const target = { database: lab.database, table: 'away_all' }
  const id = await lab.request('away', { target, lostReplica: takeOver })
  const { checks, strategy, spec } = await getLoad(lab.as('viewer'), { id })
  expect([strategy, spec.landing.nodes]).toEqual(['split', [other, lab.names[2]]])
  expect(checks).toContainEqual(
    expect.objectContaining({
      ...{ id: 'target-nodes', outcome: 'warning' },
      text: `The table was not found on ${lost}. ${other}, a replica of the same shard, gets its rows.`,
    }),
  )
  expect(await lab.drive(id)).toMatchObject({ status: 'completed', rowsAfter: BigInt(everything.rows) })
  await startAgain()
  expect(await lab.countRows('away')).toMatchObject(everything)
})

/** Of two shards, with a table of these rows. */
async function inReplicatedDatabase(
  settings: string,
  work: (database: string) => Promise<void>,
): Promise<void> {
  const database = `${lab.database}_r`
  await lab.askAll(
    `CREATE DATABASE ${database} ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`,
  )
  try {
    await lab.ask(
      other,
      `CREATE TABLE ${database}.carried (day Date, id UInt64, text String) ENGINE = ReplicatedMergeTree ORDER BY id PARTITION BY toYYYYMM(day) ${settings}`,
    )
    await work(database)
  } finally {
    await startAgain()
    await lab.askAll(`DROP DATABASE IF EXISTS ${database} SYNC`)
  }
}

async function expectCarriedOnce(database: string): Promise<void> {
  const tables = `SELECT name FROM system.tables WHERE database = '${database}'`
  await expect.poll(() => lab.askAll(tables)).toEqual(lab.names.map(() => [{ name: 'carried' }]))
  const count = `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM ${database}.carried`
  for (const node of [lost, other]) await expect.poll(() => lab.ask(node, count)).toEqual([everything])
}

it('loads into a table of a Replicated database while a replica of it is away', async (test) => {
  await lab.need(test, 'replicated-database')
  await inReplicatedDatabase('', async (database) => {
    await kill()
    const id = await lab.request('carried', {
      ...{ strategy: 'single-node', lostReplica: takeOver },
      target: { database, table: 'carried' },
    })
    expect(await lab.drive(id)).toMatchObject({ status: 'completed', rowsAfter: BigInt(everything.rows) })
    await startAgain()
    await expectCarriedOnce(database)
  })
})

it('waits for the lost replica where a Replicated database has it attach its rows when it is back', async (test) => {
  await lab.need(test, 'replicated-database')
  await inReplicatedDatabase('', async (database) => {
    const id = await lab.request('carried', { ...onLost(), target: { database, table: 'carried' } })
    const clusters = atStatements(
      (sql) => sql.includes(' ATTACH PARTITION '),
      async (send, request) => {
        await kill()
        return send(request)
      },
    )
    const driving = lab.drive(id, { clusters })
    await expect
      .poll(async () => (await getLoad(lab.as('viewer'), { id })).batches[0]?.waitReason, { timeout: 60_000 })
      .toContain(`lets ${lost} attach its staged rows when it is back`)
    await lab.start(lost)
    expect(await driving).toMatchObject({ status: 'completed', rowsAfter: BigInt(everything.rows) })
    down = false
    await expectCarriedOnce(database)
  })
})

it('does not load where a Replicated database would attach rows twice', async (test) => {
  await lab.need(test, 'replicated-database')
  await inReplicatedDatabase('SETTINGS replicated_deduplication_window = 0', async (database) => {
    await lab.ask(
      other,
      `CREATE TABLE ${database}.carried_all AS ${database}.carried ENGINE = Distributed('${lab.replicas.clusterName}', '${database}', 'carried', rand())`,
    )
    const target = { database, table: 'carried_all' }
    await expect(lab.request('carried', { target, strategy: 'split' })).rejects.toThrow(
      'does not deduplicate',
    )
    const id = await lab.request('carried', { target, strategy: 'single-node', node: other })
    expect(await lab.drive(id)).toMatchObject({ status: 'completed', rowsAfter: BigInt(everything.rows) })
    const [counts] = await lab.ask(
      other,
      `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM ${database}.carried_all`,
    )
    expect(counts).toEqual(everything)
  })
})

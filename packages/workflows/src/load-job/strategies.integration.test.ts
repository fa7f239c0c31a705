import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  for (let part = 0; part < 6; part++) await lab.putCsv(`plain/${part}.csv`, part * 1000, 1000)
})
afterAll(() => lab?.close())

async function rowsByNode(table: string): Promise<number[]> {
  return Promise.all(
    lab.admins.map(async ([, client]) => {
      const [row] = await lab.rows<{ n: number }>(client, `SELECT toUInt32(count()) AS n FROM lab.${table}`)
      return row?.n ?? -1
    }),
  )
}

describe('each strategy loads every object once', () => {
  async function expectLoaded(table: string, strategy: Parameters<LoadLab['request']>[2]) {
    await lab.createTarget(table)
    const id = await lab.request(table, 'plain/', strategy)
    const job = await lab.drive(id)
    expect([job.status, job.error]).toEqual(['completed', null])
    expect(await lab.sumTable(table)).toEqual(await lab.sumOf(6000))
    expect([job.rowsBefore, job.rowsAfter]).toEqual([0n, 6000n])
    expect((await lab.listFiles(id)).map(({ status, rows, attempts }) => [status, rows, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['loaded', 1000n, 1]),
    )
    expect(await lab.listStaging()).toEqual([])
    const statements = await lab.db.loadStatement.findMany({ where: { batch: { jobId: id } } })
    expect(new Set(statements.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    return statements
  }

  it('single-node', async () => {
    await expectLoaded('single', { strategy: { kind: 'single-node', node: lab.first } })
    expect(await rowsByNode('single')).toEqual([6000, 0])
  })

  it('cluster', async () => {
    const statements = await expectLoaded('clustered', {
      strategy: { kind: 'cluster', cluster: lab.cluster, initiator: lab.first },
      tuning: { maxThreads: 1 },
    })
    expect(statements).toHaveLength(2)
    // The engine hands objects out by a hash of their names and to whoever asks first: it may give all of them to one node.
    // That every node takes part with an INSERT of its own does not depend on it.
    const ids = statements.map(({ queryId }) => `'${queryId}'`).join()
    for (const [node, client] of lab.admins) {
      await client.command({ query: 'SYSTEM FLUSH LOGS' })
      const rows = await lab.rows<{ id: string }>(
        client,
        `SELECT DISTINCT initial_query_id AS id FROM system.query_log
         WHERE type = 'QueryFinish' AND query_kind = 'Insert' AND initial_query_id IN (${ids}) ORDER BY id`,
      )
      expect([node, rows.map(({ id }) => id)]).toEqual([
        node,
        statements.map(({ queryId }) => queryId).sort(),
      ])
    }
  })

  it('reshard', async () => {
    await expectLoaded('resharded', {
      strategy: { kind: 'reshard', cluster: lab.cluster, initiator: lab.first, shardingKey: 'id' },
    })
    for (const [index, [, client]] of lab.admins.entries()) {
      const [row] = await lab.rows<{ n: number }>(
        client,
        `SELECT toUInt32(countIf(id % 2 != ${index})) AS n FROM lab.resharded`,
      )
      expect(row?.n).toBe(0)
    }
  })

  it('split', async () => {
    const statements = await expectLoaded('splitted', {
      strategy: { kind: 'split', nodes: lab.nodes },
      tuning: { batchesAtOnce: 2, maxInsertThreads: 2, maxThreads: 2 },
    })
    expect(statements).toHaveLength(4)
    expect(await rowsByNode('splitted')).toEqual([3000, 3000])
  })

  it('tells nobody the keys of the source', async () => {
    const { secretAccessKey, accessKeyId } = lab.store
    const rows = await Promise.all([
      lab.db.loadStatement.findMany(),
      lab.db.loadJob.findMany({ select: { spec: true, run: { select: { error: true } } } }),
      lab.db.auditEntry.findMany({ where: { objectType: 'load-job' } }),
    ])
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain('frostline_load_')
    expect(text).not.toContain(secretAccessKey)
    expect(text).not.toContain(accessKeyId)
    for (const [, client] of lab.admins) {
      await client.command({ query: 'SYSTEM FLUSH LOGS' })
      const [found] = await lab.rows<{ n: number }>(
        client,
        `SELECT toUInt32(countIf(position(toString(tuple(*)), reverse('${[...secretAccessKey].reverse().join('')}')) > 0)) AS n FROM system.query_log`,
      )
      expect(found?.n).toBe(0)
    }
  })
})

it('loads beside what is there, rows of equal content too', async () => {
  await lab.createTarget('twice')
  const rule = { strategy: { kind: 'split' as const, nodes: lab.nodes } }
  for (const _ of [1, 2])
    expect((await lab.drive(await lab.request('twice', 'plain/', rule))).status).toBe('completed')
  expect((await lab.sumTable('twice')).rows).toBe('12000')
})

it('gives columns that are not read their defaults, and reads gzip with a mapping', async () => {
  await lab.createTarget('mapped', 'ReplacingMergeTree')
  await lab.putCsv('gz/1.csv.gz', 0, 500)
  await lab.putCsv('gz/2.csv.gz', 0, 500)
  const id = await lab.request('mapped', 'gz/', {
    read: {
      format: 'CSVWithNames',
      compression: 'gzip',
      columns: [
        { name: 'day', type: 'Date' },
        { name: 'id', type: 'String' },
        { name: 'text', type: 'String' },
      ],
    },
    mapping: [
      { column: 'day', expression: 'day' },
      { column: 'id', expression: 'toUInt64(id) % 7' },
      { column: 'text', expression: 'upper(text)' },
    ],
  })
  const job = await lab.drive(id)
  expect([job.status, job.error, job.rowsAfter]).toEqual(['completed', null, 1000n])
  const [, client] = lab.admins[0] ?? []
  if (!client) throw new Error('The lab has no node.')
  const [row] = await lab.rows<object>(
    client,
    `SELECT toString(max(id)) AS most, toString(min(seen)) AS seen, max(text = upper(text)) AS upper FROM lab.mapped_all`,
  )
  expect(row).toEqual({ most: '6', seen: '2024-01-01 00:00:00', upper: 1 })
})

it('reads any key that the engine can name', async () => {
  const keys = [
    'a b',
    "it's",
    'q"',
    '50%',
    '%20',
    '{a,b}',
    'st*r',
    'wh?t',
    'ünï',
    'nl\nx',
    'back\\s',
    '+',
    '#',
    '&',
    '[x]',
    'ß/😀',
  ]
  for (const [index, key] of keys.entries()) await lab.putCsv(`hostile/${key}`, index * 10, 10)
  // Not of the load: the patterns match it.
  await lab.createTarget('hostile')
  for (const strategy of [
    { kind: 'split' as const, nodes: lab.nodes },
    { kind: 'cluster' as const, cluster: lab.cluster, initiator: lab.first },
  ]) {
    for (const [, client] of lab.admins) await client.command({ query: 'TRUNCATE TABLE lab.hostile' })
    const id = await lab.request('hostile', 'hostile/', {
      strategy,
      batch: { maxBytes: '1000000', maxObjects: 5 },
    })
    await lab.putCsv('hostile/st_r', 1_000_000, 10)
    await lab.putCsv('hostile/later', 1_000_000, 10)
    const job = await lab.drive(id)
    expect([job.status, job.error]).toEqual(['completed', null])
    expect(await lab.sumTable('hostile')).toEqual(await lab.sumOf(keys.length * 10))
    await lab.remove('hostile/st_r')
    await lab.remove('hostile/later')
  }
})

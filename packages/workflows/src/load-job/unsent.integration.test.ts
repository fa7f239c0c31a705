import type { CommandOutcome } from '@frostline/clickhouse'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  for (let part = 0; part < 4; part++) {
    await lab.putCsv(`unsent/${part}.csv`, part * 50, 50)
    await lab.putCsv(`bad/${part}.csv`, part * 50, 50, 10)
  }
  // The proof counts in whole seconds: a node that has just started may have lost what it knew.
  for (const [, client] of lab.admins)
    await vi.waitFor(
      async () =>
        expect((await lab.rows<{ up: number }>(client, 'SELECT uptime() AS up'))[0]?.up).toBeGreaterThan(1),
      { timeout: 30_000 },
    )
})
afterAll(() => lab?.close())

/** More than failures that a batch may have. */
const crashes = 8

async function crash(id: string, point: Omit<CrashPoint, 'when'>): Promise<void> {
  const { db, clusters } = crashAt({ ...point, when: 'before' }, { db: lab.db, clusters: lab.ctx.clusters })
  await expect(lab.drive(id, { db, clusters })).rejects.toMatchObject({ name: 'Crash' })
}

const listStatements = (id: string) =>
  lab.db.loadStatement.findMany({ where: { batch: { jobId: id } }, orderBy: { sentAt: 'asc' } })

/** Statements that the nodes have begun, of those that were written down. */
async function countBegun(ids: readonly string[]): Promise<number> {
  const begun = await Promise.all(
    lab.admins.map(async ([, client]) => {
      await client.command({ query: 'SYSTEM FLUSH LOGS query_log' })
      return lab.rows<{ id: string }>(
        client,
        `SELECT DISTINCT query_id AS id FROM system.query_log WHERE has([${ids.map((id) => `'${id}'`).join()}], query_id)`,
      )
    }),
  )
  return new Set(begun.flat().map(({ id }) => id)).size
}

const ways = {
  split: {},
  'one node': { strategy: () => ({ kind: 'single-node' as const, node: lab.first }) },
  cluster: {
    strategy: () => ({ kind: 'cluster' as const, cluster: lab.cluster, initiator: lab.first }),
  },
  'one by one': { strategy: () => ({ kind: 'single-node' as const, node: lab.first }), collects: true },
}

for (const [way, given] of Object.entries<{ strategy?: () => object; collects?: boolean }>(ways))
  it(`${way}: costs no attempt when its worker ends before each statement that it has written down`, async () => {
    const table = `unsent_${way.replaceAll(' ', '_')}`
    await lab.createTarget(table)
    const collects = given.collects === true
    const badRows = {
      kind: 'collect' as const,
      maxRowsPerObject: 9,
      into: { database: 'lab', table: `${table}_bad` },
    }
    const id = await lab.request(table, collects ? 'bad/' : 'unsent/', {
      ...(given.strategy ? { strategy: given.strategy() as never } : {}),
      ...(collects ? { badRows } : {}),
    })
    // The first INSERT of an attempt with bad rows reads all objects; the others one each.
    const first = collects ? 2 : 1
    await crash(id, { step: first, of: 'INSERT INTO' })
    for (let more = 1; more < crashes; more++) await crash(id, { step: 1, of: 'INSERT INTO' })
    const job = await lab.drive(id)
    expect([job.status, job.error]).toEqual(['completed', null])
    expect(await lab.sumTable(table)).toEqual(await lab.sumOf(200, collects ? 'number % 10 = 0' : '0'))
    expect((await lab.listFiles(id)).map(({ attempts }) => attempts)).toEqual(Array(4).fill(first))
    const [batch] = await lab.db.loadBatch.findMany({ where: { jobId: id } })
    expect(batch?.attempt).toBe(first)
    const statements = await listStatements(id)
    const unsent = statements.filter(({ status }) => status === 'unsent')
    expect(unsent.length).toBeGreaterThanOrEqual(crashes)
    expect(unsent[0]?.error).toMatch(/^It was recorded but not sent: /)
    expect(await countBegun(unsent.map(({ queryId }) => queryId))).toBe(0)
    expect(await lab.listStaging()).toEqual([])
  })

it('refuses a statement that a worker was held up before, when another one has taken the load up', async () => {
  await lab.createTarget('late')
  const id = await lab.request('late', 'unsent/')
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const late: Promise<CommandOutcome>[] = []
  const heldUp = wrapClients(lab.ctx.clusters, ({ command }) => ({
    command: async (request) => {
      if (!request.sql.startsWith('INSERT INTO')) return command(request)
      const sending = gate.then(() => command(request))
      late.push(sending)
      return sending
    },
  }))
  const former = lab.drive(id, { clusters: heldUp })
  former.catch(() => undefined)
  await expect.poll(() => late.length).toBe(lab.nodes.length)
  const outcomes: CommandOutcome[] = []
  const clusters = wrapClients(lab.ctx.clusters, ({ command }) => ({
    command: async (request) => {
      if (!request.sql.startsWith('INSERT INTO')) return command(request)
      open()
      outcomes.push(...(await Promise.all(late)))
      return command(request)
    },
  }))
  expect((await lab.drive(id, { clusters })).status).toBe('completed')
  expect(outcomes.map((outcome) => outcome.kind === 'refused' && outcome.error.code)).toEqual(
    Array(lab.nodes.length ** 2).fill(60),
  )
  expect(await lab.sumTable('late')).toEqual(await lab.sumOf(200))
  expect((await lab.listFiles(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
  await expect(former).rejects.toMatchObject({ name: 'StaleWriterError' })
  expect(await lab.listStaging()).toEqual([])
})

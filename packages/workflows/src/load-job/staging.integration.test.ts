import { randomUUID } from 'node:crypto'
import { stagingNames, stagingPrefix } from '@frostline/clickhouse'
import { getLoadProgress, pauseLoad, resumeLoad } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labDeps } from '../testing/lab-deps.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'
import { sweepStaging } from './sweep-staging.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2, own: { nodes: 'it kills a node' } })
  await lab.createTarget('swept')
  await lab.putCsv('swept/0.csv', 0, 10)
})
afterAll(() => lab?.close())

async function leaveTable(jobId: string): Promise<string> {
  const [[, client] = []] = lab.admins
  const { data } = stagingNames(jobId, 0, 1)
  await client?.command({ query: `CREATE TABLE lab.${data} (id UInt64) ENGINE = MergeTree ORDER BY id` })
  return data
}

it('drops what ended loads of this ledger have left, and nothing else', async () => {
  const ended = await lab.request('swept', 'swept/')
  await lab.drive(ended)
  const waiting = await lab.request('swept', 'swept/')
  const arriving = await lab.request('swept', 'swept/')
  await lab.drive(arriving)
  await lab.db.loadBatch.updateMany({
    where: { jobId: arriving },
    data: { status: 'publishing', finishedAt: null },
  })
  await leaveTable(ended)
  const kept = [await leaveTable(waiting), await leaveTable(arriving), await leaveTable(randomUUID())]

  await sweepStaging(labDeps(lab), lab.clusterId)

  expect((await lab.listStaging()).toSorted()).toEqual(kept.toSorted())
})

it('drops it on the other nodes while one is away', async () => {
  await lab.createTarget('away')
  const ended = await lab.request('away', 'swept/')
  await lab.drive(ended)
  const left = await leaveTable(ended)
  const [, second] = lab.clickhouse.nodes
  await second?.kill()
  try {
    await sweepStaging(labDeps(lab), lab.clusterId)
  } finally {
    await second?.start()
  }
  expect(await lab.listStaging()).not.toContain(left)
})

it('counts the rows on a server before 26.1, in a table of another engine', async () => {
  await lab.createTarget('older')
  await lab.putCsv('older/0.csv', 0, 500)
  const id = await lab.request('older', 'older/')
  const engines: string[] = []
  const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: async (query, params, options) => {
      if (query.name === 'load_counts') engines.push(await engineOfCounts(id))
      const answer = await ask(query, params, options)
      const rows = answer.rows.map((row) => Object.assign({}, row, { server_version: '25.8.2.29' }))
      return query.name === 'table_identity' ? { ...answer, rows } : answer
    },
  }))
  expect((await lab.drive(id, { clusters })).status).toBe('completed')
  expect(await lab.sumTable('older')).toEqual(await lab.sumOf(500))
  expect(new Set(engines)).toEqual(new Set(['MergeTree']))
})

async function engineOfCounts(jobId: string): Promise<string> {
  const engines = await Promise.all(
    lab.admins.map(([, client]) =>
      lab.rows<{ engine: string }>(
        client,
        `SELECT engine FROM system.tables WHERE database = 'lab' AND name = '${stagingNames(jobId, 0, 1).counts}'`,
      ),
    ),
  )
  return [...new Set(engines.flat().map(({ engine }) => engine))].join()
}

it('keeps what is staged while the store does not answer, and reads no object again', async () => {
  await lab.createTarget('counted')
  await lab.putCsv('counted/0.csv', 0, 500)
  await lab.putCsv('counted/1.csv', 500, 500)
  const id = await lab.request('counted', 'counted/')
  let counted = false
  const untilItIsSaid = () =>
    expect
      .poll(async () => (await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })).waitReason, {
        timeout: 60_000,
      })
      .toMatch(/^All rows of this batch are staged/)
  /** The rows are counted after the statements have ended, and before the store is asked what the objects are by now. */
  async function silenceOnce(query: string): Promise<void> {
    if (query !== 'load_counts' || counted) return
    counted = true
    await lab.store.inject({ operation: '*', status: 503 })
  }
  const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: async (query, params, options) => {
      await silenceOnce(query.name)
      return ask(query, params, options)
    },
  }))
  const driving = lab.drive(id, { clusters })
  await untilItIsSaid()
  await lab.store.clearFaults()
  expect((await driving).status).toBe('completed')
  expect(await lab.sumTable('counted')).toEqual(await lab.sumOf(1000))
  const batches = await lab.db.loadBatch.findMany({ where: { jobId: id } })
  expect(batches.map(({ attempt }) => attempt)).toEqual([1])
  const own = stagingPrefix(id)
  expect((await lab.listStaging()).filter((name) => name.startsWith(own))).toEqual([])
})

it('publishes nothing before the rows of the table are known, through a pause', async () => {
  await lab.createTarget('unknown')
  await lab.putCsv('unknown/0.csv', 0, 500)
  const id = await lab.request('unknown', 'unknown/')
  let isSilent = true
  const batch = () => lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })
  /** Not when the batch was put back: then the rows are counted for the end of the run. */
  async function isUnderWay(): Promise<boolean> {
    const { status, stagedHash } = await batch()
    return status === 'loading' || stagedHash === null
  }
  const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: async (query, params, options) => {
      if (isSilent && query.name === 'active_rows' && (await isUnderWay())) throw new Error('No answer')
      return ask(query, params, options)
    },
  }))
  const driving = lab.drive(id, { clusters })
  await expect.poll(async () => (await batch()).stagedHash).not.toBeNull()
  await expect
    .poll(async () => (await lab.load(id)).waitReason)
    .toContain('The rows of the table cannot be counted')
  await pauseLoad(lab.loadCtx, { id })
  expect((await driving).status).toBe('paused')
  expect(await lab.sumTable('unknown')).toMatchObject({ rows: '0' })
  isSilent = false
  await resumeLoad(lab.loadCtx, { id })
  expect(await lab.drive(id, { clusters })).toMatchObject({
    status: 'completed',
    rowsBefore: 0n,
    rowsAfter: 500n,
  })
  expect((await batch()).attempt).toBe(1)
})

it('is told part by part while a load is under way', async () => {
  const id = await lab.request('swept', 'swept/')
  const batch = await lab.db.loadBatch.findFirstOrThrow({ where: { jobId: id } })
  const sent = { queryId: randomUUID(), attempt: 1, nodeName: lab.first, sql: '' }
  await lab.db.loadStatement.create({
    data: { ...sent, batchId: batch.id, status: 'sent', sentAt: new Date() },
  })
  const table = await leaveTable(id)
  const [[, client] = []] = lab.admins
  await client?.command({ query: `SYSTEM STOP MERGES lab.${table}` })
  for (let part = 0; part < 2; part++)
    await client?.command({ query: `INSERT INTO lab.${table} VALUES (${part})` })
  const { data } = await getLoadProgress(lab.loadCtx, { id })
  expect(data.nodes.map(({ node, stagedParts }) => [node, stagedParts])).toEqual(
    lab.nodes.map((node) => [node, node === lab.first ? 2n : 0n]),
  )
  expect(data.nodes[0]?.stagedBytes).toBeGreaterThan(0n)
})

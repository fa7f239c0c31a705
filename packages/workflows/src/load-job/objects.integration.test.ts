import { setTimeout as sleep } from 'node:timers/promises'
import { stagingPrefix } from '@frostline/clickhouse'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { readEtag, readEtags } from './read-etags.ts'

let lab: LoadLab
let upkeep: ReturnType<LoadLab['keepNodesUp']>
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  upkeep = lab.keepNodesUp()
})
afterEach(() => lab.store.clearFaults())
afterAll(async () => {
  await upkeep?.stop()
  await lab?.close()
})

function strategies() {
  return [
    { kind: 'split' as const, nodes: lab.nodes },
    { kind: 'cluster' as const, cluster: lab.cluster, initiator: lab.first },
  ]
}

it('fails a broken object alone, and says at which row', async () => {
  for (let part = 0; part < 3; part++) await lab.putCsv(`broken/${part}.csv`, part * 100, 100)
  await lab.put('broken/bad.csv', 'day,id,text\n2024-01-15,1,"a"\n2024-01-15,two,"b"\n')
  for (const [index, strategy] of strategies().entries()) {
    const table = `broken_${index}`
    await lab.createTarget(table)
    const id = await lab.request(table, 'broken/', { strategy })
    const job = await lab.drive(id)
    expect(job.status).toBe('failed')
    expect(job.error).toMatch(/^1 of 4 objects is not loaded: 1 failed\./)
    const files = await lab.listFiles(id)
    expect(files.map(({ key, status }) => [key, status])).toEqual([
      ['broken/0.csv', 'loaded'],
      ['broken/1.csv', 'loaded'],
      ['broken/2.csv', 'loaded'],
      ['broken/bad.csv', 'failed'],
    ])
    expect(files[3]?.errorRow).toBe(2n)
    expect(files[3]?.error).toContain('broken/bad.csv')
    expect(await lab.sumTable(table)).toEqual(await lab.sumOf(300))
    expect(await lab.listStaging()).toEqual([])
  }
})

it('loads nothing of an object that is not the one of the manifest any more', async () => {
  for (const [index, strategy] of strategies().entries()) {
    const table = `changed_${index}`
    const prefix = `changed_${index}/`
    await lab.createTarget(table)
    await lab.putCsv(`${prefix}0.csv`, 0, 100)
    await lab.putCsv(`${prefix}1.csv`, 100, 100)
    await lab.putCsv(`${prefix}2.csv`, 200, 100)
    await lab.put(`${prefix}empty.csv`, 'day,id,text\n')
    const id = await lab.request(table, prefix, { strategy })
    await lab.putCsv(`${prefix}1.csv`, 5000, 99)
    await lab.remove(`${prefix}2.csv`)
    const job = await lab.drive(id)
    expect(job.error).toMatch(/^2 of 4 objects are not loaded: 2 changed in the bucket\./)
    expect((await lab.listFiles(id)).map(({ status, rows }) => [status, rows])).toEqual([
      ['loaded', 100n],
      ['changed', null],
      ['changed', null],
      ['loaded', 0n],
    ])
    expect(await lab.sumTable(table)).toEqual(await lab.sumOf(100))
  }
})

it.each([
  ['of the same length', 500],
  ['of another length', 5000],
])('loads nothing of an object that is replaced while it is read by one %s', async (_, fromId) => {
  const table = `replaced_${fromId}`
  await lab.createTarget(table)
  for (let part = 0; part < 3; part++) await lab.putCsv(`${table}/${part}.csv`, 100 + part * 100, 100)
  const id = await lab.request(table, `${table}/`)
  await lab.store.inject({ operation: 'GetObject', keyPrefix: `${table}/1`, latencyMs: 4_000 })
  const driven = lab.drive(id)
  await vi.waitFor(
    async () => expect(await lab.db.loadStatement.count({ where: { batch: { jobId: id } } })).toBe(2),
    { timeout: 30_000 },
  )
  await sleep(700)
  await lab.putCsv(`${table}/1.csv`, fromId, 100)
  const job = await driven
  expect(job.error).toMatch(/^1 of 3 objects is not loaded: 1 changed in the bucket\./)
  expect((await lab.listFiles(id)).map(({ status }) => status)).toEqual(['loaded', 'changed', 'loaded'])
  expect((await lab.sumTable(table)).rows).toBe('200')
})

it('sees the ETags of a batch as the store tells them one by one, of any name, and what is gone', async () => {
  // A server that keeps objects as files, as some that are given do, has no object by the name of a folder.
  const alsoFolder = lab.storeIsOurs ? ['a'] : []
  const keys = [...alsoFolder, "a/quo'te", 'a/b c', 'a/ü', 'a/😀', 'a/漢', 'a/{1..2}', 'a/%41', 'zz'].map(
    (key) => `etags/${key}`,
  )
  for (const key of keys) await lab.put(key, key)
  for (let other = 0; other < 50; other++) await lab.put(`etags/m/${other}`, 'another')
  const gone = 'etags/a/gone'
  const now = await readEtags(lab.objects, lab.bucket, [gone, ...keys.toReversed()])
  expect(now.size).toBe(keys.length + 1)
  expect(now.get(gone)).toBe(null)
  for (const key of keys) {
    const etag = await readEtag(lab.objects, lab.bucket, key)
    expect([key, now.get(key)]).toEqual([key, etag])
    expect(etag).toMatch(/^[0-9a-f]{32}$/)
  }
})

it('stops within seconds when it is cancelled, and leaves nothing of a batch that had not arrived', async () => {
  await lab.createTarget('cancelled')
  for (let part = 0; part < 4; part++) await lab.putCsv(`slow/${part}.csv`, part * 100, 100)
  const id = await lab.request('cancelled', 'slow/')
  await lab.store.inject({ operation: 'GetObject', latencyMs: 15_000 })
  const driving = lab.drive(id)
  await expect.poll(() => countInserts(id)).toBe(2)
  await lab.db.run.update({ where: { id }, data: { status: 'cancelling' } })
  // They read again only when they have been killed: otherwise the batch may arrive first.
  await expect.poll(() => countInserts(id)).toBe(0)
  await lab.store.clearFaults()
  const job = await driving
  expect(job.status).toBe('cancelled')
  expect((await lab.listFiles(id)).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
  expect((await lab.sumTable('cancelled')).rows).toBe('0')
  expect(await lab.listStaging()).toEqual([])
  const [audit] = await lab.db.auditEntry.findMany({ where: { objectId: id } })
  expect(audit).toMatchObject({ action: 'load-job.finish', outcome: 'cancelled' })
})

/** Inserts of a load that run and are not killed. */
async function countInserts(jobId: string): Promise<number> {
  const running = await Promise.all(
    lab.admins.map(([, client]) =>
      lab.rows<{ query_id: string }>(
        client,
        `SELECT query_id FROM system.processes WHERE query_kind = 'Insert' AND NOT is_cancelled AND position(query, '${stagingPrefix(jobId)}') > 0`,
      ),
    ),
  )
  return running.flat().length
}

it('goes on after a pause with what is left', async () => {
  await lab.createTarget('paused')
  for (let part = 0; part < 6; part++) await lab.putCsv(`paused/${part}.csv`, part * 100, 100)
  const id = await lab.request('paused', 'paused/', { batch: { maxBytes: '1000000', maxObjects: 2 } })
  await lab.store.inject({ operation: 'GetObject', latencyMs: 500 })
  const driving = lab.drive(id)
  await expect.poll(() => lab.db.loadBatch.count({ where: { jobId: id, status: 'completed' } })).toBe(1)
  await lab.db.run.update({ where: { id }, data: { status: 'pausing' } })
  const paused = await driving
  expect(paused.status).toBe('paused')
  expect(
    await lab.db.loadBatch.count({ where: { jobId: id, status: { in: ['loading', 'publishing'] } } }),
  ).toBe(0)
  await lab.store.clearFaults()
  await lab.db.run.update({ where: { id }, data: { status: 'queued', generation: { increment: 1 } } })
  expect((await lab.drive(id)).status).toBe('completed')
  expect(await lab.sumTable('paused')).toEqual(await lab.sumOf(600))
})

it('says what is missing when the table is gone, and does not go on with the other batches', async () => {
  await lab.createTarget('gone')
  for (let part = 0; part < 2; part++) await lab.putCsv(`gone/${part}.csv`, part * 100, 100)
  const id = await lab.request('gone', 'gone/', { batch: { maxBytes: '1000000', maxObjects: 1 } })
  for (const [, client] of lab.admins) await client.command({ query: 'DROP TABLE lab.gone SYNC' })
  const job = await lab.drive(id)
  expect(job.status).toBe('failed')
  expect(job.error).toContain('There is no table lab.gone')
  expect((await lab.listFiles(id)).map(({ status }) => status)).toEqual(['failed', 'waiting'])
})

import { getTableReplication, type RepairDraft, startRepair } from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductProcess } from '../testing/product-process.ts'
import { spawnWorker } from '../testing/worker-process.ts'

// A worker is killed in the middle of a repair; the next one finishes it and sends no changing statement twice.
let lab: ReplicatedLab
let worker: ProductProcess | null = null
let first = ''
let second = ''
let table = ''
let tables = 0
/** A worker is silent for 10 s before another one takes over, and a slice of a sync takes as long. */
const takeover = { timeout: 90_000 }

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
})
afterAll(() => lab?.close())
beforeEach(async (context) => {
  await lab.needGrants(context, 'SYSTEM SYNC REPLICA', 'SYSTEM RESTART REPLICA')
  table = `events_${++tables}`
  await lab.createTable(table, { columns: 'id UInt64', orderBy: 'id', on: [first, second] })
  await insert(100)
  await lab.waitForEqualReplicas(table)
  await startWorker()
})
afterEach(async () => {
  await worker?.kill()
})

async function startWorker(): Promise<void> {
  worker = await spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
}

const insert = (rows: number) =>
  lab.ask(first, `INSERT INTO ${lab.database}.${table} SELECT rand64() FROM numbers(${rows})`)

/** Of the replica on the second node. */
async function start(kind: RepairDraft['kind']): Promise<string> {
  const at = { cluster: lab.cluster, database: lab.database, table }
  const { data } = await getTableReplication(lab.ctx, { ...at, fresh: true })
  const [set] = data.sets
  const replicaName = set?.replicas.find(({ node }) => node === second)?.replicaName ?? ''
  const { id } = await startRepair(lab.ctx, {
    ...{ ...at, kind, keeperPath: set?.keeperPath ?? '', replicaName, limitSeconds: 120 },
  })
  return id
}

const read = async (id: string) => {
  const { run, ...repair } = await lab.db.replicaRepair.findUniqueOrThrow({
    where: { id },
    include: { run: true },
  })
  return { ...repair, ...run }
}
const sentAt = async (id: string) => (await read(id)).sentAt

/** How often the server of the second replica ran it. */
async function countStatements(kind: string): Promise<number> {
  await lab.ask(second, 'SYSTEM FLUSH LOGS')
  const [row] = await lab.ask<{ times: string }>(
    second,
    `SELECT toString(count()) AS times FROM system.query_log
     WHERE type = 'QueryStart' AND query_kind = 'System' AND query LIKE 'SYSTEM ${kind} REPLICA%${table}%'`,
  )
  return Number(row?.times)
}

async function killAndStartWorker(): Promise<void> {
  await worker?.kill()
  await startWorker()
}

test('a sync whose worker is killed while it waits is finished by the next worker', async () => {
  await lab.stopFetches(second, table)
  await insert(50)
  const id = await start('sync')
  await expect.poll(() => sentAt(id)).not.toBeNull()
  await killAndStartWorker()
  expect((await read(id)).finishedAt).toBeNull()
  await lab.startFetches(second, table)
  await expect.poll(async () => (await read(id)).status, takeover).toBe('completed')
  expect((await read(id)).proof).toMatch(/^All 2 replicas are equal: 150 rows/)
  const entries = await lab.db.auditEntry.findMany({
    where: { objectId: id, action: 'replica-repair.finish' },
  })
  expect(entries.map(({ outcome }) => outcome)).toEqual(['succeeded'])
})

test('a restart whose worker is killed once it is sent is not sent again', async () => {
  const id = await start('restart')
  await expect.poll(() => sentAt(id)).not.toBeNull()
  await killAndStartWorker()
  await expect.poll(async () => (await read(id)).status, takeover).toMatch(/completed|failed/)
  const { status, error, queryId } = await read(id)
  const times = await countStatements('RESTART')
  // None: it was killed after the ledger write and before sending. The replica accepts writes, which decides the
  // result.
  expect({ status, error: error === null }).toEqual({ status: 'completed', error: true })
  expect(queryId).not.toBeNull()
  expect(times).toBeLessThanOrEqual(1)
  await lab.waitForEqualReplicas(table)
})

test('a sync of a node that is killed with the worker continues when both are back', async (context) => {
  await lab.need(context, 'kills')
  await lab.stopFetches(second, table)
  await insert(50)
  const id = await start('sync')
  await expect.poll(() => sentAt(id)).not.toBeNull()
  await worker?.kill()
  await lab.kill(second)
  await startWorker()
  await expect.poll(async () => (await read(id)).waitReason, takeover).not.toBeNull()
  await lab.start(second)
  await expect.poll(async () => (await read(id)).status, takeover).toBe('completed')
  expect((await read(id)).proof).toMatch(/150 rows/)
})

import { randomUUID } from 'node:crypto'
import { defaultPriceBook } from '@frostline/domain'
import { type AdviceView, followAdvice, hideAdvice, listAdvice, showAdvice } from '@frostline/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import { migrationWork } from './run-tier-migration.ts'

let lab: MigrationLab
const pricePerByte = (defaultPriceBook.local.gibMonth - defaultPriceBook.object.gibMonth) / 1024 ** 3

beforeAll(async () => {
  lab = await openMigrationLab({ shards: 2 })
  await every(`CREATE TABLE lab.sales (at DateTime('UTC'), text String) ENGINE = MergeTree
    PARTITION BY toYYYYMM(at) ORDER BY at SETTINGS storage_policy = 'tiered'`)
  await every('SYSTEM STOP MERGES lab.sales')
  await every(`INSERT INTO lab.sales SELECT now('UTC') - toIntervalDay(number % 200), randomPrintableASCII(100)
    FROM numbers(40000) SETTINGS max_partitions_per_insert_block = 0`)
  await every(`CREATE TABLE lab.slow_ttl AS lab.sales ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY at
    TTL at + INTERVAL 5000 YEAR TO VOLUME 'cold' SETTINGS storage_policy = 'tiered'`)
  await every(
    `INSERT INTO lab.slow_ttl SELECT now('UTC') - number % 80000, randomPrintableASCII(100) FROM numbers(5000)`,
  )
  await every('CREATE TABLE lab.undated (id UInt64, text String) ENGINE = MergeTree ORDER BY id')
  await every('INSERT INTO lab.undated SELECT number, randomPrintableASCII(100) FROM numbers(40000)')
})
afterAll(() => lab?.close())

async function every(query: string): Promise<void> {
  for (const [, client] of lab.admins) await client.command({ query })
}

function firstNode() {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no nodes.')
  return first
}

const list = () => listAdvice(lab.ctx, { cluster: lab.clusterId, fresh: true })

async function find(kind: AdviceView['kind'], subject: string): Promise<AdviceView> {
  const { data } = await list()
  const found = data.advice.find((each) => each.kind === kind && each.subject === subject)
  if (!found)
    throw new Error(`No ${kind} of ${subject}: ${JSON.stringify(data.advice.map(({ key }) => key))}`)
  return found
}

/** Bytes of whole months that ended 30 days ago, by the rows themselves. */
async function sumOldBytes(): Promise<{ bytes: bigint; partitions: number }> {
  const answers = await Promise.all(
    lab.admins.map(([, client]) =>
      lab.rows<{ bytes: string; partitions: number }>(
        client,
        `SELECT toString(sum(bytes_on_disk)) AS bytes, toUInt32(uniqExact(partition_id)) AS partitions FROM system.parts
         WHERE active AND database = 'lab' AND table = 'sales' AND disk_name NOT LIKE 'cold%' AND partition_id IN (
           SELECT toString(toYYYYMM(at)) FROM lab.sales GROUP BY 1 HAVING max(at) < toStartOfDay(now('UTC')) - INTERVAL 30 DAY)`,
      ),
    ),
  )
  return {
    bytes: answers.reduce((sum, [row]) => sum + BigInt(row?.bytes ?? 0), 0n),
    partitions: answers[0]?.[0]?.partitions ?? 0,
  }
}

test('figures are those of the parts and of the price book; what cannot be judged is named', async () => {
  const old = await sumOldBytes()
  const advice = await find('old-partitions', 'lab.sales')
  expect(old.partitions).toBeGreaterThan(3)
  expect(advice.gain).toMatchObject({ kind: 'money', bytes: old.bytes, currency: '$' })
  expect(advice.gain.kind === 'money' && advice.gain.perMonth).toBeCloseTo(
    Number(old.bytes) * pricePerByte,
    12,
  )
  expect(advice.sentence).toContain(`${old.partitions} partitions`)
  expect(advice.plan).toMatchObject({ kind: 'move', table: 'sales', volume: 'cold' })

  const ttl = await find('no-ttl', 'lab.sales')
  expect(ttl.plan).toMatchObject({ ttl: "at + toIntervalDay(30) TO VOLUME 'cold'" })
  expect(ttl.gain).toEqual({ kind: 'bytes', bytes: old.bytes })

  const { data } = await list()
  expect(data.advice.map(({ subject }) => subject)).not.toContain('lab.undated')
  expect(data.notJudged.map(({ kind }) => kind)).toEqual(['orphans', 'cache-thrash', 'small-parts'])
})

test('a TTL that comes after the disk is full is told with the measured growth of the disk', async () => {
  const [node] = firstNode()
  const [disk] = await lab.rows<{ total: string; free: string }>(
    firstNode()[1],
    "SELECT toString(total_space) AS total, toString(free_space) AS free FROM system.disks WHERE name = 'default'",
  )
  const total = BigInt(disk?.total ?? 0)
  const used = total - BigInt(disk?.free ?? 0)
  const hours = 12
  const perHour = 1n << 20n
  const now = Date.now()
  await lab.db.diskSample.createMany({
    data: Array.from({ length: hours + 1 }, (_, index) => ({
      ...{ clusterId: lab.clusterId, nodeName: node, disk: 'default', totalBytes: total },
      grain: 'hour' as const,
      at: new Date(now - (hours - index) * 3_600_000),
      usedBytes: used - BigInt(hours - index) * perHour,
    })),
  })
  const advice = await find('ttl-too-late', 'lab.slow_ttl')
  expect(advice.sentence).toContain(`default of ${node} grows by 24.00 MiB a day`)
  const days = Math.round(Number(total - used) / Number(24n * perHour))
  expect(advice.sentence).toContain(`is full in ${String(days).replace(/\B(?=(\d{3})+$)/g, ',')} days`)
  await lab.db.diskSample.deleteMany()
})

test('a queue that only grows is told with its size', async () => {
  const { data: before } = await list()
  expect(before.advice.map(({ kind }) => kind)).not.toContain('queue-growth')
  const cluster = lab.clickhouse.clusterName
  await every(
    `CREATE TABLE lab.sales_all AS lab.sales ENGINE = Distributed('${cluster}', lab, sales, rand())`,
  )
  await every('SYSTEM STOP DISTRIBUTED SENDS lab.sales_all')
  await every(
    "INSERT INTO lab.sales_all SETTINGS distributed_foreground_insert = 0 SELECT now('UTC'), 'x' FROM numbers(100)",
  )
  const [node] = firstNode()
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await lab.db.insertQueueSample.createMany({
    data: [20, 10].map((minutes) => ({
      ...{ clusterId: lab.clusterId, nodeName: node, database: 'lab', table: 'sales_all', at: at(minutes) },
      ...{ files: 0n, bytes: 0n },
    })),
  })
  const [queue] = await lab.rows<{ files: string; bytes: string }>(
    firstNode()[1],
    'SELECT toString(sum(data_files)) AS files, toString(sum(data_compressed_bytes)) AS bytes FROM system.distribution_queue',
  )
  const advice = await find('queue-growth', 'lab.sales_all')
  expect(advice.gain).toEqual({ kind: 'bytes', bytes: BigInt(queue?.bytes ?? 0) })
  expect(advice.sentence).toContain(`${queue?.files} file`)
  await every('DROP TABLE lab.sales_all SYNC')
})

test('orphans cost what their bytes cost, without those that a removal has taken', async () => {
  const gib = 1n << 30n
  const run = (kind: string) => ({
    ...{
      kind,
      clusterId: lab.clusterId,
      status: 'completed' as const,
      requestedBy: 'x',
      createdAt: new Date(),
    },
  })
  const auditId = randomUUID()
  await lab.db.run.create({ data: { id: auditId, ...run('bucket-audit') } })
  await lab.db.bucketAudit.create({
    data: {
      ...{ id: auditId, sourceName: 's', bucket: 'lake', prefixes: [''], graceMinutes: 60 },
      ...{ timeLimitMinutes: 60, listedAt: new Date() },
      findings: {
        create: [
          ...['a', 'b', 'c'].map((key) => ({
            kind: 'orphan' as const,
            key,
            sizeBytes: gib,
            confirmed: true,
          })),
          { kind: 'orphan', key: 'd', sizeBytes: gib, confirmed: false },
        ],
      },
    },
  })
  const removalId = randomUUID()
  await lab.db.run.create({ data: { id: removalId, ...run('orphan-removal') } })
  await lab.db.orphanRemoval.create({
    data: {
      ...{ id: removalId, auditId, sourceName: 's', bucket: 'lake', choice: {}, way: 'copy' },
      ...{ quarantinePrefix: 'q', replicas: [] },
      objects: {
        create: [
          { kind: 'engine', key: 'a', sizeBytes: gib, modifiedAt: new Date(), state: 'deleted' },
          { kind: 'engine', key: 'b', sizeBytes: gib, modifiedAt: new Date(), state: 'restored' },
        ],
      },
    },
  })
  const advice = await find('orphans', 'lake')
  expect(advice.gain).toMatchObject({ kind: 'money', bytes: 2n * gib })
  expect(advice.gain.kind === 'money' && advice.gain.perMonth).toBeCloseTo(
    2 * defaultPriceBook.object.gibMonth,
    9,
  )
  expect(advice.plan).toEqual({ kind: 'remove-orphans', auditId })
})

test('snoozed and dismissed advice is gone for everybody and can be shown again; viewers may not', async () => {
  const { key } = await find('no-ttl', 'lab.sales')
  const ref = { cluster: lab.clusterId, key }
  const viewer = { ...lab.ctx, actor: { ...lab.ctx.actor, role: 'viewer' as const } }
  await expect(hideAdvice(viewer, { ...ref, days: 7 })).rejects.toMatchObject({ code: 'forbidden' })
  await hideAdvice(lab.ctx, { ...ref, days: 7 })
  const { data } = await listAdvice(viewer, { cluster: lab.clusterId })
  expect(data.advice.map((each) => each.key)).not.toContain(key)
  expect(data.hidden).toMatchObject([{ key, hiddenBy: 'operator@lab' }])
  const later = { ...lab.ctx, now: () => new Date(Date.now() + 8 * 86_400_000) }
  const then = await listAdvice(later, { cluster: lab.clusterId })
  expect(then.data.advice.map((each) => each.key)).toContain(key)
  await showAdvice(lab.ctx, ref)
  await hideAdvice(lab.ctx, { ...ref, days: null })
  expect((await list()).data.hidden).toMatchObject([{ key, until: null }])
  await showAdvice(lab.ctx, ref)
  expect((await list()).data.hidden).toEqual([])
  const audits = await lab.db.auditEntry.findMany({ where: { objectType: 'advice' }, orderBy: { at: 'asc' } })
  expect(audits.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'advice.snooze denied',
    'advice.snooze succeeded',
    'advice.show succeeded',
    'advice.dismiss succeeded',
    'advice.show succeeded',
  ])
})

test('a followed promise is held against what the tier migration has moved', async () => {
  const advice = await find('old-partitions', 'lab.sales')
  const ref = { cluster: lab.clusterId, key: advice.key }
  if (advice.plan.kind !== 'move' || advice.gain.kind !== 'money') throw new Error('It has another plan.')
  await followAdvice(lab.ctx, ref)
  await followAdvice(lab.ctx, ref)
  expect((await list()).data.followed).toEqual([])
  const goal = { kind: 'older-than' as const, before: `${advice.plan.before}T00:00:00Z` }
  const id = await lab.start('sales', { goal })
  const { status, error } = await driveOnce(labDeps(lab), migrationWork, await runOf(id))
  expect([status, error]).toEqual(['completed', null])
  const { data } = await list()
  const cold = await lab.sumCold('sales')
  expect(data.followed).toMatchObject([
    { migrationId: id, promisedBytes: advice.gain.bytes, measuredBytes: cold, currency: '$' },
  ])
  const [followed] = data.followed
  expect(followed?.finishedAt).not.toBeNull()
  expect(followed?.measuredPerMonth).toBeCloseTo(Number(cold) * pricePerByte, 12)
  expect(data.advice.map(({ key }) => key)).not.toContain(advice.key)
})

test('a promise of a TTL is held against the samples of the table, and one that was not kept is left out', async () => {
  // Old rows on the hot disk again.
  await every(`INSERT INTO lab.sales SELECT now('UTC') - toIntervalDay(number % 200), randomPrintableASCII(100)
    FROM numbers(40000) SETTINGS max_partitions_per_insert_block = 0`)
  const { key, gain } = await find('no-ttl', 'lab.sales')
  await followAdvice(lab.ctx, { cluster: lab.clusterId, key })
  const outcomes = async () => (await list()).data.outcomes.filter((each) => each.key === key)
  expect(await outcomes()).toEqual([])
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const sample = (minutes: number, hotBytes: bigint) =>
    lab.db.tableSample.create({
      data: {
        ...{
          clusterId: lab.clusterId,
          grain: 'ten_minutes',
          at: at(minutes),
          database: 'lab',
          table: 'sales',
        },
        ...{ hotBytes, coldBytes: 0n, hotParts: 1n, coldParts: 0n, hotRows: 1n, coldRows: 0n },
      },
    })
  await sample(1, 3n << 30n)
  await lab.db.auditEntry.create({
    data: {
      ...{
        at: at(2),
        clusterId: lab.clusterId,
        actorType: 'user',
        actorName: 'ann',
        action: 'table.set-ttl',
      },
      ...{ objectType: 'table', objectName: 'lab.sales', outcome: 'succeeded' },
    },
  })
  expect(await outcomes()).toMatchObject([
    { state: 'not-measured', kind: 'no-ttl', followedBy: 'operator@lab' },
  ])
  await sample(3, 1n << 30n)
  const [outcome] = await outcomes()
  expect(outcome?.state).toBe('measured')
  expect(outcome?.sentence).toContain('measured 2.00 GiB: 3.00 GiB before, 1.00 GiB now.')
  expect(outcome?.share).toBeCloseTo(Number(2n << 30n) / Number(gain.kind === 'bytes' ? gain.bytes : 0n), 3)
})

async function runOf(migrationId: string): Promise<string> {
  const { runId } = await lab.db.tierMigration.findUniqueOrThrow({ where: { id: migrationId } })
  return runId ?? ''
}

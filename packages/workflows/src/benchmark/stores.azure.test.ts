import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConformanceCheck, renderStorageXml, type StorageDraft } from '@frostline/domain'
import {
  type Azurite,
  createContainer,
  fetchAzurite,
  fetchS3Proxy,
  listBlobs,
  type S3Proxy,
  startAzurite,
  startS3Proxy,
} from '@frostline/embedded/testing'
import { createObjectStore } from '@frostline/object-store'
import { getConformance, getDiskBenchmark, startConformance, startDiskBenchmark } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

/** Null where there is no JVM or no Maven, or it is not requested: then it is skipped, as its title says. */
const gatewayProgram = process.env.FROSTLINE_TEST_S3PROXY === 'no' ? null : await fetchS3Proxy()
const stores = [
  { disk: 'cold', title: 'S3' },
  { disk: 'azure', title: 'Azure blob' },
  ...(gatewayProgram === null ? [] : [{ disk: 'gateway', title: 'Azure through s3proxy' }]),
]
const containers = { azure: 'direct', gateway: 'gateway' } as const

let dataDir: string
let azure: Azurite
let proxy: S3Proxy | null = null
let lab: MigrationLab
type Timed = ConformanceCheck | 'tier migration' | 'insert of 50,000 rows' | 'cold read of them'
const timings = new Map<string, Map<Timed, number>>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frostline-azure-'))
  azure = await startAzurite(await fetchAzurite(), join(dataDir, 'azurite'))
  await Promise.all(Object.values(containers).map((name) => createContainer(azure, name)))
  if (gatewayProgram !== null) proxy = await startS3Proxy(gatewayProgram, join(dataDir, 's3proxy'), azure)
  lab = await openMigrationLab({ shards: 1, dropIns: { 'stores.xml': renderStorageXml(draftStores()) } })
  await lab.startWorker()
})
afterAll(async () => {
  await lab?.close()
  await proxy?.stop()
  await azure?.stop()
  await rm(dataDir, { recursive: true, force: true })
  printTimings()
})

/** As the console's designer writes it: one disk per store, and a policy that can be reached from `default`. */
function draftStores(): StorageDraft {
  const direct = {
    name: 'azure',
    settings: {
      type: 'azure_blob_storage',
      storage_account_url: azure.url,
      container_name: containers.azure,
      account_name: azure.name,
      account_key: azure.key,
    },
  }
  const through = proxy && {
    name: 'gateway',
    settings: {
      type: 's3',
      endpoint: `${proxy.endpoint}/${containers.gateway}/node/`,
      region: 'us-east-1',
      access_key_id: proxy.accessKeyId,
      secret_access_key: proxy.secretAccessKey,
    },
  }
  return {
    disks: [direct, ...(through ? [through] : [])],
    policies: stores.map(({ disk }) => ({
      name: `to_${disk}`,
      volumes: [
        { name: 'hot', disks: ['default'], settings: {} },
        { name: 'far', disks: [disk], settings: {} },
      ],
      settings: { move_factor: '0' },
    })),
  }
}

/** With clients other than the engine's. */
async function countObjects(disk: string): Promise<number> {
  if (disk === 'azure' || disk === 'gateway') return (await listBlobs(azure, containers[disk])).length
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const store = createObjectStore({ endpoint, region: 'us-east-1', accessKeyId, secretAccessKey })
  let count = 0
  for await (const { objects } of store.list(lab.bucket)) count += objects.length
  store.close()
  return count
}

function note(disk: string, what: Timed, elapsedMs: number): void {
  const own = timings.get(disk) ?? new Map()
  timings.set(disk, own.set(what, elapsedMs))
}

function printTimings(): void {
  const [first] = stores
  const base = timings.get(first?.disk ?? '')
  const lines = [...(base ?? [])].map(([what, baseMs]) => [
    what,
    ...stores.map(({ disk }) => {
      const elapsedMs = timings.get(disk)?.get(what)
      if (elapsedMs === undefined) return '—'
      return `${Math.round(elapsedMs)} ms${disk === first?.disk ? '' : `, ${(elapsedMs / baseMs).toFixed(1)}×`}`
    }),
  ])
  console.log(
    [['passed', ...stores.map(({ title }) => title)], ...lines].map((cells) => cells.join(' | ')).join('\n'),
  )
  if (gatewayProgram === null)
    console.log('s3proxy was not tested: `npm run test:azure` runs it where there are a JVM and Maven.')
}

describe.each(stores)('a disk on $title', ({ disk }) => {
  it('passes every conformance check, and nothing is left in the store', async () => {
    const before = await countObjects(disk)
    const node = lab.clickhouse.nodes[0]?.name ?? ''
    const { id } = await startConformance(lab.ctx, {
      ...{ cluster: lab.clusterId, node, database: 'lab', disk, policy: `to_${disk}`, rows: 20_000 },
    })
    const read = () => getConformance(lab.ctx, { id })
    await expect.poll(async () => (await read()).finishedAt, { timeout: 120_000 }).not.toBeNull()
    const { status, checks } = await read()
    expect(checks.map((each) => [each.check, each.status, each.error])).toEqual(
      [
        ...[
          'write',
          'read',
          'check',
          'optimize',
          'update',
          'delete',
          'lightweight-delete',
          'detach',
          'attach',
        ],
        ...['move-write', 'move-there', 'move-back', 'move-drop', 'drop', 'left'],
      ].map((check) => [check, 'completed', null]),
    )
    expect(status).toBe('completed')
    expect(checks.at(-1)?.note).toMatch(/^[1-9]\d* objects written, 0 left, by the request log/)
    // They are dropped right after the end is recorded.
    await expect.poll(async () => (await read()).scratchLeft).toEqual([])
    await expect.poll(() => countObjects(disk)).toBe(before)
    for (const { check, elapsedMs } of checks) note(disk, check, elapsedMs ?? Number.NaN)
  })

  it('is measured by its own counters, and nothing is left in the store', async () => {
    const before = await countObjects(disk)
    const { id } = await startDiskBenchmark(lab.ctx, {
      cluster: lab.clusterId,
      spec: {
        ...{ node: lab.clickhouse.nodes[0]?.name ?? '', database: 'lab', disk },
        ...{ formats: ['wide'], columns: [3], parts: [1, 4], rows: 50_000, runs: 2 },
      },
    })
    const read = () => getDiskBenchmark(lab.ctx, { id })
    await expect.poll(async () => (await read()).finishedAt, { timeout: 120_000 }).not.toBeNull()
    const { status, runs, cases } = await read()
    expect([status, runs.map(({ fault }) => fault)]).toEqual(['completed', runs.map(() => null)])
    const [one, four] = cases
    for (const step of ['insert', 'read-cold'] as const) {
      const [single, several] = [one?.steps[step].requests ?? 0n, four?.steps[step].requests ?? 0n]
      expect(single).toBeGreaterThan(0n)
      expect(several).toBeGreaterThan(single)
    }
    for (const { storeBytes } of runs) expect(storeBytes).toBeGreaterThan(1_000_000n)
    await expect.poll(async () => (await read()).scratchLeft).toEqual([])
    await expect.poll(() => countObjects(disk)).toBe(before)
    note(disk, 'insert of 50,000 rows', one?.steps.insert.medianMs ?? Number.NaN)
    note(disk, 'cold read of them', one?.steps['read-cold'].medianMs ?? Number.NaN)
  })

  it('takes a tier migration and its revert, verified, and nothing is left in the store', async () => {
    const before = await countObjects(disk)
    const table = `tiered_to_${disk}`
    await lab.createTable(table, { months: 3, parts: 2, rowsPerPart: 5_000 }, `to_${disk}`)
    const sums = await lab.sumPartitions(table)
    const there = await lab.waitUntilSettled(await lab.start(table, { targetVolume: 'far' }))
    expect(there.status).toBe('completed')
    expect(there.stepList.map((step) => step.proof)).toEqual(['identical', 'identical', 'identical'])
    expect(Object.keys(await lab.placeParts(table)).filter((place) => !place.endsWith(` ${disk}`))).toEqual(
      [],
    )
    expect(await countObjects(disk)).toBeGreaterThan(before)
    expect(await lab.sumPartitions(table)).toEqual(sums)
    // How a running move is measured: no counter has the bytes written to Azure.
    const [, client] = lab.admins[0] ?? []
    if (!client) throw new Error('The lab has no node.')
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    const counted = disk === 'azure' ? 'ReadBufferFromFileDescriptorReadBytes' : 'WriteBufferFromS3Bytes'
    const [moves] = await lab.rows<{ bytes: number }>(
      client,
      `SELECT toFloat64(sum(ProfileEvents['${counted}'])) AS bytes FROM system.query_log
       WHERE type = 'QueryFinish' AND query_kind = 'Alter' AND has(tables, 'lab.${table}') AND query LIKE '%TO VOLUME%'`,
    )
    const moved = there.stepList.reduce((sum, step) => sum + Number(step.movedBytes), 0)
    expect(moved).toBeGreaterThan(0)
    expect((moves?.bytes ?? 0) / moved).toBeGreaterThanOrEqual(1)
    expect((moves?.bytes ?? 0) / moved).toBeLessThan(1.5)
    note(disk, 'tier migration', Number(there.finishedAt) - Number(there.startedAt))
    const back = await lab.waitUntilSettled(await lab.start(table, { targetVolume: 'hot' }))
    expect(back.status).toBe('completed')
    expect(Object.keys(await lab.placeParts(table)).filter((place) => !place.endsWith(' default'))).toEqual(
      [],
    )
    expect(await lab.sumPartitions(table)).toEqual(sums)
    await lab.dropTable(table)
    await expect.poll(() => countObjects(disk)).toBe(before)
  })
})

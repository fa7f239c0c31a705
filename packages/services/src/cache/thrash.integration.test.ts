import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleCluster } from '../platform/history/index.ts'
import { startConsole, type TestConsole } from '../platform/reading/testing/start-console.ts'
import { getCacheThrash } from './index.ts'

const mib = 1 << 20

let at: TestConsole
let clusterId: string
let node: string
let clockMs = Date.now()

const read = async (log: boolean) => {
  const { data } = await getCacheThrash(at.ctx, { cluster: at.cluster, log })
  return data.byNode[0]
}
const readPart = (part: number, logged: boolean) =>
  at.ask(
    node,
    `SELECT sum(cityHash64(*)) AS sum FROM shop.cold WHERE part = ${part} SETTINGS enable_filesystem_cache_log = ${logged ? 1 : 0}`,
  )
async function sampleAfter(minutes: number): Promise<void> {
  clockMs += minutes * 60_000
  await sampleCluster(at.ctx, clusterId)
}

beforeAll(async () => {
  at = await startConsole({
    shards: 1,
    embeddedOnly: true,
    dropIns: {
      'small-cache.xml': `<clickhouse><storage_configuration><disks><cold_cache>
        <max_size>${16 * mib}</max_size><cache_policy>LRU</cache_policy>
      </cold_cache></disks></storage_configuration></clickhouse>`,
    },
  })
  at.ctx.now = () => new Date(clockMs)
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  node = at.stack.clickhouse.nodes[0]?.name ?? ''
  await at.ask(node, 'CREATE DATABASE shop')
  await at.ask(
    node,
    `CREATE TABLE shop.cold (part UInt8, t String) ENGINE = MergeTree PARTITION BY part ORDER BY tuple()
     SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`,
  )
  await at.ask(
    node,
    'INSERT INTO shop.cold SELECT number % 3, randomPrintableASCII(100) FROM numbers(330000)',
  )
  for (const part of [0, 1, 2])
    await at.ask(node, `ALTER TABLE shop.cold MOVE PARTITION ID '${part}' TO VOLUME 'cold'`)
  await at.ask(node, "SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
})
afterAll(() => at?.stop())

it('is unknown before the first sample, and calm while all fits', async () => {
  expect(await read(false)).toMatchObject({ verdict: 'unknown', counts: null, logState: 'not-asked' })
  await sampleAfter(0)
  await readPart(0, false)
  await readPart(0, false)
  await sampleAfter(1)
  expect(await read(false)).toMatchObject({ verdict: 'calm', turnoverMs: null })
})

it('suspects by counters alone; the log proves it and suggests a limit that would fit', async () => {
  for (let round = 0; round < 3; round++) for (const part of [0, 1, 2]) await readPart(part, round > 0)
  await sampleAfter(1)
  await at.ask(node, 'SYSTEM FLUSH LOGS')
  const counted = await read(false)
  expect(counted).toMatchObject({ verdict: 'suspect', suggestedBytes: null })
  expect(counted?.turnoverMs).toBeGreaterThan(0)
  const logged = await read(true)
  expect(logged).toMatchObject({ verdict: 'thrashing', logState: 'read' })
  expect(logged?.log?.queries).toBe(6n)
  expect(logged?.log?.againPieces).toBeGreaterThan(0n)
  const [stored] = await at.ask<{ n: string }>(
    node,
    "SELECT toString(sum(size)) AS n FROM system.remote_data_paths WHERE disk_name = 'cold_cache' AND match(local_path, '/[012]_[0-9]+_[0-9]+_0/t')",
  )
  expect(Number(logged?.suggestedBytes) / Number(stored?.n)).toBeCloseTo(1.2, 1)
})

import { getCacheResidency } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const FILES = 12_000
const PARTITIONS = 130
const ROUNDS = 5

/** Which tables own the bytes of a cache, over 12,000 files, compared with the one metadata read that it needs. */
export async function benchCache(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const client = first[1]
  const columns = Array.from({ length: 27 }, (_, index) => `c${index} UInt8`).join(', ')
  await client.command({
    query: `CREATE TABLE lab.wide (id UInt64, ${columns}) ENGINE = MergeTree PARTITION BY id ORDER BY id
      SETTINGS disk = 'cold_cache', min_bytes_for_wide_part = 0`,
  })
  // Some partitions at a time: each is 93 objects of the store.
  for (let from = 0; from < PARTITIONS; from += 5)
    await client.command({
      query: `INSERT INTO lab.wide (id) SELECT number FROM numbers(${from}, 5)`,
    })
  for (let from = 0; from < PARTITIONS; from += 20)
    await lab.rows(
      client,
      `SELECT sum(cityHash64(*)) FROM lab.wide WHERE id >= ${from} AND id < ${from + 20}`,
    )
  const [counted] = await lab.rows<{ files: string }>(
    client,
    "SELECT toString(count()) AS files FROM system.remote_data_paths WHERE disk_name = 'cold_cache'",
  )
  const files = Number(counted?.files)
  if (files < FILES) throw new Error(`There are ${files} files, not ${FILES}.`)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let started = performance.now()
    const { data } = await getCacheResidency(lab.ctx, { cluster: lab.clusterId })
    ours.push(performance.now() - started)
    const [own] = await lab.rows<{ bytes: string }>(
      client,
      'SELECT toString(sum(downloaded_size)) AS bytes FROM system.filesystem_cache',
    )
    if (data.byNode[0]?.cachedBytes !== BigInt(own?.bytes ?? -1))
      throw new Error('The bytes are not those of system.filesystem_cache')
    started = performance.now()
    await lab.rows(client, "SELECT sum(size) FROM system.remote_data_paths WHERE disk_name = 'cold_cache'")
    bare.push(performance.now() - started)
  }
  return [
    {
      what: `what is cached, server time, ${files.toLocaleString('en')} files`,
      ours: seconds(median(ours)),
      bare: seconds(median(bare)),
      ratio: median(ours) / median(bare),
      goal: 'under 3 s',
    },
  ]
}

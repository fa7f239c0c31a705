import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import { startPostgres } from '@frostline/embedded'
import { guardFolder } from '@frostline/embedded/testing'
import {
  evaluateCluster,
  getTableReplication,
  listReplicaDifferences,
  listReplication,
  previewTierMigration,
} from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { type BenchRow, median, seconds } from './print-table.ts'

const TABLES = 5_000
/** In the other tables; as many again are in one table. */
const PARTS_EACH = 10
const BIG_PARTS = 50_000
const AT_A_TIME = 12
const ROUNDS = 5

/**
 * The replication pages and a plan on a node with many replicated tables and parts, compared with the unavoidable reads
 * of system tables. scripts/bench.mjs starts the lab of replicas.
 */
export async function benchReplication(): Promise<BenchRow[]> {
  if (!process.env.FROSTLINE_TEST_REPLICATED_DIR && !process.env.FROSTLINE_TEST_REPLICATED_URLS) {
    console.error('replication: only on request, since creating the tables takes minutes.')
    return []
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-bench-'))
  const unguard = guardFolder(dataDir)
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'frostline' })
  process.env.DATABASE_URL = postgres.superuserUrl
  try {
    const lab = await openReplicatedLab()
    try {
      await fill(lab)
      return await measure(lab)
    } finally {
      await lab.close()
    }
  } finally {
    await postgres.stop()
    unguard()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function fill(lab: ReplicatedLab): Promise<void> {
  const [node = ''] = lab.names
  const make = (table: string) =>
    lab.ask(
      node,
      `CREATE TABLE ${lab.database}.${table} (id UInt64)
       ENGINE = ReplicatedMergeTree('/clickhouse/tables/${lab.database}/{shard}/${table}', '{replica}')
       PARTITION BY id ORDER BY id
       SETTINGS storage_policy = 'tiered', max_parts_in_total = 1000000, merge_selecting_sleep_ms = 60000,
         max_merge_selecting_sleep_ms = 600000`,
    )
  const insert = (table: string, from: number, parts: number) =>
    lab.ask(
      node,
      `INSERT INTO ${lab.database}.${table} SELECT number FROM numbers(${from}, ${parts})
       SETTINGS max_partitions_per_insert_block = 0, throw_on_max_partitions_per_insert_block = 0, insert_deduplicate = 0`,
    )
  const numbers = Array.from({ length: TABLES - 1 }, (_, index) => index).values()
  const blocks = Array.from({ length: BIG_PARTS / 1000 }, (_, index) => index * 1000).values()
  await make('big')
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const from of blocks) await insert('big', from, 1000)
      for (const number of numbers) {
        await make(`t${number}`)
        await insert(`t${number}`, 0, PARTS_EACH)
      }
    }),
  )
}

async function measure(lab: ReplicatedLab): Promise<BenchRow[]> {
  const [node = ''] = lab.names
  const cluster = { cluster: lab.cluster, fresh: true }
  const big = { database: lab.database, table: 'big' }
  const pages: Record<string, () => Promise<unknown>> = {
    replication: () => listReplication(lab.ctx, cluster),
    'replication of a table': () => getTableReplication(lab.ctx, { ...cluster, ...big }),
    'differences of a table': () => listReplicaDifferences(lab.ctx, { ...cluster, ...big }),
    'a look for alerts': async () => {
      const epoch = await takeAlertTurn(lab.db, 'bench', 0)
      if (epoch === null) throw new Error('Somebody else looks for alerts.')
      await evaluateCluster(lab.ctx, lab.clusterId, epoch)
      await endAlertTurn(lab.db, epoch)
    },
    'plan of a table': () =>
      previewTierMigration(lab.as('operator'), {
        ...{ cluster: lab.cluster, database: lab.database, table: 't0', targetVolume: 'cold' },
        goal: { kind: 'partitions', partitionIds: ['1', '2', '3'] },
      }),
    'plan of 50,000 parts': () =>
      previewTierMigration(lab.as('operator'), {
        ...{ cluster: lab.cluster, ...big, targetVolume: 'cold' },
        goal: { kind: 'partitions', partitionIds: Array.from({ length: 1000 }, (_, id) => String(id)) },
      }),
  }
  const time = async (read: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await read()
    return performance.now() - started
  }
  const bare = async () => {
    await lab.ask(
      node,
      `SELECT database, table, is_readonly, queue_size, absolute_delay FROM system.replicas`,
    )
    await lab.ask(
      node,
      `SELECT database, table, count(), sum(rows), sum(bytes_on_disk), sum(cityHash64(hash_of_all_files))
       FROM system.parts WHERE active GROUP BY database, table`,
    )
  }
  const rows: BenchRow[] = []
  for (const [page, read] of Object.entries(pages)) {
    const [ours, reads]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await time(read))
      reads.push(await time(bare))
    }
    rows.push({
      what: `${page}, ${TABLES.toLocaleString('en')} replicated tables, ${(BIG_PARTS + (TABLES - 1) * PARTS_EACH).toLocaleString('en')} parts, median of ${ROUNDS}`,
      ours: seconds(median(ours)),
      bare: seconds(median(reads)),
      ratio: median(ours) / median(reads),
      goal: 'for the record',
    })
  }
  return rows
}

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { applySchemaMigrations, createDatabase, loadSecretKey } from '@frostline/db'
import { findFreePort } from '@frostline/embedded'
import { guardFolder } from '@frostline/embedded/testing'
import {
  createClusterDirectory,
  ensureApiToken,
  ensureFirstAdmin,
  getTierMigration,
  requestTierMigrationPlan,
  type ServiceContext,
  startTierMigration,
  type TierMigrationDetail,
  type TierMigrationRequest,
} from '@frostline/services'
import type { PartArrivals } from './arrivals.ts'
import { type LabOptions, openLabDatabase, openLabNodes, openLabStore } from './lab-parts.ts'
import type { ProductProcess } from './product-process.ts'
import { RestClient } from './rest-client.ts'
import { spawnWeb } from './web-process.ts'
import { spawnWorker } from './worker-process.ts'

const settled = new Set(['completed', 'failed', 'cancelled'])

export interface PartitionSum {
  node: string
  partitionId: string
  rows: string
  checksum: string
}

export type MigrationLab = Awaited<ReturnType<typeof openMigrationLab>>

/**
 * Real environment of a tier migration, all of it killable: PostgreSQL, an S3 store, ClickHouse nodes with a table on
 * policy `tiered`, and the programs of the product.
 */
export async function openMigrationLab(options: LabOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-lab-'))
  const unguard = guardFolder(dataDir)
  const [postgres, labStore] = await Promise.all([openLabDatabase(dataDir, options), openLabStore(dataDir)])
  const clickhouse = await openLabNodes(dataDir, labStore, options)
  const { store } = labStore
  await applySchemaMigrations({
    connectionString: postgres.url,
    directory: fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url)),
  })
  const { db, close: closeDatabase } = createDatabase({ connectionString: postgres.url })
  const secretKeyText = randomBytes(32).toString('base64')
  const clusters = createClusterDirectory({ db, secretKey: await loadSecretKey({ value: secretKeyText }) })
  const clusterId = randomUUID()
  await db.cluster.create({
    data: {
      id: clusterId,
      slug: 'lab',
      name: 'lab',
      username: clickhouse.users.frostline.username,
      sealedPassword: clusters.sealPassword(clusterId, clickhouse.users.frostline.password),
      nodes: {
        create: clickhouse.nodes.map(({ name, httpUrl: url, shard, replica }) => ({
          name,
          url,
          shard,
          replica,
        })),
      },
    },
  })
  const ctx: ServiceContext = {
    actor: { type: 'user', id: 'operator', name: 'operator@lab', role: 'operator' },
    db,
    clusters,
    now: () => new Date(),
  }
  const admins = clickhouse.nodes.map((node): [string, ClickHouseClient] => [
    node.name,
    createClient({
      url: node.httpUrl,
      ...clickhouse.users.admin,
      // Statements of benchmarks may take minutes.
      request_timeout: 600_000,
      log: { level: ClickHouseLogLevel.OFF },
    }),
  ])
  async function dropDatabase(): Promise<void> {
    for (const [, client] of admins) await client.command({ query: 'DROP DATABASE IF EXISTS lab SYNC' })
  }
  // Given nodes may still have what a killed run has left.
  if (!clickhouse.ours) await dropDatabase()
  for (const [, client] of admins) await client.command({ query: 'CREATE DATABASE lab' })
  const programs: ProductProcess[] = []
  const productEnv = {
    DATABASE_URL: postgres.url,
    FROSTLINE_SECRET_KEY: secretKeyText,
    FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8',
  }

  async function rows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return answer.json<Row>()
  }

  return {
    clickhouse,
    store,
    storeIsOurs: labStore.ours,
    /** For sources and files of loads; also for the cold disks, if the lab reads their bucket. */
    bucket: options.looksIntoBucket ? clickhouse.bucket : labStore.bucket,
    postgres,
    db,
    ctx,
    clusterId,
    admins,
    rows,

    async startWorker(): Promise<ProductProcess> {
      const worker = await spawnWorker(productEnv)
      programs.push(worker)
      return worker
    },

    /** A scripted client of the web program, which startWeb starts there. */
    async openDoor(role: 'operator' | 'admin' = 'operator'): Promise<RestClient> {
      const secret = randomBytes(24).toString('hex')
      await ensureFirstAdmin(ctx, { email: 'root@lab.test', password: randomBytes(12).toString('hex') })
      await ensureApiToken(ctx, { name: 'lab', role, secret })
      return new RestClient(await findFreePort(), secret)
    },

    async startWeb(door: RestClient): Promise<ProductProcess> {
      const web = await spawnWeb(door.port, productEnv)
      programs.push(web)
      return web
    },

    /** `parts` inserts of `rowsPerPart` random rows in each of `months` months, on every node. */
    async createTable(
      table: string,
      size: { months: number; parts: number; rowsPerPart: number },
      policy = 'tiered',
    ): Promise<void> {
      for (const [, client] of admins) {
        await client.command({
          query: `CREATE TABLE lab.${table} (day Date, id UInt64, text String) ENGINE = MergeTree
            PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = '${policy}'`,
        })
        await client.command({ query: `SYSTEM STOP MERGES lab.${table}` })
        for (let part = 0; part < size.parts; part++)
          await client.command({
            query: `INSERT INTO lab.${table} SELECT toDate('2024-01-15') + INTERVAL number % ${size.months} MONTH,
              number, randomPrintableASCII(100) FROM numbers(${size.months * size.rowsPerPart}) SETTINGS max_partitions_per_insert_block = 0`,
          })
      }
    },

    async dropTable(table: string): Promise<void> {
      for (const [, client] of admins) await client.command({ query: `DROP TABLE lab.${table} SYNC` })
    },

    /** Rows and checksum of each partition on each node, by the admin's own query. */
    async sumPartitions(table: string): Promise<PartitionSum[]> {
      const sums = await Promise.all(
        admins.map(async ([node, client]) =>
          (
            await rows<Omit<PartitionSum, 'node'>>(
              client,
              `SELECT _partition_id AS partitionId, toString(count()) AS rows, toString(sum(cityHash64(*))) AS checksum
               FROM lab.${table} GROUP BY 1 ORDER BY 1`,
            )
          ).map((sum) => ({ node, ...sum })),
        ),
      )
      return sums.flat()
    },

    /** Location of each active part, as `node partition disk` with a count. */
    async placeParts(table: string): Promise<Record<string, number>> {
      const places: Record<string, number> = {}
      for (const [node, client] of admins)
        for (const { place, parts } of await rows<{ place: string; parts: number }>(
          client,
          `SELECT concat(partition_id, ' ', disk_name) AS place, toUInt32(count()) AS parts FROM system.parts
           WHERE active AND database = 'lab' AND table = '${table}' GROUP BY 1`,
        ))
          places[`${node} ${place}`] = parts
      return places
    },

    /** Bytes of a table on cold disks now, on all nodes. */
    async sumCold(table: string): Promise<bigint> {
      const sums = await Promise.all(
        admins.map(([, client]) =>
          rows<{ bytes: string }>(
            client,
            `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts
             WHERE active AND database = 'lab' AND table = '${table}' AND disk_name LIKE 'cold%'`,
          ),
        ),
      )
      return sums.reduce((sum, [row]) => sum + BigInt(row?.bytes ?? 0), 0n)
    },

    /** When each part arrived by a move, from part_log: twice would be a wasted upload. */
    async listArrivals(table: string): Promise<PartArrivals[]> {
      const arrivals: PartArrivals[] = []
      for (const [node, client] of admins) {
        await client.command({ query: 'SYSTEM FLUSH LOGS' })
        const parts = await rows<{ part: string; atMs: number[] }>(
          client,
          `SELECT part_name AS part, arraySort(groupArray(toUnixTimestamp64Milli(event_time_microseconds)))::Array(Float64) AS atMs
           FROM system.part_log WHERE event_type = 'MovePart' AND error = 0 AND database = 'lab' AND table = '${table}' GROUP BY 1`,
        )
        arrivals.push(...parts.map((row) => ({ node, ...row })))
      }
      return arrivals
    },

    async start(table: string, change: Partial<TierMigrationRequest> = {}): Promise<string> {
      const { id } = await requestTierMigrationPlan(ctx, {
        cluster: clusterId,
        database: 'lab',
        table,
        targetVolume: 'cold',
        goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
        ...change,
      })
      await startTierMigration(ctx, { id })
      return id
    },

    /** Waits until the migration is as expected. The database may have been killed, so read errors are retried. */
    async waitFor(
      id: string,
      wanted: (migration: TierMigrationDetail) => boolean,
      timeoutMs = 120_000,
    ): Promise<TierMigrationDetail> {
      const deadline = Date.now() + timeoutMs
      let last: TierMigrationDetail | undefined
      while (Date.now() < deadline) {
        last = (await getTierMigration(ctx, { id }).catch(() => undefined)) ?? last
        if (last && wanted(last)) return last
        await sleep(200)
      }
      const steps = last?.stepList.map(
        (step) =>
          `${step.nodeName} ${step.partitionId} ${step.status} ${step.waitReason ?? step.error ?? ''}`,
      )
      throw new Error(`The migration is ${last?.status} after ${timeoutMs} ms:\n${steps?.join('\n')}`)
    },

    waitUntilSettled(id: string, timeoutMs?: number): Promise<TierMigrationDetail> {
      return this.waitFor(id, (migration) => settled.has(migration.status), timeoutMs)
    },

    async close(): Promise<void> {
      await Promise.all(programs.map((program) => program.kill()))
      if (!clickhouse.ours) await dropDatabase()
      await Promise.all(admins.map(([, client]) => client.close()))
      await clusters.close()
      await closeDatabase()
      // Our own nodes are discarded: no need for a graceful stop, which takes 2 s.
      const killed = clickhouse.ours ? clickhouse.nodes.map((node) => node.kill()) : []
      await Promise.all([...killed, postgres.stop()])
      await store.stop()
      unguard()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

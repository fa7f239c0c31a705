import { queryNode } from '../clickhouse/query-node.ts'
import type { Credentials } from '../clickhouse/start-cluster.ts'
import type { ObjectStoreAccess } from '../clickhouse/storage-config.ts'
import {
  insertDailyRevenue,
  insertEvents,
  insertFleetPositions,
  insertLateTrips,
  insertSourceFiles,
  insertTrips,
  insertZones,
} from './rows.ts'
import { demoTables, HOT_MONTHS } from './tables.ts'

export interface SeedOptions {
  readonly cluster: {
    readonly clusterName: string
    readonly nodes: readonly {
      readonly name: string
      readonly shard: number
      readonly replica?: number
      readonly httpUrl: string
    }[]
    readonly users: { readonly admin: Credentials }
  }
  /** Bucket of the source files; it must exist. */
  readonly source: ObjectStoreAccess & { readonly keyPrefix?: string }
  /** Tables replicated through Keeper: rows are written on the first replica of each shard. Default false. */
  readonly replicated?: boolean
  /** Rows of the trips table per shard. Default 700,000; the other tables follow. */
  readonly tripsPerShard?: number
  readonly report?: (progress: string) => void
  /** Aborts it at once; the next seed starts over. */
  readonly abort?: AbortSignal | undefined
}

/** Comment of the database, set last on every node: without it, existing data counts as an incomplete seed. */
const COMPLETE = 'The demo data is complete.'
/** The marker of a complete seed in earlier versions, a table among the users' tables. */
const FORMER_MARKER = 'demo.seeded'

const findMark = `
  SELECT multiIf(comment = '${COMPLETE}', 'comment',
    (SELECT count() FROM system.tables WHERE database = 'demo' AND name = 'seeded') > 0, 'table', 'none') AS mark
  FROM system.databases WHERE name = 'demo'`
const setMark = `ALTER DATABASE demo MODIFY COMMENT '${COMPLETE}'`

/**
 * Creates the database `demo` on every node and the source files in the bucket, once. An interrupted seed is dropped
 * and repeated; tables of other names in `demo` are left alone.
 *
 * @returns whether it had to seed.
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { nodes, users, clusterName } = options.cluster
  const report = options.report ?? (() => {})
  const send = (httpUrl: string, sql: string, parameters: Record<string, string> = {}) =>
    queryNode(httpUrl, users.admin, sql, {
      parameters,
      settings: { max_insert_threads: 1, max_threads: 2 },
      abort: options.abort,
    })
  const onEvery = <Answer>(action: (node: (typeof nodes)[number]) => Promise<Answer>) =>
    Promise.all(nodes.map(action))

  const marks = await onEvery(({ httpUrl }) => send(httpUrl, findMark) as Promise<{ mark: string }[]>)
  const found = marks.map(([row]) => row?.mark ?? 'none')
  if (!found.includes('none')) {
    await onEvery(async ({ httpUrl }) => {
      await send(httpUrl, setMark)
      await send(httpUrl, `DROP TABLE IF EXISTS ${FORMER_MARKER} SYNC`)
    })
    return false
  }

  const trips = options.tripsPerShard ?? 700_000
  const tables = demoTables(clusterName, options.replicated)
  const writers = options.replicated ? nodes.filter(({ replica }) => replica === 1) : nodes
  report('creating tables')
  await onEvery(async ({ httpUrl }) => {
    await send(httpUrl, 'CREATE DATABASE IF NOT EXISTS demo')
    await send(httpUrl, "ALTER DATABASE demo MODIFY COMMENT ''")
    await send(httpUrl, `DROP TABLE IF EXISTS ${FORMER_MARKER} SYNC`)
    for (const { name } of [...tables].reverse())
      await send(httpUrl, `DROP TABLE IF EXISTS demo.${name} SYNC`)
    for (const { ddl } of tables) await send(httpUrl, ddl)
  })

  report(`writing ${trips.toLocaleString('en')} trips per shard`)
  const write = async ({ httpUrl, shard }: (typeof nodes)[number]) => {
    await send(httpUrl, insertTrips(trips, shard))
    await send(httpUrl, insertLateTrips(Math.ceil(trips / 10), shard))
    await send(httpUrl, insertEvents(Math.ceil(trips / 4), shard))
    await send(httpUrl, insertDailyRevenue)
    for (let turn = 0; turn < 4; turn++) {
      await send(httpUrl, insertFleetPositions(Math.ceil(trips / 20), shard, turn))
    }
    await send(httpUrl, insertZones)
  }
  await Promise.all(writers.map(write))
  if (options.replicated)
    await onEvery(async ({ httpUrl }) => {
      for (const { name, ddl } of tables)
        if (ddl.includes('Replicated')) await send(httpUrl, `SYSTEM SYNC REPLICA demo.${name}`)
    })

  report('moving older months to S3')
  await onEvery(({ httpUrl }) => moveOldMonths((sql) => send(httpUrl, sql)))
  report('writing source files')
  const [first] = nodes
  if (first) await writeSourceFiles(options, trips, (sql, parameters) => send(first.httpUrl, sql, parameters))

  await onEvery(({ httpUrl }) => send(httpUrl, setMark))
  return true
}

async function moveOldMonths(send: (sql: string) => Promise<unknown[]>): Promise<void> {
  const rows = await send(
    `SELECT DISTINCT partition_id FROM system.parts
     WHERE active AND database = 'demo' AND table = 'trips_local'
       AND toUInt32OrZero(partition_id) <= toYYYYMM(now('UTC') - INTERVAL ${HOT_MONTHS} MONTH)
     ORDER BY partition_id`,
  )
  for (const { partition_id } of rows as { partition_id: string }[]) {
    await send(`ALTER TABLE demo.trips_local MOVE PARTITION ID '${partition_id}' TO VOLUME 'cold'`)
  }
}

async function writeSourceFiles(
  { source }: SeedOptions,
  trips: number,
  send: (sql: string, parameters: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  const folder = [source.endpoint, source.bucket, source.keyPrefix, 'trips'].filter(Boolean).join('/')
  const access = { key: source.accessKeyId, secret: source.secretAccessKey }
  const rows = Math.ceil(trips / 5)
  await send(insertSourceFiles({ format: 'CSVWithNames', monthsBefore: 6 }, rows), {
    ...access,
    url: `${folder}/csv/{_partition_id}.csv.gz`,
  })
  await send(insertSourceFiles({ format: 'Parquet', monthsBefore: 12 }, rows), {
    ...access,
    url: `${folder}/parquet/{_partition_id}.parquet`,
  })
}

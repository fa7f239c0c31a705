import { randomUUID } from 'node:crypto'
import type { Run } from '@frostline/db'
import { type ServiceContext, startWarmup, type WarmupDraft } from '@frostline/services'
import { warmupWork } from '../cache-warmup/run-warmup.ts'
import type { WorkflowDeps } from '../deps.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps } from './lab-deps.ts'
import { openMigrationLab } from './migration-lab.ts'

const mib = 1 << 20

export type WarmupLab = Awaited<ReturnType<typeof openWarmupLab>>

/** Two nodes with caches of 40 MiB, of which 16 MiB are for data read once. */
export async function openWarmupLab() {
  const lab = await openMigrationLab({ shards: 2, cacheSizeBytes: 40 * mib })
  const nodes = lab.clickhouse.nodes.map(({ name }) => name)
  const [first = '', second = ''] = nodes

  async function ask<Row>(node: string, query: string): Promise<Row[]> {
    const client = lab.admins.find(([name]) => name === node)?.[1]
    if (!client) throw new Error(`There is no node ${node}.`)
    return lab.rows<Row>(client, query)
  }
  async function runAll(query: string): Promise<void> {
    for (const [, client] of lab.admins) await client.command({ query })
  }

  function asRole(role: 'viewer' | 'operator' | 'admin'): ServiceContext {
    return { ...lab.ctx, actor: { ...lab.ctx.actor, role } }
  }

  return {
    ...lab,
    nodes,
    first,
    second,
    ask,
    runAll,
    asRole,

    /** Months from 2026-01 of some 2 MiB each on every node, all of it behind the cache, and nothing cached. */
    async createCold(
      table: string,
      months: number,
      { compact = false, rowsPerMonth = 20_000 }: { compact?: boolean; rowsPerMonth?: number } = {},
    ): Promise<void> {
      await runAll(`CREATE TABLE lab.${table} (day Date, id UInt64, tags Array(String), text String, alias String ALIAS text)
        ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = ${compact ? 1_000_000_000 : 0}`)
      await runAll(`INSERT INTO lab.${table} SELECT toDate('2026-01-15') + INTERVAL number % ${months} MONTH, number,
        [toString(number), 'x'], randomPrintableASCII(100) FROM numbers(${rowsPerMonth * months}) SETTINGS max_partitions_per_insert_block = 0`)
      for (let month = 1; month <= months; month++)
        await runAll(`ALTER TABLE lab.${table} MOVE PARTITION ID '20260${month}' TO VOLUME 'cold'`)
      await runAll("SYSTEM DROP FILESYSTEM CACHE 'cold_cache'")
      await runAll('SYSTEM DROP MARK CACHE')
    },

    draft(
      table: string,
      spec: Partial<WarmupDraft['spec']> = {},
      bytesPerSecond: number | null = null,
    ): WarmupDraft {
      return { cluster: lab.clusterId, spec: { database: 'lab', table, ...spec }, bytesPerSecond }
    },

    async start(draft: WarmupDraft, role: 'operator' | 'admin' = 'operator'): Promise<string> {
      return (await startWarmup(asRole(role), draft)).id
    },

    /** Drives it like a new worker process, in this one. */
    async drive(warmupId: string, change: Partial<WorkflowDeps> = {}): Promise<Run> {
      const deps = labDeps(lab, change)
      return driveOnce(deps, warmupWork, warmupId)
    },

    stepsOf: (warmupId: string) =>
      lab.db.cacheWarmupStep.findMany({ where: { warmupId }, orderBy: { ordinal: 'asc' } }),

    /** Bytes of column files of a table in a node's cache, and stored, by the admin's own query. */
    async cachedColumns(
      node: string,
      table: string,
      file = '.bin',
    ): Promise<{ cached: bigint; stored: bigint }> {
      const [row] = await ask<{ cached: string; stored: string }>(
        node,
        `SELECT toString(sum(cached)) AS cached, toString(sum(size)) AS stored FROM (
          SELECT local_path, any(size) AS size, sum(f.downloaded_size) AS cached
          FROM (SELECT local_path, size, arrayJoin(if(empty(cache_paths), [''], cache_paths)) AS cache_path
            FROM system.remote_data_paths WHERE disk_name = 'cold_cache') AS p
          LEFT JOIN system.filesystem_cache AS f ON f.cache_path = p.cache_path
          WHERE position(local_path, (SELECT toString(uuid) FROM system.tables WHERE database = 'lab' AND name = '${table}')) > 0
            AND endsWith(local_path, '${file}')
          GROUP BY local_path)`,
      )
      return { cached: BigInt(row?.cached ?? -1), stored: BigInt(row?.stored ?? -1) }
    },

    /** What a user's query reads from the store on a node. */
    async readCold(node: string, query: string): Promise<bigint> {
      const id = randomUUID()
      const client = lab.admins.find(([name]) => name === node)?.[1]
      await client?.command({ query, query_id: id })
      await client?.command({ query: 'SYSTEM FLUSH LOGS' })
      const [row] = await ask<{ n: string }>(
        node,
        `SELECT toString(sum(ProfileEvents['ReadBufferFromS3Bytes'])) AS n FROM system.query_log
         WHERE type = 'QueryFinish' AND initial_query_id = '${id}'`,
      )
      return BigInt(row?.n ?? -1)
    },

    /** Running reads on any node. */
    async countRunning(): Promise<number> {
      const counts = await Promise.all(
        nodes.map((node) =>
          ask<{ n: number }>(
            node,
            "SELECT toUInt32(count()) AS n FROM system.processes WHERE startsWith(query_id, 'frostline-warm-')",
          ),
        ),
      )
      return counts.flat().reduce((sum, { n }) => sum + n, 0)
    },
  }
}

import { cacheTotals, tableCacheTotals } from '@frostline/clickhouse'
import type { NodeReader } from '../reading/node-reader.ts'
import { readCachedDisks } from './cached-disks.ts'

export interface CachedAmount {
  bytes: bigint
  segments: bigint
  files: bigint
}

/** A cache, or what it holds of one table. */
export interface CacheTarget {
  cache: string
  database?: string | undefined
  table?: string | undefined
}

/** What of it a node has cached at this moment. */
export async function readCachedAmount(
  reader: Pick<NodeReader, 'ask'>,
  target: CacheTarget,
): Promise<CachedAmount> {
  const { cache, database, table } = target
  const now = { ttlMs: 0 }
  const rows =
    database === undefined || table === undefined
      ? await reader.ask(cacheTotals, {}, now)
      : await reader.ask(tableCacheTotals, { disks: await readCachedDisks(reader), database, table }, now)
  const row = rows.find((each) => each.cache === cache)
  return { bytes: row?.bytes ?? 0n, segments: row?.segments ?? 0n, files: row?.files ?? 0n }
}

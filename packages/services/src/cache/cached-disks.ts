import { cacheTotals, listDisks, type NodeCountersRow, tableCacheTotals } from '@frostline/clickhouse'
import type { NodeReader } from '../platform/reading/node-reader.ts'

/** Disks of a node that read through a cache. */
export async function readCachedDisks(reader: Pick<NodeReader, 'ask'>): Promise<string[]> {
  const disks = await reader.ask(listDisks, {})
  return disks.filter(({ cache_path }) => cache_path !== '').map(({ name }) => name)
}

export interface CachedAmount {
  bytes: bigint
  segments: bigint
  files: bigint
}

/** A cache, or its content of one table. */
export interface CacheTarget {
  cache: string
  database?: string | undefined
  table?: string | undefined
}

/** How much of it a node has cached now. */
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

/** Per stream: bytes divided by the time that cached reads waited for the store. Null before the first. */
export function storeBytesPerSecond({ events }: Pick<NodeCountersRow, 'events'>): number | null {
  const microseconds = events.CachedReadBufferReadFromSourceMicroseconds ?? 0n
  if (microseconds === 0n) return null
  return (Number(events.CachedReadBufferReadFromSourceBytes ?? 0n) * 1_000_000) / Number(microseconds)
}

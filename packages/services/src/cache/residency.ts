import { randomUUID } from 'node:crypto'
import { type CacheResidencyRow, cacheResidency } from '@frostline/clickhouse'
import { mapKinds, mergeResidency, type ResidentPartition } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import type { QueryNote } from '../platform/reading/schema.ts'
import { readCachedDisks } from './cached-disks.ts'
import { type CacheResidency, cacheResidencyInput } from './schema.ts'
import { createUncachedReader, firstAnswerMs } from './uncached-reader.ts'

/** The server stops an inspection after this time. */
const maxSeconds = 60

/**
 * Which table, partition, kind of file and part owns the bytes in the caches. One query per node, which reads the
 * metadata of every file on the disks behind the caches: only on request, and with an id to stop it.
 */
export async function getCacheResidency(
  ctx: ServiceContext,
  given: z.input<typeof cacheResidencyInput>,
): Promise<CacheResidency> {
  const { cluster, look = randomUUID() } = await authorizeInput(ctx, 'viewer', cacheResidencyInput, given)
  const notes: QueryNote[] = []
  const readAt: Date[] = []
  const { envelope, coverage, readings } = await readCluster(
    ctx,
    { cluster, fresh: true, budgetMs: maxSeconds * 1000 + 5_000 },
    async (_reader, node) => {
      const disks = await readCachedDisks(createUncachedReader(node, firstAnswerMs))
      if (disks.length === 0) return []
      const { rows, ...result } = await node.client.query(
        cacheResidency,
        { disks },
        { queryId: residencyQueryId(look, node.name), maxExecutionSeconds: maxSeconds },
      )
      readAt.push(result.observedAt)
      notes.push({
        name: result.name,
        sql: result.copyableSql,
        node: node.name,
        elapsedMs: result.elapsedMs,
        rows: rows.length,
        error: null,
      })
      return rows
    },
  )
  const byNode = readings.map(({ node, value }) => ({ node: node.name, rows: value }))
  const explained = byNode.flatMap(({ node, rows }) =>
    rows.filter((row) => row.explained).map((row) => toPartition(node, row)),
  )
  return {
    ...envelope,
    observedAt: readAt.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? envelope.observedAt,
    queries: [...envelope.queries, ...notes],
    data: {
      coverage,
      byNode: byNode.map(({ node, rows }) => ({
        node,
        cachedBytes: sumOf(rows),
        unexplainedBytes: sumOf(rows.filter((row) => !row.explained)),
      })),
      tables: mergeResidency(explained),
    },
  }
}

const sumOf = (rows: readonly CacheResidencyRow[]) => rows.reduce((sum, row) => sum + row.cached_bytes, 0n)

function toPartition(node: string, row: CacheResidencyRow): ResidentPartition {
  return {
    node,
    database: row.database,
    table: row.table,
    partitionId: row.partition_id,
    rest: row.rest,
    cachedBytes: row.cached_bytes,
    storedBytes: row.stored_bytes,
    segments: row.segments,
    files: row.files,
    parts: row.part_count,
    kinds: mapKinds((kind) => ({
      cachedBytes: row.cached_by_kind[kind] ?? 0n,
      storedBytes: row.stored_by_kind[kind] ?? 0n,
    })),
    topParts: row.parts.map(({ name, cached_bytes, stored_bytes }) => ({
      name,
      cachedBytes: cached_bytes,
      storedBytes: stored_bytes,
    })),
  }
}

/** Derived from the id of the inspection, so that any process can read its progress and stop it. */
export function residencyQueryId(look: string, node: string): string {
  return `frostline-residency/${look}/${node}`
}

import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, uint64 } from '../query/scalars.ts'
import { cachedFiles } from './cached-files.ts'

const bytesByKind = z.record(z.string(), uint64)

/**
 * Contents of this node's caches by table and partition, compared with the files of each on the given disks. The cached
 * bytes of all rows add up to system.filesystem_cache. `explained` is 0 in the one row of segments that belong to no
 * file of a table. Partitions beyond `partitions` form one unnamed row per table. `parts` are the ten with the most
 * cached bytes. Reads the metadata of every file: only on request.
 */
export const cacheResidency = defineQuery({
  name: 'cache_residency',
  params: z.object({
    disks: z.array(z.string()),
    partitions: z.number().int().min(1).max(10_000).default(1_000),
  }),
  row: z.object({
    database: z.string(),
    table: z.string(),
    partition_id: z.string(),
    explained: flag,
    rest: flag,
    cached_bytes: uint64,
    segments: uint64,
    stored_bytes: uint64,
    files: uint64,
    part_count: uint64,
    cached_by_kind: bytesByKind,
    stored_by_kind: bytesByKind,
    parts: z.array(z.object({ name: z.string(), cached_bytes: uint64, stored_bytes: uint64 })),
  }),
  maxExecutionSeconds: 60,
  sql: `
WITH
    ${cachedFiles.trim()},
    by_part AS
    (
        SELECT
            database,
            table,
            path != '' AS explained,
            part,
            if(match(part, '^[^_]+_[0-9]+_[0-9]+_[0-9]+(_[0-9]+)?$') AND NOT detached, splitByChar('_', part)[1], '') AS partition_id,
            multiIf(
                startsWith(file, 'skp_idx_'), 'skip_index',
                endsWith(file, '.bin'), 'data',
                match(file, '\\\\.c?mrk[0-9]?$'), 'marks',
                file IN ('primary.idx', 'primary.cidx'), 'primary_index',
                'other') AS kind,
            sum(bytes) AS cached_bytes,
            sum(pieces) AS segments,
            sum(stored) AS stored_bytes,
            countIf(path != '') AS files
        FROM named
        GROUP BY database, table, explained, part, partition_id, kind
    ),
    by_partition AS
    (
        SELECT
            database, table, explained, partition_id,
            sum(by_part.cached_bytes) AS cached_bytes,
            sum(by_part.segments) AS segments,
            sum(by_part.stored_bytes) AS stored_bytes,
            sum(by_part.files) AS files,
            uniqExact(part) AS part_count,
            sumMap(map(kind, by_part.cached_bytes)) AS cached_by_kind,
            sumMap(map(kind, by_part.stored_bytes)) AS stored_by_kind,
            sumMap(map(part, by_part.cached_bytes)) AS cached_by_part,
            sumMap(map(part, by_part.stored_bytes)) AS stored_by_part,
            row_number() OVER (ORDER BY cached_bytes DESC, stored_bytes DESC) > {partitions: UInt32} AS rest
        FROM by_part
        GROUP BY database, table, explained, partition_id
    )
SELECT
    database, table, explained, rest,
    if(rest, '', partition_id) AS partition_id,
    sum(by_partition.cached_bytes) AS cached_bytes,
    sum(by_partition.segments) AS segments,
    sum(by_partition.stored_bytes) AS stored_bytes,
    sum(by_partition.files) AS files,
    sum(by_partition.part_count) AS part_count,
    sumMap(by_partition.cached_by_kind) AS cached_by_kind,
    sumMap(by_partition.stored_by_kind) AS stored_by_kind,
    arrayMap(
        name -> CAST((name, any(cached_by_part)[name], any(stored_by_part)[name]), 'Tuple(name String, cached_bytes UInt64, stored_bytes UInt64)'),
        if(rest OR NOT explained, [], arraySlice(arrayReverseSort(name -> any(cached_by_part)[name], mapKeys(any(cached_by_part))), 1, 10))) AS parts
FROM by_partition
GROUP BY database, table, explained, rest, partition_id
ORDER BY cached_bytes DESC, database, table, partition_id`,
})
export type CacheResidencyRow = RowOf<typeof cacheResidency>

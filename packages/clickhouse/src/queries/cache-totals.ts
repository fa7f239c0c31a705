import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { cachedFiles } from './cached-files.ts'

const totals = z.object({ cache: z.string(), bytes: uint64, segments: uint64, files: uint64 })

/** What each cache of this node holds. A file is an object of the store. */
export const cacheTotals = defineQuery({
  name: 'cache_totals',
  params: z.object({}),
  row: totals,
  sql: `
SELECT cache_name AS cache, sum(downloaded_size) AS bytes, count() AS segments, uniqExact(key) AS files
FROM system.filesystem_cache
GROUP BY cache_name
ORDER BY cache_name`,
})
export type CacheTotalsRow = RowOf<typeof cacheTotals>

const ofTable = z.object({ disks: z.array(z.string()), database: z.string(), table: z.string() })
const fromTable = `
FROM named
WHERE pieces > 0 AND database = {database: String} AND table = {table: String}`

/** The same of one table. Reads the metadata of every file on the disks, as cache_residency does. */
export const tableCacheTotals = defineQuery({
  name: 'table_cache_totals',
  params: ofTable,
  row: totals,
  maxExecutionSeconds: 60,
  sql: `
WITH
    ${cachedFiles.trim()}
SELECT cache, sum(bytes) AS bytes, sum(pieces) AS segments, count() AS files${fromTable}
GROUP BY cache
ORDER BY cache`,
})

/** The keys of one table in one cache, a key for each cached file. */
export const tableCacheKeys = defineQuery({
  name: 'table_cache_keys',
  params: ofTable.extend({ cache: z.string() }),
  row: z.object({ key: z.string() }),
  maxExecutionSeconds: 60,
  sql: `
WITH
    ${cachedFiles.trim()}
SELECT cached_key AS key${fromTable} AND cache = {cache: String}
ORDER BY key`,
})

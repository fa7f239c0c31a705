import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'
import { qualifiedName } from '../sql/qualified-name.ts'

/**
 * Rows and an order-independent checksum of each partition: reads all data of them, so it is asked for, never
 * polled, and allowed an hour. Equal before and after means unchanged data, except where the engine itself drops
 * rows in merges (ReplacingMergeTree and its kin, TTL deletes). MATERIALIZED and ALIAS columns are not part of `*`.
 */
export const partitionChecksums = defineQuery({
  name: 'partition_checksums',
  maxExecutionSeconds: 3_600,
  params: z.object({
    database: z.string(),
    table: z.string(),
    /** Empty: all partitions. */
    partition_ids: z.array(z.string()).default([]),
  }),
  row: z.object({ partition_id: z.string(), rows: uint64, checksum: uint64 }),
  sql: ({ database, table, partition_ids }) => `
SELECT _partition_id AS partition_id, count() AS rows, sum(cityHash64(*)) AS checksum
FROM ${qualifiedName(database, table)}${
    partition_ids.length > 0 ? '\nWHERE _partition_id IN {partition_ids: Array(String)}' : ''
  }
GROUP BY partition_id
ORDER BY partition_id`,
})
export type PartitionChecksumRow = RowOf<typeof partitionChecksums>

import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, integer } from '../query/scalars.ts'

/** Members of the clusters this node knows, one row per replica. `is_local` marks the node itself. */
export const listClusters = defineQuery({
  name: 'list_clusters',
  params: z.object({
    /** Empty: all clusters. */
    cluster: z.string().default(''),
  }),
  row: z.object({
    cluster: z.string(),
    shard_num: integer,
    shard_weight: integer,
    internal_replication: flag,
    replica_num: integer,
    host_name: z.string(),
    host_address: z.string(),
    port: integer,
    is_local: flag,
    errors_count: integer,
  }),
  sql: `
SELECT cluster, shard_num, shard_weight, internal_replication, replica_num, host_name, host_address, port, is_local, errors_count
FROM system.clusters
WHERE {cluster: String} = '' OR cluster = {cluster: String}
ORDER BY cluster, shard_num, replica_num`,
})
export type ClusterRow = RowOf<typeof listClusters>

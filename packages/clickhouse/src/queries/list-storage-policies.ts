import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, float, integer, uint64 } from '../query/scalars.ts'

/** Volumes of all policies in order of priority. max_data_part_size is bytes, 0 for no limit. */
export const listStoragePolicies = defineQuery({
  name: 'list_storage_policies',
  params: z.object({}),
  row: z.object({
    policy_name: z.string(),
    volume_name: z.string(),
    volume_priority: z.union([integer, uint64.transform(Number)]),
    disks: z.array(z.string()),
    volume_type: z.string().default('JBOD'),
    max_data_part_size: uint64,
    move_factor: float,
    prefer_not_to_merge: flag,
    perform_ttl_move_on_insert: flag.default(true),
    load_balancing: z.string().default('ROUND_ROBIN'),
  }),
  sql: `
SELECT COLUMNS('^(policy_name|volume_name|volume_priority|disks|volume_type|max_data_part_size|move_factor|prefer_not_to_merge|perform_ttl_move_on_insert|load_balancing)$')
FROM system.storage_policies
ORDER BY policy_name, volume_priority`,
})
export type StoragePolicyRow = RowOf<typeof listStoragePolicies>

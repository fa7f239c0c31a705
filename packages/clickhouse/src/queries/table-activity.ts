import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { flag, uint64 } from '../query/scalars.ts'

/**
 * The current table of a name, and which of its parts a merge, a mutation or a move is using. One read, since a mover
 * runs it before and after every statement. No row: the table does not exist there. For a replicated table also which
 * parts its replica knows of and does not have, and whether there may be more that it has not read of.
 *
 * `merges`: queue entries that rewrite parts. `fetched_from_bytes` tells which of them it will fetch from another
 * replica instead of merging itself: those with sources of at least this many bytes; null: none. The rules are those of
 * MergeFromLogEntryTask and ReplicatedMergeTreeQueue (26.7): a setting, an age with a size, and a turn that another
 * replica has, which only the postpone reason names. A running fetch settles it.
 */
export const tableActivity = defineQuery({
  name: 'table_activity',
  params: z.object({ database: z.string(), table: z.string() }),
  row: z.object({
    uuid: z.string(),
    storage_policy: z.string(),
    merging_parts: z.array(z.string()),
    moving_parts: z.array(z.string()),
    is_replicated: flag,
    is_readonly: flag,
    is_log_behind: flag,
    is_attaching: flag,
    queued_parts: z.array(z.string()),
    merges: z.array(
      z.object({
        name: z.string(),
        sources: z.array(z.string()),
        fetched_from_bytes: uint64.nullable(),
        is_fetching: flag,
      }),
    ),
  }),
  sql: `
WITH
    (SELECT groupUniqArray(result_part_name) FROM system.replicated_fetches
     WHERE database = {database: String} AND table = {table: String}) AS fetching,
    (SELECT mapFromArrays(groupArray(name), groupArray(value)) FROM system.replicated_merge_tree_settings
     WHERE name IN ('always_fetch_merged_part', 'prefer_fetch_merged_part_time_threshold',
         'prefer_fetch_merged_part_size_threshold')) AS defaults,
    ${ownSetting('always_fetch_merged_part')} IN ('1', 'true') AS always_fetches,
    toUInt64OrZero(${ownSetting('prefer_fetch_merged_part_time_threshold')}) AS prefers_after_seconds,
    toUInt64OrZero(${ownSetting('prefer_fetch_merged_part_size_threshold')}) AS prefers_from_bytes,
    (SELECT groupArray(10000)((new_part_name, parts_to_merge, type, toUnixTimestamp(create_time), postpone_reason))
     FROM system.replication_queue
     WHERE database = {database: String} AND table = {table: String}
         AND type IN ('MERGE_PARTS', 'MUTATE_PART')) AS entries
SELECT
    toString(uuid) AS uuid,
    storage_policy,
    (SELECT groupUniqArrayArray(source_part_names) FROM system.merges
     WHERE database = {database: String} AND table = {table: String}) AS merging_parts,
    (SELECT groupUniqArray(part_name) FROM system.moves
     WHERE database = {database: String} AND table = {table: String}) AS moving_parts,
    (SELECT count() > 0 FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_replicated,
    (SELECT max(is_readonly) FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_readonly,
    (SELECT max(log_max_index > 0 AND log_max_index >= log_pointer) FROM system.replicas
     WHERE database = {database: String} AND table = {table: String}) AS is_log_behind,
    (SELECT count() > 0 FROM system.replication_queue
     WHERE database = {database: String} AND table = {table: String} AND type = 'REPLACE_RANGE') AS is_attaching,
    (SELECT groupUniqArray(10000)(new_part_name) FROM system.replication_queue
     WHERE database = {database: String} AND table = {table: String}
         AND type IN ('GET_PART', 'ATTACH_PART')) AS queued_parts,
    arrayMap(entry -> CAST((
        entry.1,
        entry.2,
        multiIf(
            has(fetching, entry.1) OR (entry.3 = 'MERGE_PARTS' AND always_fetches)
                OR entry.5 LIKE 'Not executing % for the part % waiting for % to execute %', 0,
            entry.4 + prefers_after_seconds <= toUnixTimestamp(now()), prefers_from_bytes,
            NULL),
        has(fetching, entry.1)
    ), 'Tuple(name String, sources Array(String), fetched_from_bytes Nullable(UInt64), is_fetching Bool)'), entries) AS merges
FROM system.tables
WHERE database = {database: String} AND name = {table: String}`,
})

/** As set on the table, or on the server. */
function ownSetting(name: string): string {
  return `if(extract(engine_full, '${name} = ([^,]+)') != '', trim(BOTH '\\'' FROM extract(engine_full, '${name} = ([^,]+)')), defaults['${name}'])`
}

export type TableActivityRow = RowOf<typeof tableActivity>

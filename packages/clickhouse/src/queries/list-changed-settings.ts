import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'

/**
 * Settings that differ from the server's defaults, for comparing nodes: of the server, of MergeTree tables, and of
 * the profile in effect for this user (with what every read of ours sets taken out).
 */
export const listChangedSettings = defineQuery({
  name: 'list_changed_settings',
  params: z.object({}),
  row: z.object({
    scope: z.enum(['server', 'merge_tree', 'profile']),
    name: z.string(),
    value: z.string(),
    default_value: z.string(),
    description: z.string(),
  }),
  sql: `
SELECT scope, name, value, default_value, description
FROM
(
    SELECT 'server' AS scope, name, value, default AS default_value, description
    FROM system.server_settings WHERE changed
    UNION ALL
    SELECT 'merge_tree', name, value, '', description FROM system.merge_tree_settings WHERE changed
    UNION ALL
    SELECT 'profile', name, value, default, description FROM system.settings
    WHERE changed
        AND value != default
        AND NOT startsWith(name, 'output_format_json_')
        AND name NOT IN (
            'date_time_output_format', 'readonly', 'cancel_http_readonly_queries_on_client_close', 'max_execution_time',
            'log_comment', 'wait_end_of_query', 'http_wait_end_of_query', 'enable_http_compression', 'allow_experimental_analyzer')
)
ORDER BY scope, name`,
})
export type ChangedSettingRow = RowOf<typeof listChangedSettings>

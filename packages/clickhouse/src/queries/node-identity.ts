import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { dateTime, integer } from '../query/scalars.ts'

/**
 * Who answers. hostName() is the same for all nodes of one machine, so the display name, the macros and the TCP
 * port come along; getMacro() would fail where a macro is missing (Code 139), system.macros does not.
 */
export const nodeIdentity = defineQuery({
  name: 'node_identity',
  params: z.object({}),
  row: z.object({
    display_name: z.string(),
    host_name: z.string(),
    version: z.string(),
    uptime_seconds: integer,
    server_time: dateTime,
    timezone: z.string(),
    tcp_port: integer,
    macros: z.record(z.string(), z.string()),
    current_user: z.string(),
  }),
  sql: `
SELECT
    displayName() AS display_name,
    hostName() AS host_name,
    version() AS version,
    uptime() AS uptime_seconds,
    now64(3, 'UTC') AS server_time,
    timezone() AS timezone,
    tcpPort() AS tcp_port,
    (SELECT mapFromArrays(groupArray(macro), groupArray(substitution)) FROM system.macros) AS macros,
    currentUser() AS current_user`,
})
export type NodeIdentityRow = RowOf<typeof nodeIdentity>

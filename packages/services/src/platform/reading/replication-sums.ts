import type { ReplicaStateRow, ReplicaSumsRow } from '@frostline/clickhouse'
import type { ReplicaFacts } from '@frostline/domain'
import { z } from 'zod'

/** The replicated tables of one node, for pages about nodes. */
export const replicationSums = z.object({
  tables: z.number().int().describe('Replicated tables.'),
  readOnly: z.number().int(),
  sessionExpired: z.number().int().describe('Tables that are read-only because the Keeper session expired.'),
  readOnlyTables: z.array(z.string()).describe('At most three of them.'),
  maxDelaySeconds: z.number(),
  maxDelayTable: z.string().describe('The table with that delay. Empty: none.'),
  queueEntries: z.number().int(),
})

export function toReplicationSums(row: ReplicaSumsRow): z.infer<typeof replicationSums> {
  return {
    tables: Number(row.tables),
    readOnly: Number(row.read_only),
    sessionExpired: Number(row.expired),
    readOnlyTables: row.read_only_tables,
    maxDelaySeconds: Number(row.max_delay),
    maxDelayTable: row.max_delay_table,
    queueEntries: Number(row.queue),
  }
}

/** Whether it accepts writes, as far as the server knows without Keeper. */
export function toReplicaAccess(
  row: ReplicaStateRow,
): Pick<ReplicaFacts, 'readOnly' | 'sessionExpired' | 'keeperException'> {
  return { readOnly: row.is_readonly, sessionExpired: row.is_session_expired, keeperException: null }
}

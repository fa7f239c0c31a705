import { zeroCopyTables } from '@frostline/clickhouse'
import type { NodeReader } from '../reading/node-reader.ts'
import { tableKey } from '../reading/table-sizes.ts'

/** Pages that refresh do not ask for it each time. */
const answer = { ttlMs: 600_000, lasting: true }

/** Keys of the tables of a node whose replicas share their objects on a store. */
export async function askSharedTables(reader: NodeReader): Promise<ReadonlySet<string>> {
  const rows = await reader.ask(zeroCopyTables, {}, answer)
  return new Set(rows.map(({ database, table }) => tableKey(database, table)))
}

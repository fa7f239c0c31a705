import { dropCacheStatement, type Statement, tableCacheKeys } from '@frostline/clickhouse'
import type { NodeReader } from '../reading/node-reader.ts'
import type { CacheTarget } from './cached-amount.ts'
import { readCachedDisks } from './cached-disks.ts'

/** What a node is sent, for the preview and for the drop alike: one for the whole cache, or one for each file of a table. */
export async function planDrops(
  reader: Pick<NodeReader, 'ask'>,
  { cache, database, table }: CacheTarget,
): Promise<Statement[]> {
  if (database === undefined || table === undefined) return [dropCacheStatement(cache)]
  const disks = await readCachedDisks(reader)
  const rows = await reader.ask(tableCacheKeys, { disks, database, table, cache })
  return rows.map(({ key }) => dropCacheStatement(cache, key))
}

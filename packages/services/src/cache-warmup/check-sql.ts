import { warmCacheStatement } from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { checkSelect } from '../reading/check-select.ts'

/**
 * Has a node read the SQL of a person without running it, so that a mistake shows before the start.
 * @throws ServiceError `refused` with the engine's own words
 */
export async function checkOwnSql(
  node: ConnectedNode,
  spec: Pick<WarmupSpec, 'database' | 'table' | 'where' | 'measured'>,
  columns: readonly string[],
): Promise<void> {
  const { where, measured, database, table } = spec
  if (where !== null) {
    const { sql } = warmCacheStatement({ database, table, where, columns, partitionId: '' })
    await checkSelect(node, sql.replace('{partition_id: String}', "''"), {
      what: 'condition',
      hint: 'It is what stands after WHERE, over columns of the table.',
    })
  }
  if (measured) await checkSelect(node, measured.query)
}

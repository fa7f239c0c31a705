import { warmCacheStatement } from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { checkSelect } from '../../platform/reading/check-select.ts'

/**
 * Has a node parse user SQL without running it, so that a mistake shows before the start.
 * @throws ServiceError `refused` with the engine's message
 */
export async function checkCustomSql(
  node: ConnectedNode,
  spec: Pick<WarmupSpec, 'database' | 'table' | 'where' | 'measured'>,
  columns: readonly string[],
): Promise<void> {
  const { where, measured, database, table } = spec
  if (where !== null) {
    await checkSelect(node, readingToJudge({ database, table, where }, columns), {
      what: 'condition',
      hint: 'Enter the condition without WHERE, over columns of the table.',
    })
  }
  if (measured) await checkSelect(node, measured.query)
}

/** A read with its condition, without parameters, to be judged. */
export function readingToJudge(
  spec: Pick<WarmupSpec, 'database' | 'table' | 'where'>,
  columns: readonly string[],
): string {
  const { database, table, where } = spec
  const { sql } = warmCacheStatement({ database, table, where, columns, partitionId: '' })
  return sql.replace('{partition_id: String}', "''")
}

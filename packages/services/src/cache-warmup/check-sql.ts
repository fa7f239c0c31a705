import { describeRows, QueryFailedError, warmCacheStatement } from '@frostline/clickhouse'
import type { WarmupSpec } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

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
    await check(node, 'condition', sql.replace('{partition_id: String}', "''"))
  }
  if (measured) await check(node, 'query', measured.query)
}

async function check(node: ConnectedNode, what: string, rows: string): Promise<void> {
  try {
    await node.client.query(describeRows(rows), {}, { timeoutMs: 20_000 })
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
    const { code, message } = thrown.failure.error
    throw new ServiceError(
      'refused',
      `${node.name} refused the ${what} with code ${code}: ${message.slice(0, 1_000)}`,
      {
        hint:
          what === 'query'
            ? 'It is one SELECT, without FORMAT and without a semicolon.'
            : 'It is what stands after WHERE, over columns of the table.',
        cause: thrown,
      },
    )
  }
}

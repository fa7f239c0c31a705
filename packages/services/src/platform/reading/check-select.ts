import { describeRows, QueryFailedError } from '@frostline/clickhouse'
import { requireSafeSelect } from '../../benchmarks/sql-judgement/require-safe-select.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

/**
 * Has a node judge and parse an admin's SQL without running it, so that a mistake, or anything but one SELECT, shows
 * before the start.
 * @throws ServiceError `refused` naming what must not be called, or with the engine's message
 */
export async function checkSelect(
  node: ConnectedNode,
  sql: string,
  { what = 'query', hint = 'Use one SELECT without FORMAT and without a semicolon.' } = {},
): Promise<void> {
  await requireSafeSelect(node, what, sql)
  try {
    await node.client.query(describeRows(sql), {}, { timeoutMs: 20_000, settings: { readonly: '2' } })
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
    const { code, message } = thrown.failure.error
    throw new ServiceError(
      'refused',
      `${node.name} rejected the ${what} with code ${code}: ${message.slice(0, 1_000)}`,
      { hint, cause: thrown },
    )
  }
}

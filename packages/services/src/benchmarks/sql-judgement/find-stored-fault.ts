import { QueryFailedError } from '@frostline/clickhouse'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { requireSafeSelect } from './require-safe-select.ts'

/**
 * Why a stored SELECT must not be sent to a node; null: it may. It was judged when it was stored, but by the rules of
 * that version, and a node may have other functions by now.
 * @throws QueryFailedError where the node does not answer
 */
export async function findStoredFault(
  node: ConnectedNode,
  what: string,
  sql: string,
): Promise<string | null> {
  try {
    await requireSafeSelect(node, what, sql)
    return null
  } catch (error) {
    if (error instanceof ServiceError && error.cause instanceof QueryFailedError) throw error.cause
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

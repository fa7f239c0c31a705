import { QueryFailedError } from '@frostline/clickhouse'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { requireSafeSelect } from './require-safe-select.ts'

/**
 * Why a node must not be sent a SELECT that was stored, in words; null: it may be. It was judged when it was stored, but the
 * rules of that day may have been others, and a node may have other functions by now.
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

import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * Changes the policy of a table on this node only: settings are not replicated, also of replicated tables. Moves
 * nothing. Code 36 when the new policy lacks a volume or disk of the old one, 478 when the node does not know it.
 */
export function modifyStoragePolicyStatement(at: TableRef, policy: string): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(at.database, at.table)} MODIFY SETTING storage_policy = ${quoteString(policy)}`,
    params: {},
  }
}

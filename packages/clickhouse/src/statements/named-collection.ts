import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { Statement } from './statement.ts'

/**
 * The grammar accepts literals only. query_log shows all values as [HIDDEN] (26.7). Each query may override the URL,
 * but not the keys. A server stores the values in clear text on its disk.
 */
export function createNamedCollectionStatement(
  name: string,
  values: { url: string; accessKeyId: string; secretAccessKey: string },
): Statement {
  const { url, accessKeyId, secretAccessKey } = values
  const sql = `CREATE NAMED COLLECTION ${quoteIdentifier(name)} AS url = ${quoteString(url)} OVERRIDABLE, access_key_id = ${quoteString(accessKeyId)} NOT OVERRIDABLE, secret_access_key = ${quoteString(secretAccessKey)} NOT OVERRIDABLE`
  return { sql, params: {} }
}

export function dropNamedCollectionStatement(name: string): Statement {
  return { sql: `DROP NAMED COLLECTION IF EXISTS ${quoteIdentifier(name)}`, params: {} }
}

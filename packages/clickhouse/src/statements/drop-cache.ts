import { quoteString } from '../sql/quote-string.ts'
import type { Statement } from './statement.ts'

/**
 * Forgets what a cache of this node holds, or what it holds of one file: without an offset all segments of a key go with
 * one statement. Segments that a query is reading stay. No data is lost. The server takes no parameter in either place.
 * @param key as system.filesystem_cache shows it: 32 hexadecimal digits.
 */
export function dropCacheStatement(cache: string, key?: string): Statement {
  if (key !== undefined && !/^[0-9a-f]{32}$/.test(key)) throw new Error(`${key} is no key of a cache.`)
  return {
    sql: `SYSTEM DROP FILESYSTEM CACHE ${quoteString(cache)}${key === undefined ? '' : ` KEY ${key}`}`,
    params: {},
  }
}

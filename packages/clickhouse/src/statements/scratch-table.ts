import { parseEngineSettings } from '../sql/parse-engine-settings.ts'
import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteString } from '../sql/quote-string.ts'
import { topLevelWords } from '../sql/top-level-words.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/** Prefix of our temporary tables. */
export const scratchPrefix = 'frostline_scratch_'

/**
 * A table like another on one disk only: same columns, indexes, projections, keys and settings, so that it accepts its
 * parts unchanged. `engineFull` is from system.tables. Without replication, TTL, and merges of either kind: it stays as
 * it was filled.
 */
export function createScratchStatement(
  at: TableRef,
  like: TableRef,
  engineFull: string,
  disk: string,
): Statement {
  const own = {
    disk,
    max_bytes_to_merge_at_max_space_in_pool: '1',
    max_number_of_merges_with_ttl_in_pool: '0',
  }
  const kept = Object.entries(parseEngineSettings(engineFull)).filter(
    ([name]) => name !== 'storage_policy' && !/ttl|replica/.test(name),
  )
  const settings = Object.entries({ ...Object.fromEntries(kept), ...own })
  const text = settings.map(([name, value]) => `${name} = ${quoteString(value)}`).join(', ')
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(at.database, at.table)} AS ${qualifiedName(like.database, like.table)}
ENGINE = ${engineWithKeys(engineFull)}
SETTINGS ${text}`,
    params: {},
  }
}

/** Keys stay as the server spells them: parts are accepted only where they are the same to the letter. */
function engineWithKeys(engineFull: string): string {
  const words = topLevelWords(engineFull)
  const end = words.find(({ text }) => text === 'TTL' || text === 'SETTINGS')?.start ?? engineFull.length
  return plainEngine(engineFull.slice(0, end).trim())
}

/** The copy fills no cache, neither on read nor on write. */
export const scratchCopySettings = {
  enable_filesystem_cache: 0,
  enable_filesystem_cache_on_write_operations: 0,
} as const

/** Rejects every name that is not ours. */
export function dropScratchStatement({ database, table }: TableRef): Statement {
  if (!table.startsWith(scratchPrefix)) throw new Error(`${table} is no scratch table.`)
  return { sql: `DROP TABLE IF EXISTS ${qualifiedName(database, table)} SYNC`, params: {} }
}

/**
 * An engine with its clauses, from `engine_full`, for a table that is not replicated. Its own arguments after the path
 * and the replica name stay; keys and settings stay to the letter.
 */
export function plainEngine(engineFull: string): string {
  const keys = topLevelWords(engineFull)[1]?.start ?? engineFull.length
  const engine = engineFull.slice(0, keys).trim()
  const [, name, given = ''] = /^(?:Replicated|Shared)(\w+)(?:\((.*)\))?$/s.exec(engine) ?? []
  if (name === undefined) return engineFull
  const own = given.replace(/^\s*'(?:[^'\\]|\\.|'')*'\s*,\s*'(?:[^'\\]|\\.|'')*'\s*,?\s*/, '')
  return `${own === '' ? name : `${name}(${own})`} ${engineFull.slice(keys)}`.trim()
}

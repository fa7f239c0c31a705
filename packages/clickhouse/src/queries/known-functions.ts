import { z } from 'zod'
import type { NodeClient } from '../client/node-client.ts'
import { defineQuery } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/** How a node resolves function names, in any case. An unknown name has no row. */
export const knownFunctions = defineQuery({
  name: 'known_functions',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string(), alias_to: z.string(), built_in: flag, case_insensitive: flag }),
  sql: `
SELECT name, alias_to, origin = 'System' AS built_in, case_insensitive
FROM system.functions
WHERE has(arrayMap(x -> lower(x), {names: Array(String)}), lower(name))`,
})

/** A query in the engine's spelling, from its parser only: line ends in names are escaped. Code 62: invalid. */
export const normalizedQuery = defineQuery({
  name: 'normalized_query',
  params: z.object({ query: z.string() }),
  row: z.object({ query: z.string() }),
  sql: 'SELECT formatQuerySingleLine({query: String}) AS query',
})

/** Which of some settings this version has: an unknown one fails a statement with Code 115. */
export const knownSettings = defineQuery({
  name: 'known_settings',
  params: z.object({ names: z.array(z.string()).min(1) }),
  row: z.object({ name: z.string() }),
  sql: 'SELECT name FROM system.settings WHERE has({names: Array(String)}, name)',
})

/**
 * How a node parses a text, without running it or reading its tables: EXPLAIN AST, one line per tree node. Line ends
 * are escaped in literals, but not in names. Throws QueryFailedError: Code 62 if it is not one query, 456 for a
 * parameter without a value.
 * @param text user SQL, exactly as it will be sent
 */
export function readSyntaxTreeOf(client: Pick<NodeClient, 'text'>, text: string): Promise<string> {
  return client.text('syntax_tree', `EXPLAIN AST ${text}`, {
    timeoutMs: 10_000,
    settings: { readonly: '2', max_execution_time: 10 },
  })
}

/** For one expression, in brackets as in every statement. */
export function readExpressionTreeOf(client: Pick<NodeClient, 'text'>, expression: string): Promise<string> {
  return readSyntaxTreeOf(client, `SELECT (${expression}\n)`)
}

/** For one type, in the position of a column type. */
export function readTypeTreeOf(client: Pick<NodeClient, 'text'>, type: string): Promise<string> {
  return readSyntaxTreeOf(client, `CREATE TABLE t (c ${type}\n) ENGINE = Memory`)
}

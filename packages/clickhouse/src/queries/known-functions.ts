import { z } from 'zod'
import type { NodeClient } from '../client/node-client.ts'
import { defineQuery } from '../query/define-query.ts'
import { flag } from '../query/scalars.ts'

/** What a node makes of names of functions, in any case of letters. A name that it does not know has no row. */
export const knownFunctions = defineQuery({
  name: 'known_functions',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string(), alias_to: z.string(), built_in: flag, case_insensitive: flag }),
  sql: `
SELECT name, alias_to, origin = 'System' AS built_in, case_insensitive
FROM system.functions
WHERE has(arrayMap(x -> lower(x), {names: Array(String)}), lower(name))`,
})

/** A query in the engine's own spelling, read by its parser alone: escapes stand for line ends in names. Code 62: it is none. */
export const normalizedQuery = defineQuery({
  name: 'normalized_query',
  params: z.object({ query: z.string() }),
  row: z.object({ query: z.string() }),
  sql: 'SELECT formatQuerySingleLine({query: String}) AS query',
})

/** Which of some settings this version has: one that it does not know fails a statement with Code 115. */
export const knownSettings = defineQuery({
  name: 'known_settings',
  params: z.object({ names: z.array(z.string()).min(1) }),
  row: z.object({ name: z.string() }),
  sql: 'SELECT name FROM system.settings WHERE has({names: Array(String)}, name)',
})

/**
 * What a node makes of a text, without running it or looking at its tables: EXPLAIN AST, a node of the tree a line. Line ends in
 * literals are escaped, in names they are not. Throws QueryFailedError: what it does not parse as one query is Code 62, a
 * parameter without a value 456.
 * @param text SQL of a person, as it will be sent
 */
export function readSyntaxTreeOf(client: Pick<NodeClient, 'text'>, text: string): Promise<string> {
  return client.text('syntax_tree', `EXPLAIN AST ${text}`, {
    timeoutMs: 10_000,
    settings: { readonly: '2', max_execution_time: 10 },
  })
}

/** Of one expression, in brackets of its own as every statement puts it. */
export function readExpressionTreeOf(client: Pick<NodeClient, 'text'>, expression: string): Promise<string> {
  return readSyntaxTreeOf(client, `SELECT (${expression}\n)`)
}

/** Of one type, where the type of a column stands. */
export function readTypeTreeOf(client: Pick<NodeClient, 'text'>, type: string): Promise<string> {
  return readSyntaxTreeOf(client, `CREATE TABLE t (c ${type}\n) ENGINE = Memory`)
}

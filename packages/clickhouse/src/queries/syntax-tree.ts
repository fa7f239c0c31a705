import type { NodeClient } from '../client/node-client.ts'

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

import type { QueryDefinition } from '../query/define-query.ts'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { UnexpectedRowsError } from './query-failed.ts'

/** JSONEachRow text → rows of the query's schema. Throws UnexpectedRowsError naming row, column and what was wrong. */
export function parseRows<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
  node: string,
  text: string,
): Row[] {
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    if (line !== '') rows.push(parseRow(query, node, line, rows.length))
  }
  return rows
}

export function parseRow<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
  node: string,
  line: string,
  index: number,
): Row {
  const parsed = query.row.safeParse(parseJson(query.name, node, line))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 3)
  const detail = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new UnexpectedRowsError(query.name, node, `row ${index + 1}: ${detail}`)
}

function parseJson(query: string, node: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Servers before 25.11 append an exception to a stream as bare text.
    throw new UnexpectedRowsError(query, node, `not JSON: ${line.slice(0, 300)}`)
  }
}

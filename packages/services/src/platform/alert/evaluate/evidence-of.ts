import { copyableSql, type QueryDefinition, type SqlParams } from '@frostline/clickhouse'
import type { AlertEvidence } from '@frostline/domain'

/** A query that Frostline ran on a node, for a person to run too. */
export function evidenceOf<In, Params extends SqlParams, Row>(
  node: string,
  query: QueryDefinition<In, Params, Row>,
  given: In,
): AlertEvidence {
  const params = query.params.parse(given)
  return { node, sql: copyableSql(query.render(params), params) }
}

import type { BadRowsRule, LoadSpec } from '@frostline/domain'
import { requireSafeSql } from '../../benchmarks/sql-judgement/require-safe-sql.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'

/** What s3() adds to the columns of an object. */
const virtualColumns = ['_path', '_file', '_size', '_time', '_etag', '_row_number']

export interface MappedRead {
  read: Pick<LoadSpec['read'], 'columns'>
  mapping: readonly { column: string; expression: string }[]
}

/**
 * Has the node that reads judge the types and the expressions of a load. To be called before it is sent anything with them.
 * @throws ServiceError as requireSafeSql does
 */
export async function requireExpressions(
  node: Pick<ConnectedNode, 'name' | 'client'>,
  { read, mapping }: MappedRead,
): Promise<void> {
  const columns = new Set([...read.columns.map(({ name }) => name), ...virtualColumns])
  await requireSafeSql(node, {
    types: read.columns.map(({ name, type }) => ({ what: `The type of the column ${name}`, text: type })),
    expressions: mapping.map(({ column, expression }) => ({
      what: `The expression for the column ${column}`,
      text: expression,
      columns,
    })),
  })
}

/** For a look at the objects: as many bad rows of one as the load would leave out. None of them is recorded. */
export function allowBadRows(rule: BadRowsRule): { input_format_allow_errors_num?: string } {
  return rule.kind === 'fail' ? {} : { input_format_allow_errors_num: String(rule.maxRowsPerObject) }
}

import {
  badRowsFile,
  badRowsSettings,
  collectBadRowsStatement,
  copyableSql,
  type StagingNames,
} from '@frostline/clickhouse'
import type { LoadSpec } from '@frostline/domain'
import type { LoadPreview } from './schema.ts'

/** What is sent besides for a batch in which an object has a bad row that is to be left out. */
export function planBadRowStatements(
  { badRows, source, landing }: LoadSpec,
  names: StagingNames,
  insertSql: string,
  firstKey: string,
  reader: string,
): LoadPreview['statements'] {
  if (badRows.kind === 'fail') return []
  const settings = badRowsSettings(badRowsFile(names, 0), badRows.mostRowsPerObject)
  const listed = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  const again = {
    name: 'If one of them has a bad row: once more, one object a statement',
    node: reader,
    sql: `${insertSql}\nSETTINGS ${listed.join(', ')}`,
  }
  if (badRows.kind === 'skip') return [again]
  const collect = collectBadRowsStatement(
    { database: landing.database, table: names.badRows },
    names,
    'JOB',
    [{ ordinal: 0, path: `${source.bucket}/${firstKey}` }],
  )
  return [
    again,
    {
      name: 'Collect what the server has recorded',
      node: reader,
      sql: copyableSql(collect.sql, collect.params),
    },
  ]
}

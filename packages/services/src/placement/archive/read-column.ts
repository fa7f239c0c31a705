import { quoteIdentifier } from '@frostline/clickhouse'
import { type ArchiveColumn, fillTemplate } from '@frostline/domain'

/** SQL of a value as it is in the table, from a file. */
export function readArchiveColumn({
  name,
  fileName,
  read,
}: Pick<ArchiveColumn, 'name' | 'fileName' | 'read'>): string {
  return fillTemplate(read, quoteIdentifier(fileName ?? name))
}

import { quoteIdentifier } from './quote-identifier.ts'

/** `database`.`table`, quoted. */
export function qualifiedName(database: string, table: string): string {
  return `${quoteIdentifier(database)}.${quoteIdentifier(table)}`
}

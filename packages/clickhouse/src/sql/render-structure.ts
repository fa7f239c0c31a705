import { quoteIdentifier } from './quote-identifier.ts'

/** Columns as in CREATE TABLE, and as the `structure` of a table function. Types are used unchanged. */
export function renderStructure(columns: readonly { name: string; type: string }[]): string {
  return columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ')
}

export interface TableName {
  database: string
  table: string
}

const part = '(?:`(?:[^`\\\\]|``|\\\\.)+`|[^`.]+)'
const qualified = new RegExp(`^(${part})\\.(${part})$`, 's')

/** `database.table`. Names with dots are in backquotes, as in ClickHouse. Null: it is no name of a table. */
export function parseTableName(text: string): TableName | null {
  const [, database, table] = qualified.exec(text) ?? []
  return database === undefined || table === undefined
    ? null
    : { database: unquote(database), table: unquote(table) }
}

const unquote = (name: string) =>
  name.startsWith('`') ? name.slice(1, -1).replace(/``|\\(.)/gs, (pair, next) => next ?? pair[0]) : name

/** The inverse. The same table has one text. */
export function printTableName({ database, table }: TableName): string {
  return [database, table].map(quote).join('.')
}

const quote = (name: string) =>
  /[`.]/.test(name) ? `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\`` : name

import { column, type DataColumn } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'

interface CellLink {
  href: Route
  text: string
  /** Where the text is not all there is to say. */
  title?: string | undefined
}

/** Names that lead to their page. A long one is cut, with all of it on hover. */
export function linkColumn<Row>(
  key: string,
  header: string,
  width: number | Partial<Omit<DataColumn<Row>, 'id' | 'header' | 'cell'>>,
  linkOf: (row: Row) => CellLink,
): DataColumn<Row> {
  return column(key, header, width, (row) => {
    const { href, text, title = text } = linkOf(row)
    return (
      <Link href={href} className="truncate font-mono text-xs hover:underline" title={title}>
        {text}
      </Link>
    )
  })
}

/** The table of each row, with the link to its page, or to another one of it. Sorted by its name. */
export function tableColumn<Row extends { database: string; table: string }>(
  cluster: string,
  { header = 'Table', minWidthPx = 170, ...options }: Partial<Omit<DataColumn<Row>, 'id' | 'cell'>> = {},
  pageOf: (cluster: string, database: string, table: string) => Route = routes.table,
): DataColumn<Row> {
  const nameOf = ({ database, table }: Row) => `${database}.${table}`
  return linkColumn('table', header, { minWidthPx, sortValue: nameOf, ...options }, (row) => ({
    href: pageOf(cluster, row.database, row.table),
    text: nameOf(row),
  }))
}

import { column, type DataColumn } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'

/** The table's name, as a link to the cost of its partitions. */
export function tableColumn<Row extends { database: string; table: string }>(
  cluster: string,
): DataColumn<Row> {
  return column(
    'table',
    'Table',
    { minWidthPx: 200, hideable: false, sortValue: ({ database, table }) => `${database}.${table}` },
    ({ database, table }) => (
      <Link
        href={routes.tableCost(cluster, database, table)}
        className="truncate text-accent-ink hover:underline"
      >
        {database}.{table}
      </Link>
    ),
  )
}

/** Key of a table; no name can hold a NUL. */
export function rowIdOf({ database, table }: { database: string; table: string }): string {
  return `${database}\u0000${table}`
}

import { Bytes, type DataColumn } from '@frostline/ui'
import { tableColumn } from '@/features/status/link-column.tsx'
import { routes } from '@/navigation/routes.ts'
import type { Costs, RequestCosts, TableCost } from '../costs.ts'
import { Money } from './money.tsx'
import { rowIdOf, tableOptions, tooShort } from './requests-columns.tsx'

/** What each table costs, including requests once the logs were read. */
export function costColumns(
  cluster: string,
  { currency, coverage }: Costs,
  requests: RequestCosts | undefined,
): readonly DataColumn<TableCost>[] {
  const byTable = requests && new Map(requests.tables.map((row) => [rowIdOf(row), row.perMonth]))
  /** A table without bytes on object storage makes no requests; undefined: not read. */
  const requestsOf = (row: TableCost): number | null | undefined => {
    if (byTable === undefined) return undefined
    const known = byTable.get(rowIdOf(row))
    return known === undefined && row.coldBytes === 0n ? 0 : (known ?? null)
  }
  const totalOf = (row: TableCost): number | null | undefined => {
    const own = requestsOf(row)
    if (own === undefined) return undefined
    return own === null || row.perMonth === null ? null : own + row.perMonth
  }
  const allStorage = coverage.complete
  const allRequests =
    requests?.coverage.complete === true &&
    requests.nodesWithoutReads.length === 0 &&
    requests.nodesWithoutWrites.length === 0
  const money = (
    id: string,
    header: string,
    read: (row: TableCost) => number | null | undefined,
    complete = allStorage,
    reason?: string,
  ): DataColumn<TableCost> => ({
    ...{ id, header, align: 'end', minWidthPx: 150, grow: 0, sortDescFirst: true },
    cell: (row) => {
      const amount = read(row)
      return amount === undefined ? (
        '—'
      ) : (
        <Money {...{ amount, currency, complete }} {...(reason ? { reason } : {})} />
      )
    },
    sortValue: read,
  })
  return [
    tableColumn(cluster, tableOptions, routes.tableCost),
    {
      ...bytesColumn('Hot', ({ hotBytes }) => hotBytes),
      cell: ({ hotBytes }) => <Bytes value={hotBytes} />,
    },
    {
      ...bytesColumn('Cold', ({ coldBytes }) => coldBytes),
      description: 'Sum of all replicas. Objects shared by zero-copy replication count once.',
      cell: ({ coldBytes, shared }) => (
        <span className="inline-flex items-baseline gap-1.5">
          {shared && coldBytes > 0n ? <span className="text-2xs text-ink-3">shared</span> : null}
          <Bytes value={coldBytes} />
        </span>
      ),
    },
    { ...money('hot-month', 'Hot/month', (row) => row.hotPerMonth), hiddenByDefault: true },
    { ...money('cold-month', 'Cold/month', (row) => row.coldPerMonth), hiddenByDefault: true },
    money('storage', 'Storage/month', (row) => row.perMonth),
    {
      ...money('requests', 'Requests/month', requestsOf, allRequests, tooShort),
      description: 'Writes, and reads by queries, at the rate in the logs. Read the logs below first.',
    },
    {
      ...money('total', 'Cost/month', totalOf, allStorage && allRequests, tooShort),
      description: 'Storage and requests.',
    },
  ]
}

function bytesColumn(header: string, read: (row: TableCost) => bigint) {
  return {
    ...({ id: header.toLowerCase(), header, align: 'end', minWidthPx: 100, grow: 0 } as const),
    ...{ sortDescFirst: true, sortValue: read },
  }
}

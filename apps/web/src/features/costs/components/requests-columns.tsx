import { AtLeast, Bytes, Count, column, type DataColumn, RelativeTime } from '@frostline/ui'
import { tableColumn } from '@/features/status/link-column.tsx'
import { routes } from '@/navigation/routes.ts'
import type { RequestCosts, TableRequests } from '../costs.ts'
import { Money } from './money.tsx'

export const tooShort = 'No request log, or it covers less than an hour.'

/** Requests by table, from the logs: a lower bound where a node or a log is missing. */
export function tableColumns(cluster: string, found: RequestCosts): readonly DataColumn<TableRequests>[] {
  const { currency, coverage } = found
  const allWrites = coverage.complete && found.nodesWithoutWrites.length === 0
  const allReads = coverage.complete && found.nodesWithoutReads.length === 0
  const atLeast = (complete: boolean, value: bigint | null) =>
    value === null ? (
      <Count value={null} />
    ) : (
      <AtLeast complete={complete}>
        <Count value={value} />
      </AtLeast>
    )
  const numeric = { align: 'end', grow: 0, sortDescFirst: true } as const
  return [
    tableColumn(cluster, tableOptions, routes.tableCost),
    {
      ...{ ...numeric, id: 'writes', header: 'PUT and LIST', minWidthPx: 116 },
      cell: ({ writes }) => atLeast(allWrites, writes),
      sortValue: ({ writes }) => writes,
    },
    {
      ...{ ...numeric, id: 'reads', header: 'GET', minWidthPx: 100 },
      cell: ({ reads }) => atLeast(allReads, reads),
      sortValue: ({ reads }) => reads,
    },
    {
      ...{ ...numeric, id: 'bytes', header: 'Read', minWidthPx: 110 },
      cell: ({ readBytes }) => <Bytes value={readBytes} />,
      sortValue: ({ readBytes }) => readBytes,
    },
    {
      ...{ ...numeric, id: 'month', header: 'At this rate per month', minWidthPx: 164 },
      cell: ({ perMonth }) => (
        <Money amount={perMonth} currency={currency} complete={allWrites && allReads} reason={tooShort} />
      ),
      sortValue: ({ perMonth }) => perMonth,
    },
  ]
}

/** All requests of a node, from its counters. */
export function nodeColumns(currency: string): readonly DataColumn<RequestCosts['nodes'][number]>[] {
  const numeric = { align: 'end', grow: 0 } as const
  return [
    column('node', 'Node', 160, ({ node }) => <code className="text-xs">{node}</code>),
    {
      ...{ id: 'since', header: 'Counted since', minWidthPx: 130 },
      description: 'Server counters. ClickHouse 26.7 counts requests of OPTIMIZE twice.',
      cell: ({ sinceStart }) => <RelativeTime at={sinceStart.startedAt} />,
    },
    {
      ...{ id: 'logs', header: 'Logs since', minWidthPx: 130 },
      description:
        'The start of blob_storage_log or query_log, whichever is later, within the selected time.',
      cell: ({ writesSince, readsSince }) => (
        <RelativeTime
          at={writesSince && readsSince && (writesSince > readsSince ? writesSince : readsSince)}
        />
      ),
    },
    {
      ...{ ...numeric, id: 'writes', header: 'PUT and LIST', minWidthPx: 116 },
      cell: ({ sinceStart }) => <Count value={sinceStart.writes} />,
    },
    {
      ...{ ...numeric, id: 'reads', header: 'GET', minWidthPx: 100 },
      cell: ({ sinceStart }) => <Count value={sinceStart.reads} />,
    },
    {
      ...{ ...numeric, id: 'bytes', header: 'Read', minWidthPx: 110 },
      cell: ({ sinceStart }) => <Bytes value={sinceStart.readBytes} />,
    },
    {
      ...{ ...numeric, id: 'month', header: 'At this rate per month', minWidthPx: 164 },
      cell: ({ sinceStart }) => <Money amount={sinceStart.perMonth} currency={currency} reason={tooShort} />,
    },
  ]
}

/** Of every list of tables on the page: the name leads to the cost of its partitions. */
export const tableOptions = { minWidthPx: 200, hideable: false }

/** Key of a table; no name can hold a NUL. */
export function rowIdOf({ database, table }: { database: string; table: string }): string {
  return `${database}\u0000${table}`
}

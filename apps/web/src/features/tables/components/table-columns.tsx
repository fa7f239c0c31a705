import { Badge, Bytes, Count, type DataColumn, TierBar } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { LogicalFigure } from './logical-figure.tsx'

type TableRow = RouterOutputs['tables']['list']['data']['tables'][number]

const none = <span className="text-ink-3">—</span>

const logicalBytes: DataColumn<TableRow> = {
  id: 'logical',
  header: 'Logical',
  align: 'end',
  minWidthPx: 90,
  grow: 0,
  description: 'Size without replica copies.',
  cell: (row) =>
    row.logical ? (
      <LogicalFigure basis={row.logical} value={row.logical.bytes}>
        {(bytes) => <Bytes value={bytes} />}
      </LogicalFigure>
    ) : (
      none
    ),
}

/**
 * Columns of the list of tables. Sorting is the server's: the sort values only mark what can be sorted.
 * @param copies whether replicas hold copies, so that logical and physical bytes are two figures.
 */
export function tableColumns(cluster: string, copies: boolean): readonly DataColumn<TableRow>[] {
  return [
    {
      id: 'name',
      header: 'Table',
      minWidthPx: 220,
      grow: 2,
      hideable: false,
      sortValue: (row) => row.table,
      cell: (row) => (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="min-w-0 truncate font-mono text-xs hover:underline"
        >
          <span className="text-ink-3">{row.database}.</span>
          {row.table}
        </Link>
      ),
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      sortValue: (row) => row.totalBytes,
      sortDescFirst: true,
      description: 'Physical size on all nodes, including replica copies. Shared objects count once.',
      cell: (row) => (row.totalBytes === null ? none : <Bytes value={row.totalBytes} />),
    },
    ...(copies ? [logicalBytes] : []),
    {
      id: 'split',
      header: 'Hot and cold',
      minWidthPx: 120,
      cell: (row) =>
        row.tiers ? (
          <TierBar
            className="w-full"
            size="sm"
            label={`Tiers of ${row.database}.${row.table}`}
            amounts={[
              { tier: 'hot', sizeBytes: row.tiers.hot.bytes },
              { tier: 'cold', sizeBytes: row.tiers.cold.bytes },
            ]}
          />
        ) : (
          none
        ),
    },
    {
      id: 'hot',
      header: 'Hot',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      sortValue: (row) => row.tiers?.hot.bytes,
      sortDescFirst: true,
      cell: (row) => (row.tiers ? <Bytes value={row.tiers.hot.bytes} /> : none),
    },
    {
      id: 'cold',
      header: 'Cold',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      sortValue: (row) => row.tiers?.cold.bytes,
      sortDescFirst: true,
      cell: (row) => (row.tiers ? <Bytes value={row.tiers.cold.bytes} /> : none),
    },
    {
      id: 'parts',
      header: 'Parts',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      description: 'On all nodes.',
      sortValue: (row) => row.tiers?.hot.parts,
      sortDescFirst: true,
      cell: (row) =>
        row.tiers ? (
          <Count value={row.tiers.hot.parts + row.tiers.cold.parts + row.tiers.unknown.parts} />
        ) : (
          none
        ),
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      sortValue: (row) => row.logical?.rows,
      sortDescFirst: true,
      description: 'Logical rows: each counted once, from the most complete replica of each shard.',
      cell: (row) =>
        row.logical ? (
          <LogicalFigure basis={row.logical} value={row.logical.rows}>
            {(rows) => <Count short value={rows} />}
          </LogicalFigure>
        ) : (
          none
        ),
    },
    {
      id: 'partitions',
      header: 'Partitions',
      align: 'end',
      minWidthPx: 104,
      grow: 0,
      sortValue: (row) => row.partitions,
      sortDescFirst: true,
      description: 'Maximum of all nodes.',
      cell: (row) => (row.partitions === null ? none : <Count value={row.partitions} />),
    },
    {
      id: 'policy',
      header: 'Policy',
      minWidthPx: 110,
      sortValue: (row) => row.storagePolicy,
      cell: (row) => (row.storagePolicy ? <Badge mono>{row.storagePolicy}</Badge> : none),
    },
    {
      id: 'ttl',
      header: 'TTL',
      minWidthPx: 160,
      grow: 2,
      cell: (row) =>
        row.ttl ? (
          <span className="truncate font-mono text-2xs" title={row.ttl}>
            {row.ttl}
          </span>
        ) : (
          none
        ),
    },
    {
      id: 'engine',
      header: 'Engine',
      minWidthPx: 130,
      sortValue: (row) => row.engine,
      cell: (row) => <span className="truncate text-xs">{row.engine}</span>,
    },
    {
      id: 'nodes',
      header: 'Nodes',
      align: 'end',
      minWidthPx: 70,
      grow: 0,
      cell: (row) => (
        <span
          title={row.absentFrom.length > 0 ? `Not on ${row.absentFrom.join(', ')}` : row.presentOn.join(', ')}
        >
          {row.presentOn.length}
          {row.differs.length > 0 ? ' ≠' : ''}
        </span>
      ),
    },
  ]
}

import { Badge, Bytes, Count, column, type DataColumn, numberColumn, TierBar } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { LogicalFigure } from './logical-figure.tsx'

type TableRow = RouterOutputs['tables']['list']['data']['tables'][number]

const none = <span className="text-ink-3">—</span>

const logicalBytes: DataColumn<TableRow> = numberColumn(
  'logical',
  'Logical',
  { minWidthPx: 90, description: 'Size without replica copies.' },
  (row) =>
    row.logical ? (
      <LogicalFigure basis={row.logical} value={row.logical.bytes}>
        {(bytes) => <Bytes value={bytes} />}
      </LogicalFigure>
    ) : (
      none
    ),
)

/**
 * Columns of the list of tables. The server sorts: the sort values only mark sortable columns.
 * @param copies whether replicas hold copies, so that logical and physical bytes are two figures.
 */
export function tableColumns(cluster: string, copies: boolean): readonly DataColumn<TableRow>[] {
  return [
    column(
      'name',
      'Table',
      { minWidthPx: 220, grow: 2, hideable: false, sortValue: (row) => row.table },
      (row) => (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="min-w-0 truncate font-mono text-xs hover:underline"
        >
          <span className="text-ink-3">{row.database}.</span>
          {row.table}
        </Link>
      ),
    ),
    numberColumn(
      'bytes',
      'Bytes',
      {
        minWidthPx: 90,
        description: 'Physical size on all nodes, including replica copies. Shared objects count once.',
        sortValue: (row) => row.totalBytes,
      },
      (row) => (row.totalBytes === null ? none : <Bytes value={row.totalBytes} />),
    ),
    ...(copies ? [logicalBytes] : []),
    column('split', 'Hot and cold', 120, (row) =>
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
    ),
    numberColumn('hot', 'Hot', { minWidthPx: 90, sortValue: (row) => row.tiers?.hot.bytes }, (row) =>
      row.tiers ? <Bytes value={row.tiers.hot.bytes} /> : none,
    ),
    numberColumn('cold', 'Cold', { minWidthPx: 90, sortValue: (row) => row.tiers?.cold.bytes }, (row) =>
      row.tiers ? <Bytes value={row.tiers.cold.bytes} /> : none,
    ),
    numberColumn(
      'parts',
      'Parts',
      { minWidthPx: 80, description: 'On all nodes.', sortValue: (row) => row.tiers?.hot.parts },
      (row) =>
        row.tiers ? (
          <Count value={row.tiers.hot.parts + row.tiers.cold.parts + row.tiers.unknown.parts} />
        ) : (
          none
        ),
    ),
    numberColumn(
      'rows',
      'Rows',
      {
        minWidthPx: 80,
        description: 'Logical rows: each counted once, from the most complete replica of each shard.',
        sortValue: (row) => row.logical?.rows,
      },
      (row) =>
        row.logical ? (
          <LogicalFigure basis={row.logical} value={row.logical.rows}>
            {(rows) => <Count short value={rows} />}
          </LogicalFigure>
        ) : (
          none
        ),
    ),
    numberColumn(
      'partitions',
      'Partitions',
      { minWidthPx: 104, description: 'Maximum of all nodes.', sortValue: (row) => row.partitions },
      (row) => (row.partitions === null ? none : <Count value={row.partitions} />),
    ),
    column('policy', 'Policy', { minWidthPx: 110, sortValue: (row) => row.storagePolicy }, (row) =>
      row.storagePolicy ? <Badge mono>{row.storagePolicy}</Badge> : none,
    ),
    column('ttl', 'TTL', { minWidthPx: 160, grow: 2 }, (row) =>
      row.ttl ? (
        <span className="truncate font-mono text-2xs" title={row.ttl}>
          {row.ttl}
        </span>
      ) : (
        none
      ),
    ),
    column('engine', 'Engine', { minWidthPx: 130, sortValue: (row) => row.engine }, (row) => (
      <span className="truncate text-xs">{row.engine}</span>
    )),
    numberColumn('nodes', 'Nodes', 70, (row) => (
      <span
        title={row.absentFrom.length > 0 ? `Not on ${row.absentFrom.join(', ')}` : row.presentOn.join(', ')}
      >
        {row.presentOn.length}
        {row.differs.length > 0 ? ' ≠' : ''}
      </span>
    )),
  ]
}

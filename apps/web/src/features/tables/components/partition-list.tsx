'use client'
import {
  Badge,
  bytesColumn,
  Count,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatBytes,
  formatExactTime,
  numberColumn,
  Panel,
  RelativeTime,
  TierBar,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { observedEveryMs } from '@/trpc/use-observed-query.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import type { LogicalBasis } from '../describe-logical.ts'
import { LogicalFigure } from './logical-figure.tsx'

type PartitionRow = RouterOutputs['tables']['partitions']['data']['partitions'][number]

interface PartitionListProps {
  at: ClusterTable
  totalCount: number | undefined
  selected: ReadonlySet<string>
  onSelectedChange: (selected: ReadonlySet<string>) => void
}

/** The figures of each partition, below the map. It comes page by page. */
export function PartitionList({ at, totalCount, selected, onSelectedChange }: PartitionListProps) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const input = { ...at, sort: 'newest' as const, limit: 1000 }
  const list = useOffsetPages({
    queryKey: trpc.tables.partitions.queryKey(input),
    readPage: (offset, signal) => client.tables.partitions.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.partitions.length, total: data.total }),
    refetchIntervalMs: observedEveryMs,
  })
  useReadAfterChanges('tier-migration', () => void list.refetch())
  const rows = list.data?.pages.flatMap(({ data }) => data.partitions) ?? []
  const logical = list.data?.pages[0]?.data.logical ?? nothingKnown
  if (totalCount === 0 || (list.data && rows.length === 0)) return null
  return (
    <Panel
      title="Partition list"
      flush
      minHeightPx={220}
      {...panelFromInfinite(list, { task: 'read the list of partitions' })}
    >
      <DataTable
        label="Partitions"
        columns={columnsOf(at, logical)}
        rows={rows}
        getRowId={(row) => row.partitionId}
        rowLabel={(row) => `partition ${row.partition}`}
        totalCount={totalCount}
        {...moreRows(list)}
        selected={selected}
        onSelectedChange={onSelectedChange}
        maxHeightPx={420}
      />
    </Panel>
  )
}

const nothingKnown: LogicalBasis = { from: [], lastSeen: [], unknown: [] }

const columnsOf = (at: ClusterTable, logical: LogicalBasis): readonly DataColumn<PartitionRow>[] => [
  column(
    'partition',
    'Partition',
    { minWidthPx: 120, hideable: false, sortValue: (row) => row.partition },
    (row) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate font-mono text-xs">{row.partition}</span>
        {row.sharedBytes > 0n ? (
          <Badge
            tone="cold"
            title={`Zero-copy replication: replicas refer to ${formatBytes(row.sharedBytes)} that another one has stored.`}
          >
            shared
          </Badge>
        ) : null}
      </span>
    ),
  ),
  column('tiers', 'Hot and cold', 120, (row) => (
    <TierBar
      className="w-full"
      size="sm"
      label={`Tiers of ${row.partition}`}
      amounts={[
        { tier: 'hot', sizeBytes: row.hotBytes },
        { tier: 'cold', sizeBytes: row.coldBytes },
      ]}
    />
  )),
  bytesColumn(
    'bytes',
    'Bytes',
    {
      minWidthPx: 90,
      description: 'Physical size on all nodes, including replica copies. Shared objects count once.',
      sorted: true,
    },
    (row) => row.bytes,
  ),
  countColumn(
    'parts',
    'Parts',
    { minWidthPx: 70, description: 'On all nodes.', sorted: true },
    (row) => row.parts,
  ),
  numberColumn(
    'rows',
    'Rows',
    {
      minWidthPx: 90,
      description: 'Logical rows: each counted once, from the most complete replica of each shard.',
      sortValue: (row) => row.logicalRows,
    },
    (row) => (
      <LogicalFigure basis={basisOf(row, logical)} value={row.logicalRows}>
        {(rows) => <Count value={rows} />}
      </LogicalFigure>
    ),
  ),
  numberColumn('newest', 'Newest row', { minWidthPx: 110, sortValue: (row) => row.maxTime }, (row) =>
    row.maxTime ? (
      <span title={formatExactTime(row.maxTime)}>{formatExactTime(row.maxTime).slice(0, 10)}</span>
    ) : (
      '—'
    ),
  ),
  timeColumn(
    'modified',
    'Changed',
    {
      minWidthPx: 110,
      description:
        'When a part of it was last inserted, merged, mutated, or moved to another disk. ClickHouse keeps only the latest.',
      sorted: true,
    },
    (row) => row.lastModified,
  ),
  numberColumn('due', 'TTL move due', { minWidthPx: 120, sortValue: (row) => row.moveTtlMax }, (row) =>
    row.moveTtlMax || row.partsWithoutMoveTtl > 0n ? (
      <Link
        href={routes.whyTable(at.cluster, at.database, at.table, row.partitionId)}
        aria-label={`Why partition ${row.partition} is where it is`}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {row.moveTtlMax ? <RelativeTime at={row.moveTtlMax} /> : 'why here?'}
      </Link>
    ) : (
      '—'
    ),
  ),
  numberColumn(
    'nodes',
    'Nodes',
    { minWidthPx: 84, sortValue: (row) => row.nodes.length },
    (row) => row.nodes.length,
  ),
]

/** The row's own sources, with the last known figures of unreachable ones. */
function basisOf({ logicalFrom }: PartitionRow, { lastSeen, unknown }: LogicalBasis): LogicalBasis {
  return {
    from: logicalFrom.map((node) => ({ node })),
    lastSeen: lastSeen.filter(({ node }) => logicalFrom.includes(node)),
    unknown,
  }
}

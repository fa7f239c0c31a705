import { oddityTitles } from '@frostline/domain'
import {
  AtLeast,
  Badge,
  Bytes,
  Count,
  column,
  type DataColumn,
  formatBytes,
  formatCount,
  formatCountOf,
  monoColumn,
  numberColumn,
  RelativeTime,
  TierBar,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { FleetTable } from '../fleet.ts'

const none = <span className="text-ink-3">–</span>
const isComplete = ({ missingNodes }: FleetTable) => missingNodes.length === 0

/** The server sorts: the sort values only mark sortable columns. */
export function fleetColumns(onOpen: (row: FleetTable) => void): readonly DataColumn<FleetTable>[] {
  return [
    column(
      'name',
      'Table',
      { minWidthPx: 190, grow: 2, hideable: false, sortValue: (row) => row.table },
      ({ cluster, database, table }) => (
        <Link
          href={routes.table(cluster, database, table)}
          className="min-w-0 truncate font-mono text-xs hover:underline"
        >
          <span className="text-ink-3">{database}.</span>
          {table}
        </Link>
      ),
    ),
    column('cluster', 'Cluster', { minWidthPx: 90, sortValue: (row) => row.clusterName }, (row) => (
      <Link href={routes.overview(row.cluster)} className="min-w-0 truncate text-xs hover:underline">
        {row.clusterName}
      </Link>
    )),
    column(
      'oddities',
      'Oddities',
      {
        ...{ minWidthPx: 190, grow: 1.5, sortDescFirst: true },
        sortValue: (row) => row.oddities.length,
        description: 'What is unusual about the table. Open one for its figures.',
      },
      (row) => <Oddities row={row} onOpen={onOpen} />,
    ),
    numberColumn(
      'bytes',
      'Bytes',
      {
        minWidthPx: 90,
        description: 'Physical size on all nodes, including replica copies. Shared objects count once.',
        sortValue: (row) => row.totalBytes,
      },
      (row) => (
        <AtLeast complete={isComplete(row)}>
          <Bytes value={row.totalBytes} />
        </AtLeast>
      ),
    ),
    column(
      'cold',
      'Hot and cold',
      { minWidthPx: 128, sortDescFirst: true, sortValue: (row) => row.tiers.cold.bytes },
      (row) => (
        <TierBar
          className="w-full"
          size="sm"
          label={`Tiers of ${row.database}.${row.table}`}
          amounts={[
            { tier: 'hot', sizeBytes: row.tiers.hot.bytes },
            { tier: 'cold', sizeBytes: row.tiers.cold.bytes },
          ]}
        />
      ),
    ),
    numberColumn(
      'growth',
      'Growth',
      {
        minWidthPx: 128,
        description: 'Bytes per day written by inserts in the last 7 days, before merges, from part_log.',
        sortValue: (row) => row.growth.bytesPerDay,
      },
      (row) => <Growth row={row} />,
    ),
    numberColumn(
      'nextDue',
      'Next due',
      {
        ...{ minWidthPx: 110, sortDescFirst: false },
        description: 'When the TTL moves or deletes the next part.',
        sortValue: (row) => row.nextDue?.at,
      },
      (row) => <Due row={row} />,
    ),
    numberColumn(
      'partitions',
      'Partitions',
      { minWidthPx: 104, description: 'Maximum of all nodes.', sortValue: (row) => row.partitions },
      (row) => <Count value={row.partitions} />,
    ),
    numberColumn(
      'partsPerPartition',
      'Parts each',
      {
        minWidthPx: 104,
        description: 'Parts per partition on one node, on average.',
        sortValue: (row) => row.partsPerPartition,
      },
      (row) =>
        row.partsPerPartition === null ? (
          none
        ) : (
          <span title={`${formatCountOf(row.parts, 'part')} on all nodes`}>
            {row.partsPerPartition.toFixed(1)}
          </span>
        ),
    ),
    column('ttl', 'TTL', { minWidthPx: 150, grow: 2 }, ({ ttl }) => {
      if (ttl === '') return none
      return ttl === null ? (
        <span className="text-ink-2 text-xs">nodes differ</span>
      ) : (
        <span className="truncate font-mono text-2xs" title={ttl}>
          {ttl}
        </span>
      )
    }),
    monoColumn('partitionKey', 'Partition key', { minWidthPx: 130 }, (row) => row.partitionKey || '–'),
    column('policy', 'Policy', { minWidthPx: 100, hiddenByDefault: true }, (row) =>
      row.storagePolicy ? <Badge mono>{row.storagePolicy}</Badge> : none,
    ),
  ]
}

function Oddities({ row, onOpen }: { row: FleetTable; onOpen: (row: FleetTable) => void }) {
  const [first, ...others] = row.oddities
  if (!first) return none
  const titles = row.oddities.map(({ kind }) => oddityTitles[kind])
  return (
    <button
      type="button"
      aria-label={`Oddities of ${row.database}.${row.table}: ${titles.join(', ')}`}
      title={row.oddities.map(({ sentence }) => sentence).join('\n')}
      onClick={() => onOpen(row)}
      className="flex max-w-full min-w-0 items-center gap-1 rounded-sm hover:underline"
    >
      <Badge tone="warn" className="min-w-0">
        <span className="truncate">{oddityTitles[first.kind]}</span>
      </Badge>
      {others.length > 0 ? <span className="text-2xs text-ink-2">+{others.length}</span> : null}
    </button>
  )
}

function Growth({ row }: { row: FleetTable }) {
  const { bytesPerDay, measuredDays, reason } = row.growth
  if (bytesPerDay === null)
    return (
      <span className="text-ink-3" title={reason ?? undefined}>
        –<span className="sr-only"> {reason}</span>
      </span>
    )
  const bytes = formatBytes(Math.round(bytesPerDay))
  const isRate = measuredDays !== null && measuredDays >= 1
  return (
    <AtLeast complete={isComplete(row)}>
      {isRate ? (
        <span title={`Measured over ${formatCount(Math.round(measuredDays))} d`}>{bytes}/day</span>
      ) : (
        <span title="part_log covers less than a day. Bytes written since it begins.">{bytes} so far</span>
      )}
    </AtLeast>
  )
}

function Due({ row }: { row: FleetTable }) {
  const { cluster, database, table, nextDue, lateParts } = row
  if (lateParts > 0n)
    return (
      <Link
        href={routes.lateParts(cluster, database, table)}
        className="text-warn-ink text-xs hover:underline"
        title="Parts that are due to move or expire by TTL and have not"
      >
        {formatCountOf(lateParts, 'part')} late
      </Link>
    )
  if (!nextDue) return none
  return (
    <span title={nextDue.kind === 'move' ? 'A part moves' : 'A part expires'}>
      <RelativeTime at={nextDue.at} />
    </span>
  )
}

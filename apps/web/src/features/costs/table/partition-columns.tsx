import { daysPerMonth } from '@frostline/domain'
import { Bytes, Count, type DataColumn, formatCount, formatMoney, Unknown } from '@frostline/ui'
import Link from 'next/link'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { Money } from '../components/money.tsx'
import type { PartitionCost } from '../costs.ts'

/** "4 h", "12 d", "3.2 months". */
function spanOfMonths(months: number): string {
  const days = months * daysPerMonth
  if (days < 1) return `${formatCount(Math.max(1, Math.round(days * 24)))} h`
  if (days < 90) return `${formatCount(Math.round(days))} d`
  return months < 240 ? `${months.toFixed(1)} months` : `${formatCount(Math.round(months / 12))} years`
}

const unread = 'Reads are not counted, or the query log covers less than an hour. Enter a number above.'

function threeDigits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US')
}

/** @param limit null: it saves however often it is read; 0: it costs more even without reads. */
function readsText(limit: number | null): string {
  if (limit === null) return 'any'
  return limit === 0 ? 'never' : `${threeDigits(limit)} a day`
}

/** What each partition costs, and when the move to object storage has paid for itself. */
export function partitionColumns(at: ClusterTable, currency: string): readonly DataColumn<PartitionCost>[] {
  const numeric = { align: 'end', grow: 0, sortDescFirst: true } as const
  return [
    {
      ...{ id: 'partition', header: 'Partition', minWidthPx: 96, hideable: false },
      cell: ({ partition }) => <span className="truncate font-mono text-xs">{partition}</span>,
      sortValue: ({ partition }) => partition,
    },
    {
      ...{ id: 'newest', header: 'Newest rows', minWidthPx: 118, grow: 0, sortDescFirst: true },
      description: 'By the partition key. Without a time in the key, when the last part was written.',
      cell: ({ newestAt, datedBy }) => (
        <span title={datedBy === 'parts' ? 'When its last part was written' : undefined}>
          {newestAt.toISOString().slice(0, 10)}
        </span>
      ),
      sortValue: ({ newestAt }) => newestAt,
    },
    {
      ...{ ...numeric, id: 'hot', header: 'Hot', minWidthPx: 88 },
      cell: ({ hotBytes }) => <Bytes value={hotBytes} />,
      sortValue: ({ hotBytes }) => hotBytes,
    },
    {
      ...{ ...numeric, id: 'cold', header: 'Cold', minWidthPx: 88 },
      cell: ({ coldBytes }) => <Bytes value={coldBytes} />,
      sortValue: ({ coldBytes }) => coldBytes,
    },
    {
      ...{ ...numeric, id: 'files', header: 'Files', minWidthPx: 76, hiddenByDefault: true },
      cell: ({ files }) => <Count value={files} />,
      sortValue: ({ files }) => files,
    },
    {
      ...{ ...numeric, id: 'month', header: 'Per month', minWidthPx: 100 },
      description: 'Storage cost on its current disk.',
      cell: ({ perMonth }) => <Money amount={perMonth} currency={currency} />,
      sortValue: ({ perMonth }) => perMonth,
    },
    {
      ...{ ...numeric, id: 'reads', header: 'Reads per day', minWidthPx: 112 },
      description: 'Average queries per day on a replica that has it.',
      cell: ({ readsPerDay }) =>
        readsPerDay === null ? <Unknown reason={unread} /> : threeDigits(readsPerDay),
      sortValue: ({ readsPerDay }) => readsPerDay,
    },
    {
      ...{ ...numeric, id: 'once', header: 'Move cost, once', minWidthPx: 108, hiddenByDefault: true },
      description: 'Requests to write the hot data to object storage.',
      cell: ({ move }) => (move ? formatMoney(move.once, currency) : '—'),
      sortValue: ({ move }) => move?.once,
    },
    {
      ...{ ...numeric, id: 'saves', header: 'Cold savings', minWidthPx: 108 },
      description: 'Per month, minus the cost of reads from object storage.',
      cell: ({ move, breakEven }) =>
        breakEven ? formatMoney(breakEven.savedPerMonth, currency) : move ? <Unknown reason={unread} /> : '—',
      sortValue: ({ breakEven }) => breakEven?.savedPerMonth,
    },
    {
      ...{
        ...numeric,
        id: 'after',
        header: 'Payback time',
        minWidthPx: 104,
        sortDescFirst: false,
        hiddenByDefault: true,
      },
      cell: ({ move, breakEven }) => {
        if (!breakEven) return move ? <Unknown reason={unread} /> : '—'
        return breakEven.months === null ? 'never' : spanOfMonths(breakEven.months)
      },
      sortValue: ({ breakEven }) => (breakEven ? (breakEven.months ?? Number.MAX_VALUE) : null),
    },
    {
      ...{ ...numeric, id: 'age', header: 'Break-even age', minWidthPx: 130, sortDescFirst: false },
      description: 'Age of the newest rows when the move has paid for itself.',
      cell: ({ move, breakEven }) => {
        if (!breakEven) return move ? <Unknown reason={unread} /> : '—'
        return breakEven.ageDays === null ? 'never' : `${formatCount(Math.round(breakEven.ageDays))} d`
      },
      sortValue: ({ breakEven }) => (breakEven ? (breakEven.ageDays ?? Number.MAX_VALUE) : null),
    },
    {
      ...{ ...numeric, id: 'limit', header: 'Max reads to save', minWidthPx: 112 },
      description: 'Queries per day on each replica. Above this, cold storage costs more than hot.',
      cell: ({ move }) => (move ? readsText(move.readsPerDayLimit) : '—'),
      sortValue: ({ move }) => (move ? (move.readsPerDayLimit ?? Number.MAX_VALUE) : null),
    },
    {
      ...{ id: 'move', header: 'Move', minWidthPx: 64, grow: 0 },
      cell: ({ partitionId, breakEven }) =>
        breakEven && breakEven.savedPerMonth > 0 ? (
          <Link
            href={routes.moveTable(
              at.cluster,
              at.database,
              at.table,
              namesParam().write(new Set([partitionId])),
            )}
            className="text-accent-ink hover:underline"
            aria-label={`Move partition ${partitionId}`}
          >
            Move
          </Link>
        ) : null,
    },
  ]
}

import {
  Bytes,
  type DataColumn,
  formatDuration,
  ProgressBar,
  RelativeTime,
  StatusPill,
  TierBadge,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { NodeFigures, NodeMore } from '../hooks/use-nodes.ts'

type RunningMove = NodeFigures['runningMoves'][number]
type RecentMove = NonNullable<NodeMore['recentMoves']>[number]
type MergeRow = NodeFigures['runningMerges'][number]

interface MoveRow extends Pick<RunningMove, 'database' | 'table' | 'partName' | 'targetDisk' | 'targetTier'> {
  id: string
  bytes: bigint
  tookMs: number
  /** Null while it runs. */
  finishedAt: Date | null
  failure: string | null
}

export function listMoves(running: readonly RunningMove[], recent: readonly RecentMove[]): MoveRow[] {
  return [
    ...running.map((move) => ({
      ...move,
      id: `running ${move.database} ${move.table} ${move.partName}`,
      bytes: move.partBytes,
      tookMs: move.elapsedSeconds * 1000,
      finishedAt: null,
      failure: null,
    })),
    ...recent.map((move) => ({
      ...move,
      id: `${move.finishedAt.getTime()} ${move.database} ${move.table} ${move.partName}`,
      tookMs: move.durationMs,
      failure: move.errorCode === null ? null : `Code ${move.errorCode}: ${move.error ?? 'no text'}`,
    })),
  ]
}

function tableColumn<Row extends { database: string; table: string }>(cluster: string): DataColumn<Row> {
  return {
    id: 'table',
    header: 'Table',
    minWidthPx: 180,
    cell: (row) => (
      <Link
        href={routes.table(cluster, row.database, row.table)}
        className="truncate font-mono text-xs hover:underline"
      >
        {row.database}.{row.table}
      </Link>
    ),
    sortValue: (row) => `${row.database}.${row.table}`,
  }
}

const mono = (text: string) => (
  <span className="truncate font-mono text-xs" title={text}>
    {text}
  </span>
)

export function moveColumns(cluster: string): readonly DataColumn<MoveRow>[] {
  return [
    {
      id: 'part',
      header: 'Part',
      minWidthPx: 170,
      hideable: false,
      cell: (row) => mono(row.partName),
      sortValue: (row) => row.partName,
    },
    tableColumn<MoveRow>(cluster),
    {
      id: 'to',
      header: 'To disk',
      minWidthPx: 150,
      cell: (row) => <TierBadge tier={row.targetTier}>{row.targetDisk}</TierBadge>,
      sortValue: (row) => row.targetDisk,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.bytes} />,
      sortValue: (row) => row.bytes,
      sortDescFirst: true,
    },
    {
      id: 'took',
      header: 'Took',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => formatDuration(row.tookMs),
      sortValue: (row) => row.tookMs,
      sortDescFirst: true,
    },
    {
      id: 'at',
      header: 'Finished',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: (row) => (row.finishedAt ? <RelativeTime at={row.finishedAt} /> : 'not yet'),
      sortValue: (row) => row.finishedAt,
      sortDescFirst: true,
    },
    {
      id: 'outcome',
      header: 'Outcome',
      minWidthPx: 150,
      cell: (row) =>
        row.failure ? (
          <StatusPill tone="danger" title={row.failure} className="min-w-0">
            <span className="truncate">{row.failure}</span>
          </StatusPill>
        ) : row.finishedAt ? (
          <StatusPill tone="ok">moved</StatusPill>
        ) : (
          <StatusPill tone="accent" live>
            moving
          </StatusPill>
        ),
    },
  ]
}

export function mergeColumns(cluster: string): readonly DataColumn<MergeRow>[] {
  return [
    {
      id: 'part',
      header: 'Result part',
      minWidthPx: 170,
      hideable: false,
      cell: (row) => mono(row.resultPart),
      sortValue: (row) => row.resultPart,
    },
    tableColumn<MergeRow>(cluster),
    {
      id: 'kind',
      header: 'Kind',
      minWidthPx: 110,
      cell: (row) => (row.isMutation ? 'mutation' : row.kind),
      sortValue: (row) => (row.isMutation ? 'mutation' : row.kind),
    },
    {
      id: 'progress',
      header: 'Progress',
      minWidthPx: 140,
      cell: (row) => (
        <ProgressBar
          className="w-full"
          size="sm"
          showPercent
          label={`Progress of ${row.resultPart}`}
          share={row.progress}
        />
      ),
      sortValue: (row) => row.progress,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.bytes} />,
      sortValue: (row) => row.bytes,
      sortDescFirst: true,
    },
    {
      id: 'memory',
      header: 'Memory',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.memoryBytes} />,
      sortValue: (row) => row.memoryBytes,
      sortDescFirst: true,
    },
    {
      id: 'elapsed',
      header: 'For',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => formatDuration(row.elapsedSeconds * 1000),
      sortValue: (row) => row.elapsedSeconds,
      sortDescFirst: true,
    },
  ]
}

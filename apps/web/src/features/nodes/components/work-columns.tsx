import {
  bytesColumn,
  column,
  type DataColumn,
  formatDuration,
  monoColumn,
  numberColumn,
  ProgressBar,
  StatusPill,
  TierBadge,
  timeColumn,
} from '@frostline/ui'
import { tableColumn } from '@/features/status/link-column.tsx'
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

export function moveColumns(cluster: string): readonly DataColumn<MoveRow>[] {
  return [
    monoColumn('part', 'Part', { minWidthPx: 170, hideable: false, sorted: true }, (row) => row.partName),
    tableColumn<MoveRow>(cluster),
    column('to', 'To disk', { minWidthPx: 150, sortValue: (row) => row.targetDisk }, (row) => (
      <TierBadge tier={row.targetTier}>{row.targetDisk}</TierBadge>
    )),
    bytesColumn('bytes', 'Bytes', { minWidthPx: 90, sorted: true }, (row) => row.bytes),
    numberColumn('took', 'Duration', { minWidthPx: 104, sortValue: (row) => row.tookMs }, (row) =>
      formatDuration(row.tookMs),
    ),
    timeColumn('at', 'Finished', { minWidthPx: 110, sorted: true, none: 'not yet' }, (row) => row.finishedAt),
    column('outcome', 'Outcome', 150, (row) =>
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
    ),
  ]
}

export function mergeColumns(cluster: string): readonly DataColumn<MergeRow>[] {
  return [
    monoColumn(
      'part',
      'Result part',
      { minWidthPx: 170, hideable: false, sorted: true },
      (row) => row.resultPart,
    ),
    tableColumn<MergeRow>(cluster),
    column(
      'kind',
      'Kind',
      { minWidthPx: 110, sortValue: (row) => (row.isMutation ? 'mutation' : row.kind) },
      (row) => (row.isMutation ? 'mutation' : row.kind),
    ),
    column('progress', 'Progress', { minWidthPx: 140, sortValue: (row) => row.progress }, (row) => (
      <ProgressBar
        className="w-full"
        size="sm"
        showPercent
        label={`Progress of ${row.resultPart}`}
        share={row.progress}
      />
    )),
    bytesColumn('bytes', 'Bytes', { minWidthPx: 90, sorted: true }, (row) => row.bytes),
    bytesColumn('memory', 'Memory', { minWidthPx: 90, sorted: true }, (row) => row.memoryBytes),
    numberColumn('elapsed', 'For', { minWidthPx: 90, sortValue: (row) => row.elapsedSeconds }, (row) =>
      formatDuration(row.elapsedSeconds * 1000),
    ),
  ]
}

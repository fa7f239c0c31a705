import {
  bytesColumn,
  Count,
  column,
  countColumn,
  type DataColumn,
  formatDuration,
  IconButton,
  monoColumn,
  numberColumn,
  ProgressBar,
  shareOf,
} from '@frostline/ui'
import { RotateCw } from 'lucide-react'
import { LookPill } from '@/features/status/look-pill.tsx'
import { deepCheckLooks, lookOfStep, type MigrationStep, noteOf, proofLooks } from '../status.ts'
import { SharingBadge } from './sharing-badge.tsx'

/** The partition is a button that opens the step. */
export function stepColumns(
  onOpen: (ordinal: number) => void,
  retry: { may: (step: MigrationStep) => boolean; send: (ordinal: number) => void } | null,
  /** Some steps go to a disk that replicas share. */
  shared: boolean,
): readonly DataColumn<MigrationStep>[] {
  return [
    column(
      'partition',
      'Partition',
      { minWidthPx: 105, hideable: false, sortValue: (step) => step.partition },
      (step) => (
        <button
          type="button"
          onClick={() => onOpen(step.ordinal)}
          aria-label={`Open the step of ${step.partition} on ${step.nodeName}`}
          className="truncate rounded-sm font-mono text-accent-ink text-xs hover:underline"
        >
          {step.partition}
        </button>
      ),
    ),
    monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, (step) => step.nodeName),
    column('status', 'State', { minWidthPx: 115, grow: 0, sortValue: (step) => step.status }, (step) => (
      <span className="flex items-center gap-1">
        <LookPill look={lookOfStep(step)} />
        {retry?.may(step) ? (
          <IconButton
            label={`Retry the step of ${step.partition} on ${step.nodeName}`}
            size="sm"
            icon={<RotateCw aria-hidden />}
            onClick={() => retry.send(step.ordinal)}
          />
        ) : null}
      </span>
    )),
    {
      id: 'progress',
      header: 'Progress',
      // The bar, the gap and ">99.9%" plus the padding of a cell.
      minWidthPx: 130,
      grow: 0,
      cell: (step) => (
        <ProgressBar
          className="w-full"
          size="sm"
          showPercent
          label={`Progress of ${step.partition} on ${step.nodeName}`}
          tone={step.status === 'completed' ? 'ok' : step.status === 'failed' ? 'danger' : 'cold'}
          share={shareOfStep(step)}
        />
      ),
    },
    column('note', 'Note', { minWidthPx: 110, grow: 2 }, (step) =>
      step.error ? (
        <span className="truncate text-danger-ink text-xs" title={step.error}>
          {step.error}
        </span>
      ) : (
        <span className="truncate text-ink-2 text-xs" title={noteOf(step) ?? undefined}>
          {noteOf(step)}
        </span>
      ),
    ),
    bytesColumn(
      'bytes',
      'Bytes',
      { minWidthPx: 90, description: 'Bytes that the replica copies itself.', sorted: true },
      (step) => step.plannedBytes,
    ),
    ...(shared
      ? [
          column(
            'sharing',
            'Sharing',
            { minWidthPx: 150, grow: 0, sortValue: ({ uploader }: MigrationStep) => uploader },
            ({ nodeName: node, uploader, sharers, sharedBytes }: MigrationStep) =>
              uploader === null || sharers === null ? (
                <span className="text-ink-3">—</span>
              ) : (
                <SharingBadge {...{ node, uploader, sharers, sharedBytes }} />
              ),
          ),
        ]
      : []),
    column('proof', 'Proof', { minWidthPx: 110, grow: 0, sortValue: (step) => step.proof }, (step) =>
      step.deepCheckVerdict === 'failed' ? (
        <LookPill look={deepCheckLooks.failed} />
      ) : step.proof ? (
        <LookPill look={proofLooks[step.proof]} />
      ) : (
        <span className="text-ink-3">—</span>
      ),
    ),
    numberColumn('took', 'Duration', { minWidthPx: 104, sortValue: tookMs }, (step) =>
      tookMs(step) === null ? <span className="text-ink-3">—</span> : formatDuration(tookMs(step)),
    ),
    countColumn('parts', 'Parts', { minWidthPx: 70, sorted: true }, (step) => step.plannedParts),
    numberColumn('rows', 'Rows', { minWidthPx: 80, sortValue: (step) => step.plannedRows }, (step) => (
      <Count value={step.plannedRows} short />
    )),
  ]
}

function tookMs(step: MigrationStep): number | null {
  return step.startedAt && step.finishedAt ? step.finishedAt.getTime() - step.startedAt.getTime() : null
}

/** A step that copies nothing itself is measured by its parts. */
function shareOfStep({ status, movedBytes, plannedBytes, movedParts, plannedParts }: MigrationStep) {
  if (status === 'completed') return 1
  return plannedBytes > 0n ? shareOf(movedBytes, plannedBytes) : shareOf(movedParts, plannedParts)
}

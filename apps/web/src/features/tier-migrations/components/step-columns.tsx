import {
  Bytes,
  Count,
  type DataColumn,
  formatDuration,
  IconButton,
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
    {
      id: 'partition',
      header: 'Partition',
      minWidthPx: 105,
      hideable: false,
      cell: (step) => (
        <button
          type="button"
          onClick={() => onOpen(step.ordinal)}
          aria-label={`Open the step of ${step.partition} on ${step.nodeName}`}
          className="truncate rounded-sm font-mono text-accent-ink text-xs hover:underline"
        >
          {step.partition}
        </button>
      ),
      sortValue: (step) => step.partition,
    },
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 150,
      cell: (step) => <span className="truncate font-mono text-xs">{step.nodeName}</span>,
      sortValue: (step) => step.nodeName,
    },
    {
      id: 'status',
      header: 'State',
      minWidthPx: 115,
      grow: 0,
      cell: (step) => (
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
      ),
      sortValue: (step) => step.status,
    },
    {
      id: 'progress',
      header: 'Progress',
      // The bar, the gap and ">99.9%" beside the padding of a cell.
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
    {
      id: 'note',
      header: 'Note',
      minWidthPx: 110,
      grow: 2,
      cell: (step) =>
        step.error ? (
          <span className="truncate text-danger-ink text-xs" title={step.error}>
            {step.error}
          </span>
        ) : (
          <span className="truncate text-ink-2 text-xs" title={noteOf(step) ?? undefined}>
            {noteOf(step)}
          </span>
        ),
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      description: 'That the replica copies itself.',
      cell: (step) => <Bytes value={step.plannedBytes} />,
      sortValue: (step) => step.plannedBytes,
      sortDescFirst: true,
    },
    ...(shared
      ? [
          {
            id: 'sharing',
            header: 'Sharing',
            minWidthPx: 150,
            grow: 0,
            cell: ({ nodeName: node, uploader, sharers, sharedBytes }: MigrationStep) =>
              uploader === null || sharers === null ? (
                <span className="text-ink-3">—</span>
              ) : (
                <SharingBadge {...{ node, uploader, sharers, sharedBytes }} />
              ),
            sortValue: ({ uploader }: MigrationStep) => uploader,
          },
        ]
      : []),
    {
      id: 'proof',
      header: 'Proof',
      minWidthPx: 110,
      grow: 0,
      cell: (step) =>
        step.deepCheckVerdict === 'failed' ? (
          <LookPill look={deepCheckLooks.failed} />
        ) : step.proof ? (
          <LookPill look={proofLooks[step.proof]} />
        ) : (
          <span className="text-ink-3">—</span>
        ),
      sortValue: (step) => step.proof,
    },
    {
      id: 'took',
      header: 'Took',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (step) =>
        tookMs(step) === null ? <span className="text-ink-3">—</span> : formatDuration(tookMs(step)),
      sortValue: tookMs,
      sortDescFirst: true,
    },
    {
      id: 'parts',
      header: 'Parts',
      align: 'end',
      minWidthPx: 70,
      grow: 0,
      cell: (step) => <Count value={step.plannedParts} />,
      sortValue: (step) => step.plannedParts,
      sortDescFirst: true,
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (step) => <Count value={step.plannedRows} short />,
      sortValue: (step) => step.plannedRows,
      sortDescFirst: true,
    },
  ]
}

function tookMs(step: MigrationStep): number | null {
  return step.startedAt && step.finishedAt ? step.finishedAt.getTime() - step.startedAt.getTime() : null
}

/** A step that copies nothing itself goes by its parts. */
function shareOfStep({ status, movedBytes, plannedBytes, movedParts, plannedParts }: MigrationStep) {
  if (status === 'completed') return 1
  return plannedBytes > 0n ? shareOf(movedBytes, plannedBytes) : shareOf(movedParts, plannedParts)
}

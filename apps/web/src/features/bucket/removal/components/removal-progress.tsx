'use client'
import { answerRemoval } from '@frostline/domain'
import {
  Bytes,
  Count,
  formatBytes,
  Panel,
  ProgressBar,
  RelativeTime,
  ShareBar,
  Stat,
  StatRow,
} from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { isActiveRemoval, type RemovalDetail, shareOf, stageWords, sumHeld, sumOf } from '../removal.ts'

/** Progress of the stage, what is in quarantine, and when it is deleted. */
export function RemovalProgress({ removal, panel }: { removal: RemovalDetail; panel: LedgerPanel }) {
  const { status, stage, waitReason, deleteAt } = removal
  const admin = useRoleAllows('admin')
  const held = sumHeld(removal)
  const left = sumOf(removal, ['found'], (kind) => kind !== 'upload')
  const [deleted, restored] = [sumOf(removal, ['deleted']), sumOf(removal, ['restored'])]
  const untouched = sumOf(removal, ['kept', 'gone'])
  const figures = [
    ['Left to do', left, 'not processed yet'],
    ['In quarantine', held, 'can be restored'],
    ['Deleted', deleted, 'permanently'],
    ['Restored', restored, 'restored'],
    ['Kept or already gone', untouched, 'see the reasons'],
  ] as const
  return (
    <Panel title="Progress" {...panel}>
      <div className="flex flex-col gap-4">
        <AnswerFirst
          inset
          answer={answerRemoval({ status, left, held, deleted, restored, untouched, deleteAt })}
        >
          <ShareBar
            label="Bytes of the orphans by state"
            shares={figures.map(([label, { bytes }]) => ({ key: label, label, value: bytes }))}
            formatValue={formatBytes}
          />
        </AnswerFirst>
        {isActiveRemoval(removal) || status === 'paused' || status === 'failed' ? (
          <ProgressBar
            label={stageWords[stage]}
            share={shareOf(removal)}
            showPercent
            tone={status === 'failed' ? 'danger' : 'accent'}
          />
        ) : null}
        <p role="status" className="break-words text-sm">
          {status === 'waiting' ? (
            deleteAt ? (
              <>
                In quarantine. Will be deleted permanently <RelativeTime at={deleteAt} />, or after approval
                by a second person.
              </>
            ) : (
              'In quarantine. Will be deleted permanently after approval by a second person.'
            )
          ) : status === 'queued' ? (
            'Waiting for a worker.'
          ) : status === 'completed' ? (
            'Finished. Objects in quarantine were deleted.'
          ) : status === 'cancelled' ? (
            'Finished. Nothing is in quarantine.'
          ) : (
            `${stageWords[stage]}.`
          )}
          {status === 'waiting' && admin && !removal.mayApprove
            ? ` ${removal.requestedBy} started it. Another admin must approve it.`
            : ''}
          {waitReason ? ` ${waitReason}` : ''}
          {held.uploads > 0n && status === 'waiting'
            ? ` ${held.uploads} stale uploads are aborted with it.`
            : ''}
        </p>
        <StatRow>
          {figures.map(([label, { objects, bytes }, note]) => (
            <Stat
              key={label}
              label={label}
              value={<Count value={objects} />}
              note={
                <>
                  <Bytes value={bytes} /> {note}
                </>
              }
            />
          ))}
        </StatRow>
      </div>
    </Panel>
  )
}

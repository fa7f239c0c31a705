'use client'
import { Bytes, Count, Panel, ProgressBar, RelativeTime, Stat, StatRow } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { isActiveRemoval, type RemovalDetail, shareOf, stageWords, sumHeld, sumOf } from '../removal.ts'

/** Progress of the stage, what is in quarantine, and when it is deleted. */
export function RemovalProgress({ removal, panel }: { removal: RemovalDetail; panel: LedgerPanel }) {
  const { status, stage, waitReason, deleteAt } = removal
  const admin = useRoleAllows('admin')
  const held = sumHeld(removal)
  const figures = [
    ['Left to do', sumOf(removal, ['found'], (kind) => kind !== 'upload'), 'not processed yet'],
    ['In quarantine', held, 'can be restored'],
    ['Deleted', sumOf(removal, ['deleted']), 'permanently'],
    ['Restored', sumOf(removal, ['restored']), 'restored'],
    ['Kept or already gone', sumOf(removal, ['kept', 'gone']), 'see the reasons'],
  ] as const
  return (
    <Panel title="Progress" {...panel}>
      <div className="flex flex-col gap-4">
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

'use client'
import { Bytes, Count, Panel, ProgressBar, RelativeTime, Stat, StatRow } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { isActiveRemoval, type RemovalDetail, shareOf, stageWords, sumHeld, sumOf } from '../removal.ts'

/** How far the stage is, what is in quarantine, and when it goes. */
export function RemovalProgress({ removal, panel }: { removal: RemovalDetail; panel: LedgerPanel }) {
  const { status, stage, waitReason, deleteAt } = removal
  const admin = useRoleAllows('admin')
  const held = sumHeld(removal)
  const figures = [
    ['Left to do', sumOf(removal, ['found'], (kind) => kind !== 'upload'), 'not touched yet'],
    ['In quarantine', held, 'can come back'],
    ['Deleted', sumOf(removal, ['deleted']), 'for good'],
    ['Restored', sumOf(removal, ['restored']), 'brought back'],
    ['Kept or gone', sumOf(removal, ['kept', 'gone']), 'see the reasons'],
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
                In quarantine. Deleted for good <RelativeTime at={deleteAt} />, or when a second person
                approves it.
              </>
            ) : (
              'In quarantine. Deleted for good when a second person approves it.'
            )
          ) : status === 'queued' ? (
            'Waiting for a worker.'
          ) : status === 'completed' ? (
            'It has ended. What was in quarantine is deleted.'
          ) : status === 'cancelled' ? (
            'It has ended. Nothing is in quarantine.'
          ) : (
            `${stageWords[stage]}.`
          )}
          {status === 'waiting' && admin && !removal.mayApprove
            ? ` ${removal.requestedBy} has started it, so it takes another admin.`
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

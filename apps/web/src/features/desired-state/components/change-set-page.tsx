'use client'
import { answerChangeSet } from '@frostline/domain'
import { Button, ConfirmDialog, formatCountOf, Panel, ShareBar } from '@frostline/ui'
import { Check } from 'lucide-react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ChangeSetDetail, changeSetLooks, totalOf } from '../change-set.ts'
import { useChangeSet, useChangeSetActions } from '../hooks/use-desired-state.ts'
import { ChangeDiff } from './change-diff.tsx'

/** One apply of a file: its plan as a diff, and where each change stands. */
export function ChangeSetPage({ id }: { id: string }) {
  return (
    <NeedsRole needed="admin" title="Change set" task="Change sets">
      <ChangeSet id={id} />
    </NeedsRole>
  )
}

function ChangeSet({ id }: { id: string }) {
  const query = useChangeSet(id)
  const changeSet = query.data
  if (!changeSet) return <PageWithoutData title="Change set" task="read the change set" query={query} />
  const { file, commit, status, steps, approvedBy } = changeSet
  const made = steps.done + steps.unchanged
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Change set of"
        subject={file}
        badges={
          commit === null ? null : (
            <span className="font-mono text-ink-2" title={commit}>
              @ {commit.slice(0, 8)}
            </span>
          )
        }
        look={changeSetLooks[status]}
        run={changeSet}
        pausedBy={changeSet.pausedBy}
        {...(approvedBy ? { more: `Approved by ${approvedBy}.` } : {})}
        actions={<ChangeSetActions changeSet={changeSet} />}
        onError={{
          title: 'A change could not be made',
          hint: `${made} of ${totalOf(changeSet)} changes are made. Fix the cause and continue, or correct the file and apply it again.`,
        }}
      />
      <Panel title="Changes" {...panelFromLedger(query, { task: 'read the change set' })}>
        <div className="flex flex-col gap-3">
          <div role="status">
            <AnswerFirst inset answer={answerChangeSet({ ...changeSet, made, failed: steps.failed })}>
              <ShareBar
                label="Changes"
                shares={[
                  { key: 'made', label: 'Made', value: BigInt(made), color: 'var(--color-ok)' },
                  {
                    key: 'failed',
                    label: 'Failed',
                    value: BigInt(steps.failed),
                    color: 'var(--color-danger)',
                  },
                  {
                    key: 'left',
                    label: 'Not made',
                    value: BigInt(steps.planned),
                    color: 'var(--color-ink-3)',
                  },
                ]}
                formatValue={(count) => formatCountOf(count, 'change')}
              />
            </AnswerFirst>
          </div>
          <ChangeDiff changes={changeSet.changes} />
        </div>
      </Panel>
      <HistoryPanel id={id} kind="change-set" />
    </div>
  )
}

function ChangeSetActions({ changeSet }: { changeSet: ChangeSetDetail }) {
  const { approve, ...send } = useChangeSetActions()
  const { id, status, mayApprove, requestedBy } = changeSet
  return (
    <RunActions
      run={changeSet}
      send={send}
      cancel={{
        title: 'Cancel the change set?',
        description: 'What was changed stays. Apply the file again to make the rest.',
        confirmLabel: 'Cancel the change set',
      }}
      retry={status === 'failed' ? { label: 'Continue' } : null}
      before={
        status === 'waiting' ? (
          <>
            <ConfirmDialog
              danger
              title="Cancel the change set?"
              description="Nothing of it was changed."
              confirmLabel="Cancel the change set"
              cancelLabel="Keep waiting"
              onConfirm={async () => void (await send.cancel.mutateAsync({ id }))}
              trigger={<Button>Cancel</Button>}
            />
            <ConfirmDialog
              title={`Approve ${totalOf(changeSet)} changes?`}
              description={`They are made in the name of ${requestedBy}, one after the other.`}
              confirmLabel="Approve"
              cancelLabel="Cancel"
              onConfirm={async () => void (await approve.mutateAsync({ id }))}
              trigger={
                <Button
                  variant="primary"
                  icon={<Check aria-hidden />}
                  disabled={!mayApprove}
                  title={mayApprove ? undefined : `Another admin than ${requestedBy} can approve it.`}
                >
                  Approve
                </Button>
              }
            />
          </>
        ) : null
      }
    />
  )
}

'use client'
import { Button, Panel, RelativeTime, TextField } from '@frostline/ui'
import { Check, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { useMigrationActions } from '../hooks/use-migration-actions.ts'
import { type MigrationDetail, reviewLooks } from '../status.ts'

interface ReviewActions {
  askReview: () => void
  review: (outcome: 'approved' | 'rejected', note: string) => void
  busy: boolean
}

export function ReviewPanel({ migration }: { migration: MigrationDetail }) {
  const { askReview, review, busy } = useMigrationActions(migration.id)
  return (
    <ReviewCard
      plan={migration}
      planned={migration.status === 'planned'}
      actions={{
        askReview: () => void askReview().catch(() => undefined),
        review: (outcome, note) => void review(outcome, note).catch(() => undefined),
        busy,
      }}
    />
  )
}

interface CardProps {
  plan: Pick<MigrationDetail, 'review' | 'needsApproval' | 'ownPlan'>
  /** Not started yet. */
  planned: boolean
  actions: ReviewActions
}

/** A second person's review of a plan, with the buttons to request or give it. */
export function ReviewCard({ plan: { review, needsApproval, ownPlan }, planned, actions }: CardProps) {
  const operator = useRoleAllows('operator')
  // One that was started without a review is not waiting for it any more.
  if (!planned && (review === null || review.state === 'asked')) return null
  const waits = planned && review?.state === 'asked'
  return (
    <Panel title="Review">
      <div className="flex flex-col items-start gap-3 text-sm">
        {review ? (
          <div className="flex flex-col gap-1">
            <p>
              <LookPill look={reviewLooks[review.state]} />
            </p>
            <p className="text-ink-2">
              {review.by ? `By ${review.by}, ` : `Sent for review by ${review.askedBy}, `}
              <RelativeTime at={review.at ?? review.askedAt} />
            </p>
            {review.note ? <p className="whitespace-pre-wrap break-words">{review.note}</p> : null}
          </div>
        ) : (
          <p className="text-ink-2">No review requested.</p>
        )}
        {needsApproval ? (
          <p className="text-ink-2">
            This cluster requires an approval before the start. Later changes of steps, order or limits revoke
            the approval, unless they only lower the limits.
          </p>
        ) : null}
        {operator && waits && ownPlan ? (
          <p className="text-ink-2">
            You created or last changed this plan, so another operator or an admin must decide.
          </p>
        ) : null}
        {operator && waits && !ownPlan ? <ReviewForm actions={actions} /> : null}
        {operator && planned && review?.state !== 'asked' && review?.state !== 'approved' ? (
          <Button
            variant={needsApproval ? 'primary' : 'secondary'}
            icon={<Send aria-hidden />}
            busy={actions.busy}
            onClick={actions.askReview}
          >
            {review ? 'Send for review again' : 'Send for review'}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

function ReviewForm({ actions: { review, busy } }: { actions: ReviewActions }) {
  const [note, setNote] = useState('')
  const decide = (outcome: 'approved' | 'rejected') => review(outcome, note)
  return (
    <div className="flex w-full flex-col gap-3">
      <TextField rows={2} label="Note" optional value={note} onValueChange={setNote} maxLength={2000} />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Check aria-hidden />} busy={busy} onClick={() => decide('approved')}>
          Approve
        </Button>
        <Button icon={<X aria-hidden />} busy={busy} onClick={() => decide('rejected')}>
          Send back
        </Button>
      </div>
    </div>
  )
}

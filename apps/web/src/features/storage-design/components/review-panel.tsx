'use client'
import { Button, ConfirmDialog, RelativeTime, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Check, Trash2, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { ProposalDetail } from '../hooks/use-proposals.ts'
import { reviewWords } from '../status.ts'

export function ReviewPanel({ cluster, proposal }: { cluster: string; proposal: ProposalDetail }) {
  const { review } = proposal
  const admin = useRoleAllows('admin')
  return (
    <div className="flex flex-col gap-4">
      {review ? (
        <div className="text-sm">
          <p>
            {reviewWords[review.outcome].text} by {review.by} <RelativeTime at={review.at} />
          </p>
          {review.note ? <p className="whitespace-pre-wrap break-words text-ink-2">{review.note}</p> : null}
        </div>
      ) : (
        <p className="text-ink-2 text-sm">Not reviewed yet.</p>
      )}
      {admin ? <ReviewForm cluster={cluster} proposal={proposal} /> : null}
    </div>
  )
}

function ReviewForm({ cluster, proposal }: { cluster: string; proposal: ProposalDetail }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [note, setNote] = useState('')
  const review = useMutation(
    trpc.storageProposals.review.mutationOptions({
      onError: (error) => showFailure(error, 'review the proposal'),
      onSuccess: () => setNote(''),
    }),
  )
  const remove = useMutation(
    trpc.storageProposals.remove.mutationOptions({
      onError: (error) => showFailure(error, 'remove the proposal'),
      onSuccess: () => router.push(routes.storage(cluster)),
    }),
  )
  const outcome = proposal.review?.outcome
  const decide = (next: 'approved' | 'rejected') => review.mutate({ id: proposal.id, outcome: next, note })
  return (
    <>
      <TextField rows={2} label="Note" optional value={note} onValueChange={setNote} maxLength={2000} />
      <div className="flex flex-wrap gap-2">
        {outcome === 'approved' ? null : (
          <Button icon={<Check aria-hidden />} busy={review.isPending} onClick={() => decide('approved')}>
            Approve
          </Button>
        )}
        {outcome === 'rejected' ? null : (
          <Button icon={<X aria-hidden />} busy={review.isPending} onClick={() => decide('rejected')}>
            Reject
          </Button>
        )}
        <ConfirmDialog
          danger
          title={`Remove the proposal ${proposal.title}?`}
          description="The proposal and its sealed secrets are deleted. The configuration of the nodes does not change."
          confirmLabel="Remove proposal"
          onConfirm={async () => void (await remove.mutateAsync({ id: proposal.id }))}
          trigger={
            <Button variant="ghost" icon={<Trash2 aria-hidden />}>
              Remove
            </Button>
          }
        />
      </div>
    </>
  )
}

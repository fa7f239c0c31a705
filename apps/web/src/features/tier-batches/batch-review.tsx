'use client'
import { ReviewCard } from '@/features/tier-migrations/components/review-panel.tsx'
import { type BatchDetail, useBatchActions } from './use-batch-actions.ts'

/** One review for the plans of all tables. */
export function BatchReview({ batch }: { batch: BatchDetail }) {
  const actions = useBatchActions(batch.id)
  return <ReviewCard plan={batch} planned={batch.status === 'planned'} actions={actions} />
}

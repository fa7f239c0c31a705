import { ErrorState, SkeletonRows } from '@frostline/ui'
import { type Readable, refetchFresh } from '@/trpc/answer-age.ts'
import { reportError } from '@/trpc/report-error.ts'
import { PageHeader } from './page-header.tsx'

interface PageWithoutDataProps {
  title: string
  /** Completes "Could not …": "read the schedule". */
  task: string
  query: Readable & { error: unknown }
}

/** A detail page while loading, or when loading failed. */
export function PageWithoutData({ title, task, query }: PageWithoutDataProps) {
  return (
    <>
      <PageHeader title={title} />
      {query.error ? (
        <ErrorState error={reportError(query.error, task)} onRetry={() => refetchFresh(query)} />
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

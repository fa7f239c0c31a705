import { ErrorState, SkeletonRows } from '@frostline/ui'
import { type Readable, refetchFresh } from './answer-age.ts'
import { reportError } from './report-error.ts'

interface WithoutDataProps {
  query: Readable & { error: unknown }
  /** Completes "Could not …". */
  task: string
  rows?: number
  className?: string
}

/** Placeholder for the data of a query: a skeleton while loading, or the error. */
export function WithoutData({ query, task, rows = 6, className }: WithoutDataProps) {
  return query.error ? (
    <ErrorState
      error={reportError(query.error, task)}
      onRetry={() => refetchFresh(query)}
      retrying={query.isFetching}
    />
  ) : (
    <SkeletonRows count={rows} className={className} />
  )
}

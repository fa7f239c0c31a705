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

/** In place of the data of a query: a skeleton while it is read, or why it could not be read. */
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

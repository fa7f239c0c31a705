'use client'
import { ErrorState } from '@frostline/ui'
import { reportError } from '@/trpc/report-error.ts'
import { usePriceBook } from '../hooks/use-price-book.ts'

/** Which prices the amounts of a page use, and that these are defaults if so. */
export function PriceNote({ cluster }: { cluster: string }) {
  const { data, error, refetch } = usePriceBook(cluster)
  if (error && !data)
    return <ErrorState error={reportError(error, 'read the price book')} onRetry={() => void refetch()} />
  if (!data) return <p className="h-4 text-xs" />
  const { book, isDefault } = data
  return (
    <p className="text-ink-3 text-xs">
      Prices: {book.source}, as of {book.asOf}.{' '}
      {isDefault ? 'Example prices. An admin can set the prices that you pay. ' : ''}A month has 730 hours.
    </p>
  )
}

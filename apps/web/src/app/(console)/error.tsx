'use client'
import { ErrorState } from '@frostline/ui'

interface ErrorPageProps {
  error: Error & { digest?: string }
  reset: () => void
}

/** An error of the page itself: the layout around it stays, so that users can navigate. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <ErrorState
      error={{
        title: 'Something went wrong',
        hint: 'Try again. If the error persists, send the details to your Frostline administrator. Other pages still work.',
        details: [error.message, error.digest ? `digest ${error.digest}` : ''].filter(Boolean).join('\n'),
      }}
      onRetry={reset}
    />
  )
}

'use client'
import { ErrorState } from '@frostline/ui'

interface ErrorPageProps {
  error: Error & { digest?: string }
  reset: () => void
}

/** An error of the page itself: the frame around it stays, so that people can go elsewhere. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <ErrorState
      error={{
        title: 'This page failed to draw',
        hint: 'Try again. If it stays, send the details to whoever runs this console; other pages still work.',
        details: [error.message, error.digest ? `digest ${error.digest}` : ''].filter(Boolean).join('\n'),
      }}
      onRetry={reset}
    />
  )
}

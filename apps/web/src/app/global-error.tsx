'use client'
import { ErrorState } from '@frostline/ui'
import './globals.css'

interface GlobalErrorProps {
  error: Error & { digest?: string }
  reset: () => void
}

/** The root layout itself failed. It is replaced, so this has its own document. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="mx-auto max-w-xl py-24">
          <h1 className="sr-only">Something went wrong</h1>
          <ErrorState
            error={{
              title: 'Something went wrong',
              hint: 'Try again. If the error persists, send the details to your Frostline administrator.',
              details: [error.message, error.digest ? `digest ${error.digest}` : '']
                .filter(Boolean)
                .join('\n'),
            }}
            onRetry={reset}
          />
        </main>
      </body>
    </html>
  )
}

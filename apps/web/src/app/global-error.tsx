'use client'
import { ErrorState } from '@frostline/ui'
import './globals.css'

interface GlobalErrorProps {
  error: Error & { digest?: string }
  reset: () => void
}

/** The frame itself failed. It replaces the root layout, so it brings its own document. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Frostline failed to draw</title>
        <main className="mx-auto max-w-xl py-24">
          <h1 className="sr-only">Frostline failed to draw</h1>
          <ErrorState
            error={{
              title: 'The console failed to draw',
              hint: 'Try again. If it stays, send the details to whoever runs this console.',
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

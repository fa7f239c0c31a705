'use client'
import './globals.css'

interface GlobalErrorProps {
  error: Error & { digest?: string }
  reset: () => void
}

/**
 * The root layout itself failed. It is replaced, so this has its own document. Each page loads this file, so it has no
 * components and no icons.
 */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="mx-auto flex max-w-xl flex-col gap-3 px-6 py-24">
          <h1 className="font-semibold text-xl">Something went wrong</h1>
          <p className="text-ink-2">
            Try again. If the error persists, send the details to your Frostline administrator.
          </p>
          <pre className="overflow-auto rounded-md border bg-sunken p-3 text-xs">
            {[error.message, error.digest ? `digest ${error.digest}` : ''].filter(Boolean).join('\n')}
          </pre>
          <button
            type="button"
            onClick={reset}
            className="self-start rounded-md bg-ink px-3 py-1.5 font-medium text-on-ink text-sm"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}

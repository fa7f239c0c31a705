'use client'
import { Button, CopyButton } from '@frostline/ui'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface SecretShownOnceProps {
  /** What it is and of whom: "Password of ann@example.com". */
  title: string
  secret: string
  /** What to do with it. */
  children: ReactNode
  onDismiss: () => void
}

/**
 * A secret that the console cannot show again. It is part of the page, so that a stray click outside does not lose it.
 */
export function SecretShownOnce({ title, secret, children, onDismiss }: SecretShownOnceProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="mb-4 flex gap-3 rounded-lg border border-warn bg-warn-soft px-4 py-3"
    >
      <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-ink" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div role="status">
          <h2 id={titleId} className="break-words font-medium">
            {title}
          </h2>
          <p className="text-ink-2 text-xs">It is shown only once. Frostline stores only a hash.</p>
        </div>
        <div className="flex min-w-0 items-center gap-1 self-start rounded-md border bg-surface py-0.5 pr-1 pl-2.5">
          <code className="min-w-0 select-all break-all font-mono text-sm">{secret}</code>
          <CopyButton text={secret} label={`Copy ${title}`} />
        </div>
        <div className="text-ink-2 text-xs">{children}</div>
        <Button size="sm" className="self-start" onClick={onDismiss}>
          I have saved it
        </Button>
      </div>
    </section>
  )
}

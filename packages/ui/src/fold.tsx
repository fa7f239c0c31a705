'use client'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { joinClasses } from './join-classes.ts'
import { usePrinting } from './print-mode.ts'

interface FoldProps {
  title: string
  /** Beside the title, so that a person can leave it closed. */
  note?: ReactNode
  children: ReactNode
  open?: boolean | undefined
  /** Inside a panel, which has a heading above this one. */
  inset?: boolean | undefined
  /** No padding: for tables that reach the edges. */
  flush?: boolean | undefined
  className?: string | undefined
}

/** Details below an answer. Its content is rendered when it is first opened. */
export function Fold({
  title,
  note,
  children,
  open = false,
  inset = false,
  flush = false,
  className,
}: FoldProps) {
  const Heading = inset ? 'h3' : 'h2'
  const [isOpen, setIsOpen] = useState(open)
  const [seen, setSeen] = useState(open)
  const printing = usePrinting()
  return (
    <details
      open={isOpen || printing}
      onToggle={(event) => {
        if (printing) return
        setIsOpen(event.currentTarget.open)
        if (event.currentTarget.open) setSeen(true)
      }}
      className={joinClasses('group min-w-0 rounded-lg border bg-surface', className)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-open:rotate-90" />
        <Heading className="font-medium text-ink">{title}</Heading>
        {note ? <span className="text-ink-3 text-xs">{note}</span> : null}
      </summary>
      {seen || printing ? (
        <div className={joinClasses('min-w-0 border-t', !flush && 'p-4')}>{children}</div>
      ) : null}
    </details>
  )
}

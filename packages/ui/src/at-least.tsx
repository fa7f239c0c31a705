import type { ReactNode } from 'react'

/** A sum that lacks a node is a lower bound, and reads as one. */
export function AtLeast({ complete, children }: { complete: boolean; children: ReactNode }) {
  if (complete) return children
  return (
    <span title="A node did not respond. This is a lower bound.">
      <span aria-hidden className="mr-0.5 font-normal text-ink-3">
        ≥
      </span>
      <span className="sr-only">at least </span>
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import { describeLogical, type LogicalBasis } from '../describe-logical.ts'

interface LogicalFigureProps {
  basis: LogicalBasis
  /** Null: unknown. */
  value: bigint | null
  children: (value: bigint) => ReactNode
}

/**
 * A figure that counts each row once: a lower bound where a shard is unknown, with an asterisk where it is an earlier
 * one.
 */
export function LogicalFigure({ basis, value, children }: LogicalFigureProps) {
  const title = describeLogical(basis)
  if (value === null)
    return (
      <span title={title} className="text-ink-3">
        unknown
      </span>
    )
  return (
    <span title={title}>
      {basis.unknown.length > 0 ? (
        <>
          <span aria-hidden className="mr-0.5 font-normal text-ink-3">
            ≥
          </span>
          <span className="sr-only">at least </span>
        </>
      ) : null}
      {children(value)}
      {basis.lastSeen.length > 0 ? (
        <>
          <span aria-hidden className="ml-0.5 font-normal text-warn-ink">
            *
          </span>
          <span className="sr-only"> as last seen</span>
        </>
      ) : null}
    </span>
  )
}

'use client'
import { HtmlTime } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { SignedInPerson } from '@/auth/session.ts'
import { HtmlPerson } from '@/auth/use-person.ts'
import { HtmlPosition } from '@/trpc/live-changes.tsx'

interface HtmlFactsProps {
  madeAt: Date
  /** Undefined: unknown. */
  person: SignedInPerson | undefined
  /** Position in the stream of changes from before anything was read. Undefined: nothing was read. */
  position: string | undefined
  children: ReactNode
}

/** Under which facts the HTML was made. The browser hydrates under the same, so that nothing moves. */
export function HtmlFacts({ madeAt, person, position, children }: HtmlFactsProps) {
  return (
    <HtmlTime value={madeAt}>
      <HtmlPosition value={position}>
        <HtmlPerson value={person}>{children}</HtmlPerson>
      </HtmlPosition>
    </HtmlTime>
  )
}

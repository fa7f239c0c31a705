'use client'
import { HtmlTime } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { SignedInPerson } from '@/auth/session.ts'
import { HtmlPerson } from '@/auth/use-person.ts'

interface HtmlFactsProps {
  madeAt: Date
  /** Undefined: unknown. */
  person: SignedInPerson | undefined
  children: ReactNode
}

/** Under which facts the HTML was made. The browser hydrates under the same, so that nothing moves. */
export function HtmlFacts({ madeAt, person, children }: HtmlFactsProps) {
  return (
    <HtmlTime value={madeAt}>
      <HtmlPerson value={person}>{children}</HtmlPerson>
    </HtmlTime>
  )
}

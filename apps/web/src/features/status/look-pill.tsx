import { StatusPill } from '@frostline/ui'
import type { Look } from './look.ts'

export function LookPill({ look }: { look: Look }) {
  return (
    <StatusPill tone={look.tone} live={look.live} title={look.meaning}>
      {look.word}
    </StatusPill>
  )
}

'use client'
import { StatusPill, type Tone } from '@frostline/ui'
import { type LiveStatus, useLiveStatus } from '../../../trpc/live-changes.tsx'

const looks: Record<LiveStatus, { tone: Tone; text: string; title: string }> = {
  idle: { tone: 'unknown', text: 'Not connected', title: 'Sign in to hear changes.' },
  connecting: { tone: 'neutral', text: 'Connecting', title: 'Opening the stream of changes.' },
  live: { tone: 'ok', text: 'Live', title: 'Changes arrive as they happen.' },
  away: {
    tone: 'warn',
    text: 'Reconnecting',
    title: 'The stream of changes broke. What is on screen may be old until it is back.',
  },
}

export function LiveIndicator() {
  const { tone, text, title } = looks[useLiveStatus()]
  return (
    <div role="status" className="border-t px-2 pt-2.5">
      <StatusPill tone={tone} title={title} className="text-2xs text-ink-3">
        {text}
      </StatusPill>
    </div>
  )
}

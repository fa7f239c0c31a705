'use client'
import { StatusPill, type Tone } from '@frostline/ui'
import { type LiveStatus, useLiveStatus } from '../../../trpc/live-changes.tsx'

const looks: Record<LiveStatus, { tone: Tone; text: string; title: string }> = {
  idle: { tone: 'unknown', text: 'Not connected', title: 'Sign in to receive live updates.' },
  connecting: { tone: 'neutral', text: 'Connecting', title: 'Connecting to live updates.' },
  live: { tone: 'ok', text: 'Live', title: 'Changes appear as they happen.' },
  away: {
    tone: 'warn',
    text: 'Reconnecting',
    title: 'The connection for live updates was lost. Data on this page may be out of date.',
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

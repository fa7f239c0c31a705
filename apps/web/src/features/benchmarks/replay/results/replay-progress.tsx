'use client'
import { formatCountOf } from '@frostline/ui'
import type { Replay } from '../replay.ts'

/** What goes on, and what was sent twice. */
export function ReplayProgress({ replay }: { replay: Replay }) {
  const { status, spec, passes, targets, waitReason } = replay
  const all = spec.queries * passes.length
  const ended = passes.reduce((sum, pass) => sum + pass.ended, 0)
  const again = targets.reduce((sum, target) => sum + target.again, 0)
  const lines = [
    ...(status === 'queued' ? ['Waiting for a worker.'] : []),
    ...(status === 'running' ? [`${ended} of ${formatCountOf(all, 'run')} ended.`] : []),
    ...(status === 'cancelling' ? ['Stopping running queries.'] : []),
    ...(waitReason ? [waitReason] : []),
    ...(again > 0
      ? [
          `${formatCountOf(again, 'query', 'queries')} may have been sent twice, because a worker stopped before it recorded their outcome.`,
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <div role="status" className="rounded-lg border bg-surface px-4 py-3 text-sm">
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </div>
  )
}

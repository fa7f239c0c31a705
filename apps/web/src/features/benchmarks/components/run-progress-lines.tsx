'use client'
import { formatCountOf } from '@frostline/ui'
import { type BenchmarkSummary, isActiveBenchmark } from '../benchmark.ts'

interface RunProgressLinesProps {
  bench: Pick<BenchmarkSummary, 'steps' | 'status' | 'waitReason'> & {
    scratchLeft: readonly { name: string; error: string | null }[]
  }
  doing: string
}

/** Its progress, and our tables left on the node when it has ended. */
export function RunProgressLines({ bench, doing }: RunProgressLinesProps) {
  const { steps, status, waitReason, scratchLeft } = bench
  const total = Object.values(steps).reduce((sum, count) => sum + count, 0)
  const lines = [
    ...(status === 'queued' ? ['Waiting for a worker.'] : []),
    ...(status === 'running'
      ? [`${steps.completed} of ${formatCountOf(total, 'statement')} done: ${doing}.`]
      : []),
    ...(status === 'cancelling'
      ? ['Queries stop immediately. A copy or move stops after its partition.']
      : []),
    ...(waitReason ? [waitReason] : []),
    ...(isActiveBenchmark(bench)
      ? []
      : scratchLeft.map(
          ({ name, error }) =>
            `${name} has not been dropped yet${error ? `: ${error} Retrying every minute.` : '.'}`,
        )),
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

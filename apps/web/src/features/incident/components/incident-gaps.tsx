'use client'
import { Panel } from '@frostline/ui'
import type { useIncident } from '../hooks/use-incident.ts'
import { laneLabels } from '../lay-out-lanes.ts'

const leastOffsetMs = 500

/** What is not known, and what would make it known; and clocks that had to be corrected. */
export function IncidentGaps({ query }: { query: ReturnType<typeof useIncident> }) {
  const data = query.data?.data
  if (!data) return null
  const clocks = data.clocks.filter(
    ({ offsetMs, uncertaintyMs }) => Math.abs(offsetMs) - uncertaintyMs > leastOffsetMs,
  )
  if (data.gaps.length === 0 && clocks.length === 0) return null
  return (
    <Panel title="Not known" description="These are gaps, not zeros.">
      <ul className="flex flex-col gap-3 text-sm">
        {data.gaps.map(({ nodes, lanes, reason, remedy }) => (
          <li key={`${nodes.join()} ${reason}`} className="flex gap-2">
            <span aria-hidden className="hatch mt-1 inline-block size-3 shrink-0 rounded-xs" />
            <span className="min-w-0 break-words">
              {nodes.length > 0 && <strong className="font-medium">{nodes.join(', ')}: </strong>}
              {reason} <span className="text-ink-2">{remedy}</span>{' '}
              <span className="text-ink-3">Lanes: {lanes.map((lane) => laneLabels[lane]).join(', ')}.</span>
            </span>
          </li>
        ))}
        {clocks.map(({ node, offsetMs, uncertaintyMs }) => (
          <li key={`clock ${node}`}>
            The clock of {node} is {(Math.abs(offsetMs) / 1000).toFixed(1)} s{' '}
            {offsetMs > 0 ? 'ahead' : 'behind'} (± {(uncertaintyMs / 1000).toFixed(1)} s). Its times are
            corrected. <span className="text-ink-2">Check that it runs an NTP client.</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

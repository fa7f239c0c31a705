import { formatCount, formatExactTime } from '@frostline/ui'

interface Gap {
  node: string | null
  from: Date
  to: Date
}

const shownGaps = 5

/** The latest times without samples. */
export function GapList({ gaps }: { gaps: readonly Gap[] }) {
  if (gaps.length === 0) return null
  return (
    <section aria-label="Gaps" className="text-xs">
      <h3 className="mb-1 font-medium text-sm">No samples</h3>
      <ul className="flex flex-col gap-0.5 text-ink-2">
        {gaps
          .toReversed()
          .slice(0, shownGaps)
          .map(({ node, from, to }) => (
            <li key={`${node ?? ''} ${from.toISOString()}`}>
              <span aria-hidden className="hatch mr-1.5 inline-block size-2 rounded-xs" />
              {node === null ? 'Not all nodes' : <span className="font-mono">{node}</span>}
              {', '}
              {formatExactTime(from)} to {formatExactTime(to)}
            </li>
          ))}
      </ul>
      {gaps.length > shownGaps ? (
        <p className="mt-1 text-ink-3">and {formatCount(gaps.length - shownGaps)} earlier.</p>
      ) : null}
    </section>
  )
}

import type { Repair } from '../hooks/use-repairs.ts'

/** The replicas of the shard at one moment. */
export function RepairFigures({ label, figures }: { label: string; figures: Repair['before'] }) {
  const { keeper, replicas, missingNodes } = figures
  return (
    <div className="min-w-0 text-xs">
      <p className="font-medium">
        {label}
        <span className="font-normal text-ink-3">
          {keeper ? `: ${keeper.active} of ${keeper.total} replicas active` : ': Keeper is not responding'}
        </span>
      </p>
      <ul aria-label={`Replicas, ${label.toLowerCase()}`}>
        {replicas.map(({ node, rows, parts, hash, queued, readOnly }) => (
          <li key={node} className="flex flex-wrap gap-x-2">
            <span className="font-mono">{node}</span>
            <span className="text-ink-2">
              {BigInt(rows).toLocaleString('en-US')} rows in {parts} {parts === '1' ? 'part' : 'parts'}, hash{' '}
              <span className="font-mono">{hash.slice(0, 8)}</span>, queue {queued}
              {readOnly === null ? '' : ', read-only'}
            </span>
          </li>
        ))}
        {missingNodes.map((node) => (
          <li key={node} className="text-ink-3">
            <span className="font-mono">{node}</span> did not respond
          </li>
        ))}
      </ul>
    </div>
  )
}

import { Bytes, Count, formatBytes, formatCountOf, RelativeTime, Unknown } from '@frostline/ui'
import type { ReactNode } from 'react'
import { formatDelay } from '../format-delay.ts'
import type { Replica } from '../hooks/use-replication.ts'

/** One replica of a table: its content, and how far it is behind. */
export function ReplicaFigures({ replica }: { replica: Replica }) {
  const { node, replicaName, leader, readOnly, delaySeconds, logBehind, queue, fetches, mutations, content } =
    replica
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="truncate font-mono text-xs">{node}</span>
        <span className="text-2xs text-ink-3">
          replica {replicaName}
          {leader ? '' : ', not a leader'}
        </span>
        {readOnly ? (
          <span className="font-semibold text-danger-ink text-xs">
            read-only
            {readOnly.since ? (
              <>
                {' '}
                since <RelativeTime at={readOnly.since} />
              </>
            ) : null}
          </span>
        ) : null}
      </p>
      <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
        <Figure label="rows">
          <Count value={content.rows} />
        </Figure>
        <Figure label="parts">
          <Count value={content.parts} />
        </Figure>
        <Figure label="size">
          <Bytes value={content.bytes} />
        </Figure>
        <Figure label="hash">
          <span className="font-mono" title="Sum of the checksums of all files of the active parts.">
            {content.hash.slice(0, 8)}
          </span>
        </Figure>
        <Figure label="delay">{formatDelay(delaySeconds)}</Figure>
        <Figure label="log behind">{logBehind === null ? <Unknown /> : <Count value={logBehind} />}</Figure>
        <Figure label="queue">
          <Count value={queue.entries} />
        </Figure>
        {fetches.parts > 0 ? (
          <Figure label="fetching">
            {formatCountOf(fetches.parts, 'part')}, {formatBytes(fetches.readBytes)} of{' '}
            {formatBytes(fetches.totalBytes)}, {formatBytes(Math.round(fetches.bytesPerSecond))}/s
          </Figure>
        ) : null}
        {mutations ? (
          <Figure label="mutations">
            <span title={mutations.lastFailure ?? undefined}>
              {mutations.pending}, {formatCountOf(mutations.partsToDo, 'part')} to do
              {mutations.lastFailure ? ', failing' : ''}
            </span>
          </Figure>
        ) : null}
      </dl>
    </>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="inline-flex items-baseline gap-1.5">
      <dt className="text-2xs text-ink-3">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

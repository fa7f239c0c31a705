'use client'
import { Panel } from '@frostline/ui'
import { isActiveLoad, type LoadDetail } from '../load.ts'
import { describeQuorum } from '../quorum-words.ts'

/** Batches that are in the table and not yet on as many replicas as the quorum asks for, and why. */
export function QuorumPanel({ load }: { load: LoadDetail }) {
  const waiting = load.batches.filter(({ awaitsQuorum }) => awaitsQuorum)
  if (!isActiveLoad(load) || waiting.length === 0) return null
  return (
    <Panel
      title="Waiting for quorum"
      description={`Quorum: ${describeQuorum(load.spec.quorum).toLowerCase()}. The rows are in the table. The load continues when the other replicas have fetched them. Cancel ends the wait and keeps the rows.`}
    >
      <ul aria-label="Batches that wait for quorum" className="flex flex-col gap-1.5 text-sm">
        {waiting.map(({ ordinal, waitReason }) => (
          <li key={ordinal} className="break-words">
            Batch {ordinal + 1}: {waitReason}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

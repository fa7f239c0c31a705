'use client'
import { maxRateOf } from '@frostline/domain'
import { formatByteRate, formatBytes, ProgressBar, shareOf } from '@frostline/ui'
import { useProgressRate } from '../hooks/use-migration.ts'
import { isActive, type MigrationDetail } from '../status.ts'

type Phase = MigrationDetail['phases'][number]

const names: Record<Phase['phase'], { name: string; done: string }> = {
  copy: { name: 'Copy', done: 'arrived' },
  compare: { name: 'Compare', done: 'compared' },
  'deep-check': { name: 'Deep check', done: 'read' },
}

/** Copy, comparison and deep check, each with its own bytes and rate. They overlap in time. */
export function PhaseList({ migration, seenAtMs }: { migration: MigrationDetail; seenAtMs: number }) {
  return (
    <ul className="flex flex-col gap-3">
      {migration.phases.map((phase) => (
        <PhaseRow key={phase.phase} phase={phase} migration={migration} seenAtMs={seenAtMs} />
      ))}
    </ul>
  )
}

interface RowProps {
  phase: Phase
  migration: MigrationDetail
  seenAtMs: number
}

function PhaseRow({ phase, migration, seenAtMs }: RowProps) {
  const { doneBytes, inFlightBytes, totalBytes } = phase
  const { name, done } = names[phase.phase]
  const { bytesPerSecond } = useProgressRate(
    doneBytes + inFlightBytes,
    { leftBytes: 0n, maxBytesPerSecond: maxRateOfRun(migration) },
    seenAtMs,
  )
  const whole = migration.status === 'completed'
  const first = phase.phase === migration.phases[0]?.phase
  const label = first
    ? `Progress of the ${migration.checkOfId === null ? 'tier migration' : 'deep check'}, ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    : `${name}, ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-ink-2">
          {formatBytes(doneBytes)} of {formatBytes(totalBytes)} {done}
          {inFlightBytes > 0n ? `, ${formatBytes(inFlightBytes)} in flight` : ''}
        </span>
        <span className="ml-auto text-ink-2 text-xs">
          {isActive(migration) && phase.phase !== 'compare' && bytesPerSecond !== null
            ? formatByteRate(bytesPerSecond)
            : ''}
        </span>
      </div>
      <ProgressBar
        label={label}
        share={whole ? 1 : shareOf(doneBytes, totalBytes)}
        showPercent
        tone={migration.status === 'failed' ? 'danger' : whole ? 'ok' : 'cold'}
      />
    </li>
  )
}

/**
 * The rate that the limits allow for all replicas with bytes left to copy: one that refers to another's upload has
 * none.
 */
export function maxRateOfRun({ stepList, limits }: MigrationDetail): bigint | null {
  const open = stepList.filter(
    ({ status, plannedBytes }) => (status === 'running' || status === 'planned') && plannedBytes > 0n,
  )
  return maxRateOf(limits.bandwidthBytesPerSecond, new Set(open.map(({ nodeName }) => nodeName)).size)
}

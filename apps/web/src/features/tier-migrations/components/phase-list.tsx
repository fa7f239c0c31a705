'use client'
import { maxRateOf } from '@frostline/domain'
import { formatByteRate, formatBytes, formatPercent, ProgressBar, shareOf } from '@frostline/ui'
import { useProgressRate } from '../hooks/use-migration.ts'
import { isActive, type MigrationDetail } from '../status.ts'

type Phase = MigrationDetail['phases'][number]

const names: Record<Phase['phase'], { name: string; done: string }> = {
  copy: { name: 'Copy', done: 'arrived' },
  compare: { name: 'Compare', done: 'compared' },
  'deep-check': { name: 'Deep check', done: 'read' },
}

const minShare = 0.12

/**
 * Copy, comparison and deep check on one bar: each phase as long as its bytes. They overlap in time. Below it each with
 * its figures and rate.
 */
export function PhaseList({ migration, seenAtMs }: { migration: MigrationDetail; seenAtMs: number }) {
  const { phases } = migration
  const all = phases.reduce((sum, { totalBytes }) => sum + totalBytes, 0n)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1">
        {phases.map((phase) => (
          <div
            key={phase.phase}
            className="min-w-0"
            style={{ flexGrow: Math.max(minShare, shareOf(phase.totalBytes, all) ?? 0), flexBasis: 0 }}
          >
            <PhaseBar phase={phase} migration={migration} />
          </div>
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {phases.map((phase) => (
          <PhaseLine key={phase.phase} phase={phase} migration={migration} seenAtMs={seenAtMs} />
        ))}
      </ul>
    </div>
  )
}

function PhaseBar({ phase, migration }: { phase: Phase; migration: MigrationDetail }) {
  const { doneBytes, totalBytes } = phase
  const whole = migration.status === 'completed'
  const first = phase.phase === migration.phases[0]?.phase
  const figures = `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
  return (
    <ProgressBar
      label={
        first
          ? `Progress of the ${migration.checkOfId === null ? 'tier migration' : 'deep check'}, ${figures}`
          : `${names[phase.phase].name}, ${figures}`
      }
      share={whole ? 1 : shareOf(doneBytes, totalBytes)}
      tone={migration.status === 'failed' ? 'danger' : whole ? 'ok' : 'cold'}
    />
  )
}

interface LineProps {
  phase: Phase
  migration: MigrationDetail
  seenAtMs: number
}

function PhaseLine({ phase, migration, seenAtMs }: LineProps) {
  const { doneBytes, inFlightBytes, totalBytes } = phase
  const { name, done } = names[phase.phase]
  const { bytesPerSecond } = useProgressRate(
    doneBytes + inFlightBytes,
    { leftBytes: 0n, maxBytesPerSecond: maxRateOfRun(migration) },
    seenAtMs,
  )
  const share = migration.status === 'completed' ? 1 : shareOf(doneBytes, totalBytes)
  const rated = isActive(migration) && phase.phase !== 'compare' && bytesPerSecond !== null
  return (
    <li className="text-ink-2 text-sm">
      <span className="font-medium text-ink">{name}</span> {formatBytes(doneBytes)} of{' '}
      {formatBytes(totalBytes)} {done}
      {inFlightBytes > 0n ? `, ${formatBytes(inFlightBytes)} in flight` : ''} ({formatPercent(share)})
      {rated ? `, ${formatByteRate(bytesPerSecond)}` : ''}
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

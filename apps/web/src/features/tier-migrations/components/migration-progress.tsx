'use client'
import { answerMigration, describeTarget, endOfWork, groupWaits } from '@frostline/domain'
import { Bytes, Count, formatBytes, formatCountOf, RelativeTime, Stat, StatRow, useNow } from '@frostline/ui'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { NotifyWhenEnded } from '@/features/run/notify-when-ended.tsx'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { compareWithEstimate } from '../describe-estimate.ts'
import { describeTime } from '../describe-time.ts'
import { useProgressRate } from '../hooks/use-migration.ts'
import { isActive, type MigrationDetail } from '../status.ts'
import { maxRateOfRun, PhaseList } from './phase-list.tsx'

const ThroughputChart = late(async () => (await import('./throughput-chart.tsx')).ThroughputChart)

/** Progress, rate and time left. */
export function MigrationProgress({ migration, seenAtMs }: { migration: MigrationDetail; seenAtMs: number }) {
  const now = useNow()
  const running = isActive(migration)
  const waits = running ? groupWaits(migration.stepList) : []
  const worked = migration.phases.reduce((sum, phase) => sum + workOf(phase), 0n)
  const rate = useProgressRate(
    worked,
    { leftBytes: migration.leftBytes, maxBytesPerSecond: maxRateOfRun(migration) },
    seenAtMs,
  )
  const time = describeTime({ ...migration, ...rate, waits: waits.length > 0, now })
  const { inFlight, limits } = migration
  const leftMs = running ? rate.leftMs : null
  const endMs = now && leftMs !== null ? endOfWork(now.getTime(), leftMs, limits.window) : null
  const compared = compareWithEstimate(migration)
  const deeplyChecked = migration.stepList.filter((step) => step.deepCheckVerdict === 'passed').length
  const notFetched = migration.stepList.reduce((sum, step) => sum + step.notFetched, 0)
  const identical = migration.stepList.filter((step) => step.proof === 'identical').length
  return (
    <div className="flex flex-col gap-4">
      <AnswerFirst
        inset
        answer={answerMigration({
          ...migration,
          isCheck: migration.checkOfId !== null,
          target: describeTarget(migration),
          steps: migration.stepList,
          leftMs,
        })}
      >
        <PhaseList migration={migration} seenAtMs={seenAtMs} />
      </AnswerFirst>
      {inFlight.parts.length > 0 ? (
        <p className="break-words text-ink-2 text-sm">
          Copying now: <span className="font-mono text-xs">{inFlight.parts.join(', ')}</span>,{' '}
          {formatBytes(inFlight.sentBytes)} of {formatBytes(inFlight.bytes)} sent, not counted yet.
        </p>
      ) : null}
      {migration.unseenNodes.length > 0 ? (
        <p className="break-words text-sm text-warn-ink">
          {migration.unseenNodes.join(', ')} does not respond. These are the last known figures.
        </p>
      ) : null}
      <StatRow>
        <Stat
          label={migration.checkOfId === null ? 'Moved' : 'Checked'}
          value={<Bytes value={migration.movedBytes} />}
          note={`of ${formatBytes(migration.totalBytes)}`}
        />
        <Stat
          label="Parts"
          value={<Count value={migration.movedParts} />}
          note={`of ${formatCountOf(migration.totalParts, 'part')}`}
        />
        <Stat
          label="Steps"
          value={<Count value={migration.steps.completed} />}
          note={`of ${formatCountOf(migration.steps.total, 'step')}${migration.steps.failed > 0 ? `, ${migration.steps.failed} failed` : ''}`}
        />
        <Stat label={time.label} value={time.value} note={time.note} />
        {running ? (
          <Stat
            label="Ends"
            value={endMs === null ? '—' : <RelativeTime at={new Date(endMs)} />}
            note={limits.window ? 'within its window' : 'at the rate so far'}
          />
        ) : null}
        <Stat
          label="Verified"
          value={<Count value={identical} />}
          note={`of ${formatCountOf(migration.steps.completed, 'finished step')}`}
        />
        {migration.deepCheck ? (
          <Stat
            label="Deep checks passed"
            value={<Count value={deeplyChecked} />}
            note={`of ${formatCountOf(migration.steps.total, 'step')}`}
          />
        ) : null}
      </StatRow>
      {compared ? <p className="text-ink-2 text-sm">{compared}</p> : null}
      {migration.startedAt ? <ThroughputChart migration={migration} /> : null}
      {running ? (
        <NotifyWhenEnded
          run={{
            id: migration.id,
            name: `${migration.database}.${migration.table}`,
            href: routes.migration(migration.clusterSlug, migration.id),
          }}
        />
      ) : null}
      {notFetched > 0 ? (
        <p role="note" className="text-sm text-warn-ink">
          {formatCountOf(notFetched, 'part')} were not fetched by their replicas when their steps ended. They
          stay on the volume on which they arrive. Align the replicas afterwards.
        </p>
      ) : null}
    </div>
  )
}

/** A comparison reads only system.parts: it costs no bytes. */
function workOf({ phase, doneBytes, inFlightBytes }: MigrationDetail['phases'][number]): bigint {
  return phase === 'compare' ? 0n : doneBytes + inFlightBytes
}

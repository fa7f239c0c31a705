'use client'
import {
  Bytes,
  Count,
  formatByteRate,
  formatBytes,
  formatCountOf,
  formatDuration,
  ProgressBar,
  Stat,
  StatRow,
  shareOf,
  useNow,
} from '@frostline/ui'
import { useProgressRate } from '../hooks/use-migration.ts'
import { isActive, type MigrationDetail } from '../status.ts'

/** How far it is, how fast, how long it will take. */
export function MigrationProgress({ migration, seenAtMs }: { migration: MigrationDetail; seenAtMs: number }) {
  const now = useNow()
  const { bytesPerSecond, leftMs } = useProgressRate(migration.movedBytes, migration.totalBytes, seenAtMs)
  const running = isActive(migration)
  const share = migration.status === 'completed' ? 1 : shareOf(migration.movedBytes, migration.totalBytes)
  const end = migration.finishedAt ?? (running ? now : null)
  const elapsedMs =
    migration.startedAt && end ? Math.max(0, end.getTime() - migration.startedAt.getTime()) : null
  const wholeRate = elapsedMs && elapsedMs > 0 ? Number(migration.movedBytes) / (elapsedMs / 1000) : null
  const waits = running ? groupWaits(migration) : []
  const deeplyChecked = migration.stepList.filter((step) => step.deepCheckVerdict === 'passed').length
  const identical = migration.stepList.filter((step) => step.proof === 'identical').length
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        label={`Progress of the ${migration.checkOfId === null ? 'tier migration' : 'deep check'}, ${formatBytes(migration.movedBytes)} of ${formatBytes(migration.totalBytes)}`}
        share={share}
        showPercent
        tone={migration.status === 'failed' ? 'danger' : migration.status === 'completed' ? 'ok' : 'cold'}
      />
      {waits.map(({ reason, nodes }) => (
        <p key={reason} className="break-words text-sm">
          <span className="font-mono text-xs">{nodes.join(', ')}</span>: {reason}
        </p>
      ))}
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
        <Stat
          label={running ? 'Time left' : 'Took'}
          value={
            running
              ? leftMs === null
                ? '—'
                : formatDuration(leftMs)
              : elapsedMs === null
                ? '—'
                : formatDuration(elapsedMs)
          }
          note={
            running
              ? waits.length > 0 && !bytesPerSecond
                ? 'waits, as said above'
                : bytesPerSecond === null
                  ? 'measuring the rate'
                  : `at ${formatByteRate(bytesPerSecond)}`
              : wholeRate === null
                ? 'not started'
                : `${formatByteRate(wholeRate)} on average`
          }
        />
        <Stat
          label="Proved identical"
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
    </div>
  )
}

/** Running steps that stand still, by why they do. */
function groupWaits({ stepList }: MigrationDetail): { reason: string; nodes: string[] }[] {
  const nodesBy = new Map<string, Set<string>>()
  for (const { status, waitReason, nodeName } of stepList)
    if (status === 'running' && waitReason !== null)
      nodesBy.set(waitReason, (nodesBy.get(waitReason) ?? new Set()).add(nodeName))
  return [...nodesBy].map(([reason, nodes]) => ({ reason, nodes: [...nodes] }))
}

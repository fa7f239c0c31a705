import { describeTarget } from '@frostline/domain'
import {
  Badge,
  Bytes,
  buttonClasses,
  EmptyState,
  formatBytes,
  formatCountOf,
  formatDuration,
  joinClasses,
  Panel,
  type PanelProps,
  ProgressBar,
  RelativeTime,
  shareOf,
  TierBadge,
} from '@frostline/ui'
import { ArrowRightLeft } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LookPill } from '@/features/status/look-pill.tsx'
import { migrationLooks } from '@/features/tier-migrations/status.ts'
import { routes } from '@/navigation/routes.ts'
import type { Overview } from '../hooks/use-overview.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; overview: Overview | undefined }

/** Current moves, ours and the servers', and recent ones. */
export function MovesPanel({ cluster, overview, ...panel }: Props) {
  return (
    <Panel
      title="Moves"
      flush
      minHeightPx={300}
      actions={
        <Link href={routes.migrations(cluster)} className={buttonClasses('ghost', 'sm')}>
          Tier migrations
        </Link>
      }
      {...panel}
      missingNodes={undefined}
    >
      {overview ? <Moves cluster={cluster} overview={overview} /> : null}
    </Panel>
  )
}

function Moves({ cluster, overview }: { cluster: string; overview: Overview }) {
  const { tierMigrations, runningMoves, recentMoves, nodesWithoutMoveLog, coverage } = overview
  const running = tierMigrations.length + runningMoves.length > 0
  return (
    <>
      {running ? null : (
        <p className="flex items-center gap-2 border-b px-4 py-3 text-ink-2 text-sm">
          <ArrowRightLeft aria-hidden className="size-4 text-ink-3" />
          {coverage.complete ? 'No parts are moving.' : 'No parts are moving on the nodes that responded.'}
        </p>
      )}
      {tierMigrations.length > 0 ? (
        <Section title="Tier migrations under way">
          {tierMigrations.map((migration) => (
            <li key={migration.id} className="flex flex-col gap-1.5 px-4 py-2.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={routes.migration(cluster, migration.id)}
                  className="min-w-0 truncate font-mono text-xs hover:underline"
                >
                  <span className="text-ink-3">{migration.database}.</span>
                  {migration.table}
                </Link>
                <Badge>{`to ${describeTarget(migration)}`}</Badge>
                <span className="ml-auto">
                  <LookPill look={migrationLooks[migration.status]} />
                </span>
              </div>
              <ProgressBar
                label={`Progress of the tier migration of ${migration.database}.${migration.table}`}
                share={shareOf(migration.movedBytes, migration.totalBytes)}
                showPercent
                tone="cold"
              />
              <p className="text-ink-3 text-xs">
                {formatBytes(migration.movedBytes)} of {formatBytes(migration.totalBytes)},{' '}
                {migration.movedParts} of {formatCountOf(migration.totalParts, 'part')}
                {migration.steps.failed > 0
                  ? `, ${formatCountOf(migration.steps.failed, 'step')} failed`
                  : ''}
              </p>
            </li>
          ))}
        </Section>
      ) : null}
      {runningMoves.length > 0 ? (
        <Section title="Parts moving now">
          {runningMoves.map((move) => (
            <MoveRow
              key={`${move.node} ${move.database} ${move.table} ${move.partName}`}
              move={move}
              end={`for ${formatDuration(move.elapsedSeconds * 1000)}`}
              bytes={move.partBytes}
            />
          ))}
        </Section>
      ) : null}
      {recentMoves.length > 0 ? (
        <Section title="Moved in the last 24 hours" scroll>
          {recentMoves.map((move) => (
            <MoveRow
              key={`${move.node} ${move.database} ${move.table} ${move.partName} ${move.finishedAt.getTime()}`}
              why={routes.whyTable(cluster, move.database, move.table)}
              move={move}
              end={<RelativeTime at={move.finishedAt} />}
              bytes={move.bytes}
              failure={move.errorCode === null ? null : `Code ${move.errorCode}: ${move.error ?? 'no text'}`}
            />
          ))}
        </Section>
      ) : (
        <EmptyState title="No part has moved in the last 24 hours" className="flex-1">
          Moves by Frostline, by other users and by TTL are listed here.
        </EmptyState>
      )}
      {coverage.complete ? null : (
        <p className="flex items-center gap-2 border-t px-4 py-2 text-ink-2 text-xs">
          <span aria-hidden className="hatch size-2.5 shrink-0 rounded-xs" />
          What moves on {coverage.missingNodes.join(', ')} is unknown.
        </p>
      )}
      {nodesWithoutMoveLog.length > 0 ? (
        <p className="border-t px-4 py-2 text-ink-3 text-xs">
          {nodesWithoutMoveLog.join(', ')} {nodesWithoutMoveLog.length === 1 ? 'keeps' : 'keep'} no part_log,
          so finished moves are unknown.
        </p>
      ) : null}
    </>
  )
}

function Section({
  title,
  scroll = false,
  children,
}: {
  title: string
  scroll?: boolean
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={joinClasses('border-b last:border-b-0', scroll && 'flex flex-1 flex-col')}
    >
      <h3 className="bg-sunken px-4 py-1 text-2xs text-ink-3">{title}</h3>
      <ul
        {...(scroll ? { tabIndex: 0, 'aria-label': title } : {})}
        className={joinClasses(
          'divide-y',
          scroll && 'h-0 min-h-72 grow overflow-y-auto -outline-offset-2 scrollbar-thin',
        )}
      >
        {children}
      </ul>
    </section>
  )
}

interface MoveRowProps {
  move: Pick<
    Overview['runningMoves'][number],
    'node' | 'database' | 'table' | 'partName' | 'targetDisk' | 'targetTier'
  >
  bytes: bigint
  end: ReactNode
  failure?: string | null
  /** Link to what blocks the table's parts, for a failed move. */
  why?: Route
}

function MoveRow({ move, bytes, end, failure = null, why }: MoveRowProps) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2">
      <div className="flex min-w-0 items-center gap-2">
        <span
          className="min-w-0 truncate font-mono text-xs"
          title={`${move.partName} of ${move.database}.${move.table}`}
        >
          {move.partName}
        </span>
        <span className="ml-auto shrink-0">
          <TierBadge tier={move.targetTier}>{`to ${move.targetDisk}`}</TierBadge>
        </span>
        <Bytes value={bytes} className="w-18 shrink-0 text-right text-xs" />
      </div>
      <div className="flex gap-x-2 text-ink-3 text-xs">
        <span className="min-w-0 truncate font-mono text-2xs leading-4.5">
          {move.database}.{move.table} on {move.node}
        </span>
        <span className="ml-auto shrink-0">{end}</span>
      </div>
      {failure ? (
        <p className="break-words text-danger-ink text-xs">
          {failure}{' '}
          {why ? (
            <Link
              href={why}
              aria-label={`Why here? Parts of ${move.database}.${move.table}`}
              className="text-ink underline underline-offset-2"
            >
              Why here?
            </Link>
          ) : null}
        </p>
      ) : null}
    </li>
  )
}

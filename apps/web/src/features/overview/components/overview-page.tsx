'use client'
import { formatCountOf, Panel, Skeleton, StatusPill } from '@frostline/ui'
import { AdvicePanel } from '@/features/advice/components/advice-panel.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { StartHere } from '@/features/start-here/start-here.tsx'
import { late } from '@/navigation/late.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type Overview, useOverview } from '../hooks/use-overview.ts'
import { BiggestTables } from './biggest-tables.tsx'
import { NodeRows } from './node-rows.tsx'
import { TierPanel } from './tier-panel.tsx'

const tierHistory = {
  title: 'Bytes by tier over time',
  description: 'Drag over the chart to zoom. Gaps: not all nodes responded.',
  minHeightPx: 340,
}
const TierHistoryPanel = late(
  async () => (await import('@/features/history/components/tier-history-panel.tsx')).TierHistoryPanel,
  <Panel {...tierHistory} state={{ kind: 'loading' }} />,
)

const ReplicationNotice = late(
  async () => (await import('@/features/replication/components/replication-notice.tsx')).ReplicationNotice,
)
const MovesPanel = late(
  async () => (await import('./moves-panel.tsx')).MovesPanel,
  <Skeleton className="h-56 w-full rounded-lg" />,
)

/** One API call fills all panels but the history, so that they agree. */
export function OverviewPage({ cluster }: { cluster: string }) {
  const query = useOverview(cluster)
  const overview = query.data?.data
  const panel = panelFromQuery(query, {
    task: 'read the storage of this cluster',
  })
  return (
    <>
      <PageHeader
        title="Overview"
        description="Where data is stored now, and what is moving."
        actions={<MovingPill overview={overview} />}
      />
      <div className="flex flex-col gap-4">
        <StartHere cluster={cluster} />
        <ReplicationNotice cluster={cluster} nodes={overview?.byNode ?? []} />
        <TierPanel overview={overview} {...panel} />
        <TierHistoryPanel cluster={cluster} frame={tierHistory} />
        <AdvicePanel cluster={cluster} />
        <div className={belowFold}>
          <NodeRows cluster={cluster} overview={overview} {...panel} />
        </div>
        <div className={`grid gap-4 lg:grid-cols-2 ${belowFold}`}>
          <BiggestTables
            cluster={cluster}
            overview={overview}
            {...(overview?.biggestTables.length === 0
              ? { ...panel, state: { kind: 'empty', empty: noTables } }
              : panel)}
          />
          <MovesPanel cluster={cluster} overview={overview} {...panel} />
        </div>
      </div>
    </>
  )
}

/** Laid out once it is near the screen, so that the first paint does not wait for it. Narrow pages are long: all at once. */
const belowFold = 'lg:[contain-intrinsic-size:auto_20rem] lg:[content-visibility:auto]'

const noTables = {
  title: 'No table holds data',
  children: 'Tables appear here, with their bytes by tier, after the first insert.',
}

/** Always rendered, so that the layout does not shift. */
function MovingPill({ overview }: { overview: Overview | undefined }) {
  const migrations = overview?.tierMigrations.length ?? 0
  const parts = overview?.runningMoves.length ?? 0
  const words = [
    ...(migrations > 0 ? [`${formatCountOf(migrations, 'tier migration')} under way`] : []),
    ...(parts > 0 ? [`${formatCountOf(parts, 'part')} moving`] : []),
  ]
  return (
    <span role="status" className="flex h-8 items-center">
      {overview === undefined ? (
        <StatusPill tone="unknown">Moves are not known yet</StatusPill>
      ) : words.length > 0 ? (
        <StatusPill tone="accent" live>
          {words.join(', ')}
        </StatusPill>
      ) : (
        <StatusPill tone={overview.coverage.complete ? 'neutral' : 'unknown'}>
          {overview.coverage.complete ? 'Nothing is moving' : 'Nothing is moving on the nodes that responded'}
        </StatusPill>
      )}
    </span>
  )
}

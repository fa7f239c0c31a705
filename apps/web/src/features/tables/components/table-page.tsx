'use client'
import {
  AtLeast,
  Badge,
  Bytes,
  buttonClasses,
  Count,
  formatBytes,
  formatCountOf,
  formatShortCount,
  SkeletonRows,
  Stat,
  StatRow,
  Tabs,
} from '@frostline/ui'
import { Archive, ArrowRightLeft, Coins, Hourglass } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { TierBenchmarkLink } from '@/features/benchmarks/components/benchmark-link.tsx'
import { WarmupLink } from '@/features/cache-warmup/components/warmup-link.tsx'
import { TableNotes } from '@/features/notes/table-notes.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { late } from '@/navigation/late.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { LogicalFigure } from './logical-figure.tsx'
import { PartitionsTab } from './partitions-tab.tsx'

/** Most tables have nothing to report. */
const TableReadOnlyNotice = late(
  async () =>
    (await import('@/features/replication/components/table-read-only-notice.tsx')).TableReadOnlyNotice,
)
const LateArrivalsNotice = late(
  async () =>
    (await import('@/features/tier-migrations/components/late-arrivals-notice.tsx')).LateArrivalsNotice,
)
const WhyTab = late(
  async () => (await import('@/features/move-explain/components/why-tab.tsx')).WhyTab,
  <SkeletonRows />,
)
const ReplicationTab = late(
  async () => (await import('@/features/replication/components/replication-tab.tsx')).ReplicationTab,
  <SkeletonRows />,
)
const PolicyTab = late(
  async () => (await import('@/features/table-policy/components/policy-tab.tsx')).PolicyTab,
  <SkeletonRows />,
)
const ZeroCopyTab = late(
  async () => (await import('@/features/zero-copy/zero-copy-tab.tsx')).ZeroCopyTab,
  <SkeletonRows />,
)
const ActivityTab = late(async () => (await import('./activity-tab.tsx')).ActivityTab, <SkeletonRows />)
const HistoryTab = late(
  async () => (await import('@/features/history/components/table-history-tab.tsx')).TableHistoryTab,
  <SkeletonRows />,
)
const ColumnsTab = late(async () => (await import('./columns-tab.tsx')).ColumnsTab, <SkeletonRows />)
const DefinitionTab = late(async () => (await import('./definition-tab.tsx')).DefinitionTab, <SkeletonRows />)
const PartsTab = late(async () => (await import('./parts-tab.tsx')).PartsTab, <SkeletonRows />)

const params = {
  tab: choiceParam(
    [
      'partitions',
      'parts',
      'why',
      'history',
      'columns',
      'activity',
      'replication',
      'zero-copy',
      'policy',
      'definition',
    ] as const,
    'partitions',
  ),
}

export function TablePage(at: ClusterTable) {
  const trpc = useTRPC()
  const [{ tab }, setUrl] = useUrlState(params)
  const query = useObservedQuery(trpc.tables.get.queryOptions(at))
  const table = query.data?.data
  const tiers = table?.tiers
  const logical = table?.logical
  const isReplicated = table?.engine.startsWith('Replicated')
  /** The URL may name a tab that this table does not have. */
  const absent = new Set<string>([
    ...(table && !isReplicated ? ['replication', 'zero-copy'] : []),
    ...(table && !tiers ? ['why', 'policy'] : []),
  ])
  const complete = table?.coverage.complete ?? true
  const least = complete ? '' : 'at least '
  const sum = (figure: ReactNode) => (figure === null ? '—' : <AtLeast complete={complete}>{figure}</AtLeast>)
  return (
    <>
      <PageHeader
        title={
          <span className="font-mono">
            <span className="text-ink-3">{at.database}.</span>
            {at.table}
          </span>
        }
        descriptionBelow
        description={
          table ? (
            <span className="flex flex-wrap items-center gap-1.5">
              <Badge>{table.engine}</Badge>
              {table.storagePolicy ? <Badge mono>{`policy ${table.storagePolicy}`}</Badge> : null}
              {table.partitionKey ? <Badge mono>{`by ${table.partitionKey}`}</Badge> : null}
              {table.ttl ? <Badge>TTL</Badge> : null}
              {table.zeroCopy ? (
                <Badge
                  tone="cold"
                  title="Replicas share the objects of its parts on object storage. A move there uploads once; the other replicas refer to the same objects. A node that is killed while it uploads may leave objects that no replica knows."
                >
                  zero-copy
                </Badge>
              ) : null}
              {table.definitions.length > 1 ? <Badge tone="warn">differs between nodes</Badge> : null}
            </span>
          ) : (
            ' '
          )
        }
        actions={
          tiers || query.isPending ? (
            <>
              <TierBenchmarkLink cluster={at.cluster} at={{ database: at.database, table: at.table }} />
              <WarmupLink cluster={at.cluster} at={{ database: at.database, table: at.table }} />
              <Link href={routes.tableCost(at.cluster, at.database, at.table)} className={buttonClasses()}>
                <Coins aria-hidden /> Cost
              </Link>
              <Link href={routes.tableTtl(at.cluster, at.database, at.table)} className={buttonClasses()}>
                <Hourglass aria-hidden /> TTL
              </Link>
              <Link href={routes.archiveTable(at.cluster, at.database, at.table)} className={buttonClasses()}>
                <Archive aria-hidden /> Archive
              </Link>
              <Link
                href={routes.moveTable(at.cluster, at.database, at.table)}
                className={buttonClasses('primary')}
              >
                <ArrowRightLeft aria-hidden /> Move partitions
              </Link>
            </>
          ) : null
        }
      />
      <div className="mb-4 flex flex-col gap-4 empty:hidden">
        <TableReadOnlyNotice at={at} nodes={table?.byNode ?? []} />
        <LateArrivalsNotice at={at} />
      </div>
      <StatRow className="mb-4">
        <Stat
          label="Hot"
          tier="hot"
          value={sum(tiers ? <Bytes value={tiers.hot.bytes} /> : null)}
          note={tiers ? `${least}${formatCountOf(tiers.hot.parts, 'part')}` : ' '}
        />
        <Stat
          label="Cold"
          tier="cold"
          value={sum(tiers ? <Bytes value={tiers.cold.bytes} /> : null)}
          note={tiers ? `${least}${formatCountOf(tiers.cold.parts, 'part')}${describeShared(table)}` : ' '}
        />
        <Stat
          label="Rows"
          value={
            logical ? (
              <LogicalFigure basis={logical} value={logical.rows}>
                {(rows) => <Count short value={rows} />}
              </LogicalFigure>
            ) : (
              '—'
            )
          }
          note={
            table?.total
              ? `${table.total.rows === logical?.rows ? 'in' : `${formatShortCount(table.total.rows)} including replicas, in`} ${least}${formatCountOf(table.total.parts, 'part')}`
              : ' '
          }
        />
        <Stat
          label="Uncompressed"
          value={
            logical ? (
              <LogicalFigure basis={logical} value={logical.uncompressedBytes}>
                {(bytes) => <Bytes value={bytes} />}
              </LogicalFigure>
            ) : (
              '—'
            )
          }
          note={
            logical?.uncompressedBytes && logical.bytes
              ? `${(Number(logical.uncompressedBytes) / Number(logical.bytes)).toFixed(2)}× compression to ${formatBytes(logical.bytes)}`
              : ' '
          }
        />
      </StatRow>
      <TableNotes at={at} />
      <Tabs
        label="Tabs"
        value={absent.has(tab) ? 'partitions' : tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'partitions', label: 'Partitions', panel: <PartitionsTab at={at} /> },
          { value: 'parts', label: 'Parts', panel: <PartsTab at={at} /> },
          ...(table && !tiers
            ? []
            : [{ value: 'why' as const, label: 'Why here?', panel: <WhyTab at={at} /> }]),
          { value: 'history', label: 'History', panel: <HistoryTab at={at} /> },
          { value: 'columns', label: 'Columns', panel: <ColumnsTab query={query} /> },
          { value: 'activity', label: 'Activity', panel: <ActivityTab at={at} /> },
          ...(isReplicated
            ? [
                { value: 'replication' as const, label: 'Replication', panel: <ReplicationTab at={at} /> },
                { value: 'zero-copy' as const, label: 'Zero-copy', panel: <ZeroCopyTab at={at} /> },
              ]
            : []),
          ...(table && !tiers
            ? []
            : [{ value: 'policy' as const, label: 'Storage policy', panel: <PolicyTab at={at} /> }]),
          { value: 'definition', label: 'Definition', panel: <DefinitionTab query={query} /> },
        ]}
      />
    </>
  )
}

function describeShared(table: RouterOutputs['tables']['get']['data'] | undefined): string {
  if (!table?.sharedBytes) return ''
  return `, ${formatBytes(table.sharedBytes)} shared`
}

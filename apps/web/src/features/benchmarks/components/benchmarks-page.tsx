'use client'
import {
  buttonClasses,
  type DataColumn,
  EmptyPicture,
  type EmptyStateProps,
  monoColumn,
  numberColumn,
  Tabs,
} from '@frostline/ui'
import { Cloud, Gauge, HardDrive, Repeat, ScrollText, ShieldCheck } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { durationColumn, requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { type BenchmarkSummary, benchmarkLooks } from '../benchmark.ts'
import { NewDiskBenchmark } from '../disk/new-disk-benchmark.tsx'
import { useBenchmarks } from '../hooks/use-benchmarks.ts'
import { TierBenchmarkLink } from './benchmark-link.tsx'
import { NewDiskCheck } from './new-disk-check.tsx'

const params = { tab: choiceParam(['tiers', 'checks', 'disks', 'replays'] as const, 'tiers') }

export function BenchmarksPage({ cluster }: { cluster: string }) {
  const [{ tab }, setUrl] = useUrlState(params)
  return (
    <>
      <PageHeader
        title="Benchmarks"
        description="Measure queries on hot, cold and cached data, check and measure disks, and replay logged queries. Server counters verify each run."
        actions={
          tab === 'tiers' ? (
            <TierBenchmarkLink cluster={cluster} />
          ) : tab === 'checks' ? (
            <NewDiskCheck cluster={cluster} />
          ) : tab === 'disks' ? (
            <NewDiskBenchmark cluster={cluster} />
          ) : (
            <ReplayLink cluster={cluster} />
          )
        }
      />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'tiers', label: 'Tiers', panel: <TiersTab cluster={cluster} /> },
          { value: 'checks', label: 'Disk checks', panel: <ChecksTab cluster={cluster} /> },
          { value: 'disks', label: 'Disks', panel: <DisksTab cluster={cluster} /> },
          { value: 'replays', label: 'Replays', panel: <ReplaysTab cluster={cluster} /> },
        ]}
      />
    </>
  )
}

function TiersTab({ cluster }: { cluster: string }) {
  return (
    <BenchmarkList
      cluster={cluster}
      kind="tiers"
      title="Tier benchmarks"
      description="One query on the same data: hot, cold and cached. Open a benchmark to compare it with another."
      subject="Table"
      routeOf={(id) => routes.tierBenchmark(cluster, id)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [HardDrive, 'hot'],
              [Gauge, 'accent'],
              [Cloud, 'cold'],
            ]}
          />
        ),
        title: 'No benchmarks',
        children:
          'Choose a table and a query. Frostline copies some partitions to a local disk and to object storage, runs the query, and drops the copies.',
        action: (
          <Begin needed="admin" what="measure tiers">
            <TierBenchmarkLink cluster={cluster} />
          </Begin>
        ),
      }}
    />
  )
}

function ChecksTab({ cluster }: { cluster: string }) {
  return (
    <BenchmarkList
      cluster={cluster}
      kind="conformance"
      title="Disk checks"
      description="Checks that a disk supports all table operations and leaves nothing behind."
      subject="Disk"
      routeOf={(id) => routes.diskCheck(cluster, id)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [HardDrive, 'plain'],
              [ShieldCheck, 'accent'],
            ]}
          />
        ),
        title: 'No disk checks',
        children:
          'Writes, reads, merges, mutates, moves, detaches, attaches and drops a scratch table on the disk, before you store data there.',
        action: (
          <Begin needed="operator" what="check disks">
            <NewDiskCheck cluster={cluster} />
          </Begin>
        ),
      }}
    />
  )
}

function DisksTab({ cluster }: { cluster: string }) {
  return (
    <BenchmarkList
      cluster={cluster}
      kind="disk"
      title="Disk benchmarks"
      description="Write and read throughput of a disk, by part format and number of files. Open a benchmark to compare it with another disk."
      subject="Disk"
      routeOf={(id) => routes.diskBenchmark(cluster, id)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [HardDrive, 'hot'],
              [Gauge, 'accent'],
            ]}
          />
        ),
        title: 'No disk benchmarks',
        children:
          'Fills scratch tables of several shapes on the disk, reads them cold and warm, and drops them.',
        action: (
          <Begin needed="operator" what="measure disks">
            <NewDiskBenchmark cluster={cluster} />
          </Begin>
        ),
      }}
    />
  )
}

function ReplaysTab({ cluster }: { cluster: string }) {
  return (
    <BenchmarkList
      cluster={cluster}
      kind="replay"
      title="Replays"
      description="Runs logged queries again with a set concurrency, on one target or two. Open a replay to compare it with another."
      subject="Queries"
      nodes="Sent to"
      routeOf={(id) => routes.replay(cluster, id)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [ScrollText, 'plain'],
              [Repeat, 'accent'],
              [Gauge, 'plain'],
            ]}
          />
        ),
        title: 'No replays',
        children:
          'Choose SELECT queries from the query log and run them again: with and without the cache, or on another cluster. Read-only.',
        action: (
          <Begin needed="operator" what="replay queries">
            <ReplayLink cluster={cluster} />
          </Begin>
        ),
      }}
    />
  )
}

function ReplayLink({ cluster }: { cluster: string }) {
  if (!useRoleAllows('operator')) return null
  return (
    <Link href={routes.newReplay(cluster)} className={buttonClasses()}>
      <Repeat aria-hidden /> Replay queries
    </Link>
  )
}

interface BenchmarkListProps extends ListWords {
  cluster: string
  kind: BenchmarkSummary['kind']
  title: string
  description: string
  empty: EmptyStateProps
}

interface ListWords {
  subject: string
  nodes?: string
  routeOf: (id: string) => Route
}

/** Every benchmark of one kind, newest first. */
function BenchmarkList({ cluster, kind, title, description, empty, ...words }: BenchmarkListProps) {
  return (
    <PagedPanel
      title={title}
      description={description}
      task="read the benchmarks"
      label={title}
      query={useBenchmarks(cluster, kind)}
      rowsOf={(page) => page.benchmarks}
      columns={columnsOf(words)}
      empty={empty}
    />
  )
}

function columnsOf({ subject, nodes = 'Node', routeOf }: ListWords): readonly DataColumn<BenchmarkSummary>[] {
  return [
    linkColumn('subject', subject, { minWidthPx: 200, hideable: false }, (row) => ({
      href: routeOf(row.id),
      text: row.subject,
    })),
    stateColumn((row) => benchmarkLooks[row.status]),
    monoColumn('node', nodes, 150, (row) => row.nodeName),
    numberColumn(
      'steps',
      'Statements',
      110,
      ({ steps }) => `${steps.completed}/${Object.values(steps).reduce((sum, count) => sum + count, 0)}`,
    ),
    durationColumn((row) => [row.startedAt, row.finishedAt]),
    requestedByColumn(),
    startedColumn(),
  ]
}

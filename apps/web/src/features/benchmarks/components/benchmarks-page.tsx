'use client'
import { Tabs } from '@frostline/ui'
import { Gauge, HardDrive, Repeat, ShieldCheck } from 'lucide-react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { NewDiskBenchmark } from '../disk/new-disk-benchmark.tsx'
import { ReplayLink } from '../replay/replay-link.tsx'
import { TierBenchmarkLink } from './benchmark-link.tsx'
import { BenchmarkList } from './benchmark-list.tsx'
import { NewDiskCheck } from './new-disk-check.tsx'

const params = { tab: choiceParam(['tiers', 'checks', 'disks', 'replays'] as const, 'tiers') }

export function BenchmarksPage({ cluster }: { cluster: string }) {
  const [{ tab }, setUrl] = useUrlState(params)
  return (
    <>
      <PageHeader
        title="Benchmarks"
        description="What a query costs hot, cold and cached, what a disk can do, and what the queries of people take elsewhere: measured, and proved by the server itself."
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
        label="Parts of this page"
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
      description="One query on the same data, hot, cold and cached. Open one to compare it with another."
      subject="Table"
      routeOf={(id) => routes.tierBenchmark(cluster, id)}
      empty={{
        icon: <Gauge />,
        title: 'Nothing was measured yet',
        children:
          'Choose a table and a query: some partitions are copied to a local disk and to object storage, measured, and dropped again.',
        action: <TierBenchmarkLink cluster={cluster} />,
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
      description="Whether a disk does all that a table asks of it, and leaves nothing behind."
      subject="Disk"
      routeOf={(id) => routes.diskCheck(cluster, id)}
      empty={{
        icon: <ShieldCheck />,
        title: 'No disk was checked yet',
        children:
          'A table of ours is written, read, merged, mutated, moved, detached, attached and dropped on the disk, before data of people is.',
        action: <NewDiskCheck cluster={cluster} />,
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
      description="How fast a disk is written and read, by the format of parts and the number of files. Open one to compare it with another disk."
      subject="Disk"
      routeOf={(id) => routes.diskBenchmark(cluster, id)}
      empty={{
        icon: <HardDrive />,
        title: 'No disk was measured yet',
        children:
          'Tables of ours of several shapes are filled on the disk, read cold and warm, and dropped again.',
        action: <NewDiskBenchmark cluster={cluster} />,
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
      description="Queries of the log run again, at a set concurrency, on one cluster or with two ways to read. Open one to compare it with another."
      subject="Queries"
      nodes="Sent to"
      routeOf={(id) => routes.replay(cluster, id)}
      empty={{
        icon: <Repeat />,
        title: 'Nothing was run again yet',
        children:
          'Choose SELECTs from the log of the servers, see their texts, and have them run again: with the cache and without, or on another cluster. They can only read.',
        action: <ReplayLink cluster={cluster} />,
      }}
    />
  )
}

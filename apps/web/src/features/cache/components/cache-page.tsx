'use client'
import { Skeleton, SkeletonRows, Tabs } from '@frostline/ui'
import { WarmupLink } from '@/features/cache-warmup/components/warmup-link.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { late } from '@/navigation/late.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useCaches } from '../hooks/use-caches.ts'
import { CountersPanel } from './counters-panel.tsx'
import { UsePanel } from './use-panel.tsx'

const HistoryPanel = late(
  async () => (await import('./history-panel.tsx')).HistoryPanel,
  <Skeleton className="h-[30rem] w-full rounded-lg" />,
)
const ThrashPanel = late(
  async () => (await import('./thrash-panel.tsx')).ThrashPanel,
  <Skeleton className="h-48 w-full rounded-lg" />,
)
const SettingsPanel = late(
  async () => (await import('./settings-panel.tsx')).SettingsPanel,
  <Skeleton className="h-48 w-full rounded-lg" />,
)
const SchedulesTab = late(
  async () => (await import('@/features/cache-schedules/components/schedules-tab.tsx')).SchedulesTab,
  <SkeletonRows />,
)
const WarmupsTab = late(
  async () => (await import('@/features/cache-warmup/components/warmups-tab.tsx')).WarmupsTab,
  <SkeletonRows />,
)
const ColdQueriesTab = late(
  async () => (await import('./cold-queries-tab.tsx')).ColdQueriesTab,
  <SkeletonRows />,
)
const ResidencyTab = late(async () => (await import('./residency-tab.tsx')).ResidencyTab, <SkeletonRows />)

const params = {
  tab: choiceParam(['caches', 'residency', 'cold-queries', 'warm-ups', 'schedules'] as const, 'caches'),
}

export function CachePage({ cluster }: { cluster: string }) {
  const [{ tab }, setUrl] = useUrlState(params)
  return (
    <>
      <PageHeader
        title="Cache"
        description="Local copies of data on object storage: usage, hit ratio, and the cost of misses."
        actions={<WarmupLink cluster={cluster} />}
      />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'caches', label: 'Caches', panel: <CachesTab cluster={cluster} /> },
          { value: 'residency', label: 'Contents', panel: <ResidencyTab cluster={cluster} /> },
          { value: 'cold-queries', label: 'Cold queries', panel: <ColdQueriesTab cluster={cluster} /> },
          { value: 'warm-ups', label: 'Warm-ups', panel: <WarmupsTab cluster={cluster} /> },
          { value: 'schedules', label: 'Schedules', panel: <SchedulesTab cluster={cluster} /> },
        ]}
      />
    </>
  )
}

/** Content of the filesystem caches, their hit ratio, and both over time. */
function CachesTab({ cluster }: { cluster: string }) {
  const query = useCaches(cluster)
  return (
    <div className="flex flex-col gap-4">
      <UsePanel cluster={cluster} query={query} />
      <CountersPanel query={query} />
      <HistoryPanel cluster={cluster} />
      <ThrashPanel cluster={cluster} />
      <SettingsPanel query={query} />
    </div>
  )
}

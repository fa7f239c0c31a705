'use client'
import { Tabs } from '@frostline/ui'
import { SchedulesTab } from '@/features/cache-schedules/components/schedules-tab.tsx'
import { WarmupLink } from '@/features/cache-warmup/components/warmup-link.tsx'
import { WarmupsTab } from '@/features/cache-warmup/components/warmups-tab.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { CachesTab } from './caches-tab.tsx'
import { ColdQueriesTab } from './cold-queries-tab.tsx'
import { ResidencyTab } from './residency-tab.tsx'

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
          { value: 'residency', label: 'What is cached', panel: <ResidencyTab cluster={cluster} /> },
          { value: 'cold-queries', label: 'Cold queries', panel: <ColdQueriesTab cluster={cluster} /> },
          { value: 'warm-ups', label: 'Warm-ups', panel: <WarmupsTab cluster={cluster} /> },
          { value: 'schedules', label: 'Schedules', panel: <SchedulesTab cluster={cluster} /> },
        ]}
      />
    </>
  )
}

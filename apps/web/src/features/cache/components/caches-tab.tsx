'use client'
import { useCaches } from '../hooks/use-caches.ts'
import { CountersPanel } from './counters-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { ThrashPanel } from './thrash-panel.tsx'
import { UsePanel } from './use-panel.tsx'

/** What the filesystem caches hold, how often they save a read, and how that went over time. */
export function CachesTab({ cluster }: { cluster: string }) {
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

'use client'
import { Button, formatCount, SkeletonRows, Tabs } from '@frostline/ui'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { late } from '@/navigation/late.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useLive } from '../hooks/use-live.ts'
import { LiveFigures } from './live-figures.tsx'
import { QueriesTab } from './queries-tab.tsx'

const MergesTab = late(async () => (await import('./part-tabs.tsx')).MergesTab, <SkeletonRows />)
const MovesTab = late(async () => (await import('./part-tabs.tsx')).MovesTab, <SkeletonRows />)
const FetchesTab = late(async () => (await import('./part-tabs.tsx')).FetchesTab, <SkeletonRows />)
const MutationsTab = late(async () => (await import('./mutations-tab.tsx')).MutationsTab, <SkeletonRows />)

const params = {
  tab: choiceParam(['queries', 'merges', 'moves', 'fetches', 'mutations'] as const, 'queries'),
}

/** What the servers do now. */
export function LivePage({ cluster }: { cluster: string }) {
  const [{ tab }, setUrl] = useUrlState(params)
  const [paused, setPaused] = useState(false)
  const query = useLive(cluster, paused)
  const data = query.data?.data
  const isUnknown = data !== undefined && query.data?.nodes.every(({ state }) => state !== 'ok')
  const countOf = (kind: { count: bigint } | undefined) =>
    kind && !isUnknown ? `${data?.coverage.complete ? '' : '≥ '}${formatCount(kind.count)}` : undefined
  const given = { cluster, query }
  return (
    <>
      <PageHeader
        title="Live"
        description="What every node does now: queries, merges, moves, fetches and mutations."
        actions={
          <Button
            icon={paused ? <Play /> : <Pause />}
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            {paused ? 'Resume updates' : 'Pause updates'}
          </Button>
        }
      />
      <LiveFigures data={isUnknown ? null : data} />
      <Tabs
        label="Kinds of work"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          {
            value: 'queries',
            label: 'Queries',
            count: countOf(data?.queries),
            panel: <QueriesTab {...given} />,
          },
          {
            value: 'merges',
            label: 'Merges',
            count: countOf(data?.merges),
            panel: <MergesTab {...given} />,
          },
          { value: 'moves', label: 'Moves', count: countOf(data?.moves), panel: <MovesTab {...given} /> },
          {
            value: 'fetches',
            label: 'Fetches',
            count: countOf(data?.fetches),
            panel: <FetchesTab {...given} />,
          },
          {
            value: 'mutations',
            label: 'Mutations',
            count: countOf(data?.mutations),
            panel: <MutationsTab {...given} />,
          },
        ]}
      />
    </>
  )
}

'use client'
import { Panel, SkeletonRows } from '@frostline/ui'
import { useState } from 'react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { late } from '@/navigation/late.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { frozenOf, useFrozenId, useIncident } from '../hooks/use-incident.ts'
import { ExplainPanel } from './explain-panel.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { IncidentGaps } from './incident-gaps.tsx'
import { TimelineLanes } from './timeline-lanes.tsx'

const FrozenList = late(async () => (await import('./frozen-list.tsx')).FrozenList, <SkeletonRows />)

/** What happened on a cluster in a time range, and what changed just before. */
export function IncidentPage({ cluster }: { cluster: string }) {
  const query = useIncident(cluster)
  const [focusMs, setFocusMs] = useState<number | null>(null)
  const { frozen, open } = useFrozenId()
  const answer = query.data
  const data = answer?.data
  const shown = frozenOf(answer)
  const panel = panelFromQuery(query, { task: `read the timeline of ${cluster}` })
  return (
    <>
      <PageHeader
        title="Incident"
        description="One timeline of queries, object storage, caches, parts and changes, from the logs of the nodes and the ledger of Frostline."
        actions={frozen === '' ? <ChartRangeBar initial="1h" /> : undefined}
      />
      {data ? (
        <div className="flex flex-col gap-4">
          {shown ? <FrozenNotice incident={shown} onClose={() => open('')} /> : null}
          <ExplainPanel cluster={cluster} query={query} onShow={setFocusMs} />
          <Panel
            title="Timeline"
            description={`${frozen === '' ? 'Drag over it to zoom. ' : ''}Times are UTC, corrected by the clock of each node.`}
            minHeightPx={420}
            {...panel}
            footer={`Steps of ${data.stepSeconds} s. Statements and background jobs count at their start. Of times and ratios, the worst node is shown.`}
          >
            <TimelineLanes data={data} canZoom={frozen === ''} focusMs={focusMs} onFocus={setFocusMs} />
          </Panel>
          <IncidentGaps query={query} />
          <FrozenList cluster={cluster} />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Panel title="Timeline" minHeightPx={query.error ? 0 : 560} {...panel}>
            {null}
          </Panel>
          {query.error ? <FrozenList cluster={cluster} /> : null}
        </div>
      )}
    </>
  )
}

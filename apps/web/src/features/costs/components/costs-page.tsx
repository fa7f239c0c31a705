'use client'
import { SkeletonRows } from '@frostline/ui'
import { useDeferredValue, useState } from 'react'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { late } from '@/navigation/late.tsx'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useCosts, useRequestCosts } from '../hooks/use-costs.ts'
import { PriceBookButton } from '../price-book/price-book-button.tsx'
import { PriceNote } from '../price-book/price-note.tsx'
import { CostDisksPanel } from './cost-disks-panel.tsx'
import { CostTablesPanel } from './cost-tables-panel.tsx'
import { CostTotals } from './cost-totals.tsx'
import { windowChoices } from './window-choices.ts'

const RequestHistoryPanel = late(
  async () => (await import('./request-history-panel.tsx')).RequestHistoryPanel,
  <SkeletonRows count={8} />,
)
const RequestsPanel = late(
  async () => (await import('./requests-panel.tsx')).RequestsPanel,
  <SkeletonRows count={6} />,
)
const params = { q: textParam(), hours: choiceParam(windowChoices, '24') }

/** Monthly storage cost of the cluster, and requests to the stores. */
export function CostsPage({ cluster }: { cluster: string }) {
  const [{ q, hours }, setUrl] = useUrlState(params)
  const query = useCosts(cluster, useDeferredValue(q))
  const [asked, setAsked] = useState(false)
  const requests = useRequestCosts(cluster, Number(hours), asked)
  const costs = query.data?.data
  const panel = { task: 'read the disk usage' }
  return (
    <>
      <PageHeader
        title="Cost"
        description="Monthly cost of storage by tier and table, for all replicas, and of requests to object storage."
        actions={<PriceBookButton cluster={cluster} />}
      />
      <div className="flex flex-col gap-4">
        <ManagedNotice kinds={['prices']} cluster={cluster} />
        <PriceNote cluster={cluster} />
        <CostTotals costs={costs} requests={requests.data?.data} />
        <CostTablesPanel
          cluster={cluster}
          costs={costs}
          requests={requests.data?.data}
          search={q}
          onSearch={(next) => setUrl({ q: next })}
          panel={panelFromQuery(query, {
            ...panel,
            empty: ({ data, nodes }) => {
              if (data.found > 0 || q !== '') return null
              return data.coverage.missingNodes.length === nodes.length
                ? { title: 'No data', children: 'No node responded. See Nodes for the reason.' }
                : { title: 'No table holds data', children: 'Costs appear here after the first insert.' }
            },
          })}
        />
        <RequestHistoryPanel cluster={cluster} />
        <RequestsPanel
          cluster={cluster}
          query={requests}
          asked={asked}
          onAsk={() => setAsked(true)}
          hours={hours}
          onHours={(next) => setUrl({ hours: next })}
        />
        <CostDisksPanel costs={costs} panel={panelFromQuery(query, panel)} />
      </div>
    </>
  )
}

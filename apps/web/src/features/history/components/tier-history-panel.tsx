'use client'
import { Panel, type PanelProps } from '@frostline/ui'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeEmpty } from '../describe-empty.ts'
import { useTierHistory } from '../hooks/use-history.ts'
import { CsvButton } from './csv-button.tsx'
import { GapList } from './gap-list.tsx'
import { TierBytesChart } from './tier-charts.tsx'

interface TierHistoryPanelProps {
  cluster: string
  /** As the page shows it before this code is loaded. */
  frame: Pick<PanelProps, 'title' | 'description' | 'minHeightPx'>
}

export function TierHistoryPanel({ cluster, frame }: TierHistoryPanelProps) {
  const query = useTierHistory(cluster)
  const history = query.data
  return (
    <Panel
      {...frame}
      actions={
        <>
          <ChartRangeBar />
          <CsvButton name={`${cluster}-tiers`} points={history?.points ?? []} />
        </>
      }
      {...panelFromQuery(query, { task: 'read the history of the tiers', empty: describeEmpty })}
    >
      {history ? (
        <div className="relative flex flex-col gap-4">
          <CloserRange points={history.points} />
          <TierBytesChart points={history.points} />
          <GapList gaps={history.gaps} />
        </div>
      ) : null}
    </Panel>
  )
}

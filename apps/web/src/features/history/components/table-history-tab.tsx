'use client'
import { formatCount, Panel } from '@frostline/ui'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeEmpty } from '../describe-empty.ts'
import { useTableHistory } from '../hooks/use-history.ts'
import { CsvButton } from './csv-button.tsx'
import { GapList } from './gap-list.tsx'
import { RowsChart, TierBytesChart, TierPartsChart } from './tier-charts.tsx'

export function TableHistoryTab({ at }: { at: { cluster: string; database: string; table: string } }) {
  const query = useTableHistory(at)
  const history = query.data
  return (
    <Panel
      title="History"
      description="Sampled every ten minutes. Drag over a chart to zoom. Gaps: not all nodes responded."
      minHeightPx={420}
      actions={
        <>
          <ChartRangeBar />
          <CsvButton name={`${at.database}.${at.table}-history`} points={history?.points ?? []} />
        </>
      }
      {...panelFromQuery(query, {
        task: `read the history of ${at.database}.${at.table}`,
        empty: (given) => {
          const empty = describeEmpty(given)
          return empty && given.observedAt === null
            ? {
                ...empty,
                children:
                  'A worker samples the 200 largest tables of a cluster every ten minutes. A new table has its first sample within ten minutes.',
              }
            : empty
        },
      })}
      footer={
        history
          ? `At most ${formatCount(history.rowsAtMost)} rows of each table in the console’s database: samples of ten minutes for 14 days, hourly samples for 13 weeks.`
          : undefined
      }
    >
      {history ? (
        <div className="relative flex flex-col gap-5">
          <CloserRange points={history.points} />
          <TierBytesChart points={history.points} />
          <div className="grid gap-5 lg:grid-cols-2">
            <TierPartsChart points={history.points} />
            <RowsChart points={history.points} />
          </div>
          <GapList gaps={history.gaps} />
        </div>
      ) : null}
    </Panel>
  )
}

'use client'
import {
  AreaOverTime,
  AtLeast,
  formatBytes,
  Panel,
  RadioGroup,
  Stat,
  StatRow,
  tierColors,
} from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { choiceParam, integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { TtlDraft } from '../hooks/use-ttl-draft.ts'
import type { TtlForecast } from '../table-ttl.ts'
import { FullDayStats } from './full-day-stats.tsx'

const params = { of: choiceParam(['stored', 'draft'] as const, 'stored'), day: integerParam(90) }

interface Props {
  at: ClusterTable
  draft: TtlDraft
  /** Whether the user may try the draft. */
  mayTry: boolean
}

/** Bytes by tier for a year from today, and when local disks are full. */
export function TimeMachine({ at, draft, mayTry }: Props) {
  const [{ of, day }, setUrl] = useUrlState(params)
  const tries = mayTry && draft.changed && draft.parsed.kind === 'parsed'
  const ofDraft = tries && of === 'draft'
  const query = useForecast(at, ofDraft ? draft.text : null, true)
  return (
    <Panel
      title="Time machine"
      description="Forecast from due rows, the rules and the growth of the table."
      minHeightPx={420}
      {...panelFromQuery(query, {
        task: 'forecast the tiers',
        empty: ({ data }) =>
          data.points.every((point) => point.hotBytes + point.coldBytes + point.unknownBytes === 0)
            ? { title: 'Nothing to forecast', children: 'The table is empty and has not grown recently.' }
            : null,
      })}
    >
      <div className="flex flex-col gap-4">
        {tries ? (
          <RadioGroup
            label="Forecast of"
            value={ofDraft ? 'draft' : 'stored'}
            onValueChange={(next) => setUrl({ of: next })}
            options={[
              { value: 'stored', label: 'Current TTL' },
              { value: 'draft', label: 'Draft, materialized' },
            ]}
          />
        ) : null}
        {query.data ? (
          <Forecast
            data={query.data.data}
            complete={query.data.nodes.every(({ state }) => state === 'ok')}
            startDay={Math.min(day, 365)}
            onSettle={(next) => setUrl({ day: next })}
          />
        ) : null}
      </div>
    </Panel>
  )
}

interface ForecastProps {
  data: TtlForecast['data']
  /** False when a node was unreachable. */
  complete: boolean
  startDay: number
  /** When the slider is released: browsers reject a URL that changes with every pixel. */
  onSettle: (day: number) => void
}

function Forecast({ data, complete, startDay, onSettle }: ForecastProps) {
  const [day, setDay] = useState(startDay)
  const [now, then] = [data.points[0], data.points[day]]
  const dayText = then?.at.toISOString().slice(0, 10) ?? ''
  return (
    <>
      <AreaOverTime
        label="Bytes by tier over a year"
        stacked
        heightPx={220}
        series={series.filter(
          ({ key }) => key !== 'unknownBytes' || data.points.some((each) => each.unknownBytes > 0),
        )}
        points={thin(data.points).map(({ at, ...values }) => ({ at, values }))}
        formatValue={(value) => formatBytes(value === null ? null : Math.round(value))}
      />
      <DaySlider day={day} text={`${dayText}, in ${day} days`} onMove={setDay} onSettle={onSettle} />
      <StatRow>
        <Stat
          label={`Hot on ${dayText}`}
          tier="hot"
          value={<AtLeast complete={complete}>{round(then?.hotBytes)}</AtLeast>}
          note={`today ${round(now?.hotBytes)}`}
        />
        <Stat
          label={`Cold on ${dayText}`}
          tier="cold"
          value={<AtLeast complete={complete}>{round(then?.coldBytes)}</AtLeast>}
          note={`today ${round(now?.coldBytes)}`}
        />
        <Stat
          label="Growth per day"
          value={<AtLeast complete={complete}>{round(data.bytesPerDay)}</AtLeast>}
          note={`${describeCopies(data)}${data.basis === 'rows' ? 'by row times over 90 days' : 'by part write times'}`}
        />
        <FullDayStats nodes={data.nodes} complete={complete} />
      </StatRow>
      <ul aria-label="Assumptions" className="list-disc pl-5 text-ink-3 text-xs">
        {data.assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}

/** Empty if no replica has a copy. */
function describeCopies({ bytesPerDay, logicalBytesPerDay }: ForecastProps['data']): string {
  return bytesPerDay === logicalBytesPerDay ? '' : `${round(logicalBytesPerDay)} without copies of replicas, `
}

const series = [
  { key: 'hotBytes', label: 'Hot', color: tierColors.hot },
  { key: 'coldBytes', label: 'Cold', color: tierColors.cold },
  { key: 'unknownBytes', label: 'Unknown', color: tierColors.unknown },
]

/** Every third point gives the same curve; the figures are of the exact day. */
function thin<Point>(points: readonly Point[]): Point[] {
  return points.filter((_, index) => index % 3 === 0 || index === points.length - 1)
}

function round(bytes: number | undefined): string {
  return formatBytes(bytes === undefined ? null : Math.round(bytes))
}

interface SliderProps {
  day: number
  text: string
  onMove: (day: number) => void
  onSettle: (day: number) => void
}

function DaySlider({ day, text, onMove, onSettle }: SliderProps) {
  const settle = () => onSettle(day)
  return (
    <label className="flex flex-col gap-1 text-xs">
      <span className="font-medium">Day: {text}</span>
      <input
        type="range"
        min={0}
        max={365}
        step={1}
        value={day}
        aria-valuetext={text}
        className="h-6 w-full accent-accent"
        onChange={(event) => onMove(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
      />
    </label>
  )
}

/** @param ttl a TTL to try; null for the stored one. Not refetched automatically: a yearly forecast changes slowly. */
function useForecast(at: ClusterTable, ttl: string | null, enabled: boolean) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.tableTtls.forecast.queryOptions(ttl === null ? at : { ...at, ttl }),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
}

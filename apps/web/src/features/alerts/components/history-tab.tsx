'use client'
import {
  Badge,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  EmptyPicture,
  formatDuration,
  numberColumn,
  Panel,
  Select,
  StatusPill,
  timeColumn,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type Firing, toneOf } from '../alert.ts'
import { AlertDrawer } from './alert-drawer.tsx'
import { FiringTimeline } from './firing-timeline.tsx'

const ranges = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const
const params = {
  days: choiceParam(
    ranges.map(({ value }) => value),
    '7',
  ),
  alert: textParam(),
}
const dayMs = 86_400_000

/** Everything that fired within a period, on a timeline and in a table. */
export function HistoryTab() {
  const trpc = useTRPC()
  const [{ days, alert: openId }, setUrl] = useUrlState(params)
  const [openedMs] = useState(() => Date.now())
  // The end is cut to now. A day ahead, the query stays the same while the page is open.
  const period = { from: new Date(openedMs - Number(days) * dayMs), to: new Date(openedMs + dayMs) }
  const query = useQuery({ ...trpc.alerts.history.queryOptions(period), refetchInterval: 60_000 })
  useReadAgain('alert', [trpc.alerts.history.queryFilter(period)])
  const { firings = [], more = false, evaluatedAt = null } = query.data ?? {}
  const open = (id: string) => setUrl({ alert: id }, { history: 'push' })
  return (
    <>
      <div className="flex flex-col gap-4">
        <Panel
          title="Timeline"
          minHeightPx={180}
          actions={
            <Select
              label="Time"
              size="sm"
              value={days}
              options={ranges}
              onValueChange={(next) => setUrl({ days: next })}
              className="w-40"
            />
          }
          {...panelFromQuery(query, {
            task: 'read the history of alerts',
            empty: (answer) =>
              answer.firings.length > 0
                ? null
                : {
                    picture: (
                      <EmptyPicture
                        of={[
                          [Bell, 'plain'],
                          [BellOff, 'accent'],
                        ]}
                      />
                    ),
                    title: 'No alert fired in this time',
                    children:
                      evaluatedAt === null
                        ? 'No worker has evaluated the rules yet. Alerts need a running worker.'
                        : 'Choose a longer time.',
                  },
          })}
          observedAt={evaluatedAt}
        >
          {query.data ? <FiringTimeline firings={firings} period={query.data} onOpen={open} /> : null}
        </Panel>
        {firings.length > 0 ? (
          <Panel
            title="Firings"
            description={more ? 'The last 500. Choose a shorter time to see fewer.' : undefined}
            flush
          >
            <DataTable
              label="Firings"
              columns={columns(open)}
              rows={firings}
              getRowId={(row) => row.id}
              rowHeightPx={68}
            />
          </Panel>
        ) : null}
      </div>
      <AlertDrawer
        alert={firings.find(({ id }) => id === openId)}
        open={openId !== '' && !query.isPending}
        onClose={() => setUrl({ alert: '' }, { history: 'push' })}
      />
    </>
  )
}

function columns(onOpen: (id: string) => void): readonly DataColumn<Firing>[] {
  return [
    column('title', 'Alert', { minWidthPx: 210, grow: 4, hideable: false }, (row) => (
      <button
        type="button"
        onClick={() => onOpen(row.id)}
        className="block w-full min-w-0 break-words rounded-sm text-left hover:underline"
      >
        <span className="line-clamp-2 sm:line-clamp-1">{row.title}</span>
        <span className="line-clamp-1 text-ink-3 text-xs sm:line-clamp-2">{row.text}</span>
      </button>
    )),
    column('state', 'State', 130, (row) => (
      <StatusPill tone={toneOf(row)} live={row.state === 'firing'}>
        {row.state === 'firing' ? `${row.severity}, firing` : row.state}
      </StatusPill>
    )),
    column('cluster', 'Cluster', 110, (row) => <span className="truncate">{row.clusterName}</span>),
    timeColumn('fired', 'Fired', { minWidthPx: 100, sorted: true }, (row) => row.firedAt),
    numberColumn('lasted', 'Lasted', { minWidthPx: 90, sortValue: lastedMs }, (row) => (
      <span title={row.resolvedAt ? undefined : 'It still fires.'}>{formatDuration(lastedMs(row))}</span>
    )),
    column('held', 'Held back', 180, (row) => (
      <span className="flex flex-wrap gap-1">
        {listMarks(row).map((mark) => (
          <Badge key={mark}>{mark}</Badge>
        ))}
      </span>
    )),
    countColumn(
      'messages',
      'Messages',
      { minWidthPx: 110, sorted: true },
      (row) => row.deliveries.filter(({ status }) => status === 'sent').length,
    ),
  ]
}

function lastedMs({ firedAt, segments }: Firing): number {
  return (segments.at(-1)?.to ?? firedAt).getTime() - firedAt.getTime()
}

function listMarks({ segments }: Firing): string[] {
  return [...new Set(segments.map(({ mark }) => mark))].filter((mark) => mark !== 'firing')
}

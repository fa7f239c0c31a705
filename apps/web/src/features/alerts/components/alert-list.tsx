'use client'
import {
  Badge,
  column,
  type DataColumn,
  DataTable,
  EmptyPicture,
  Panel,
  StatusPill,
  timeColumn,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { BellOff, Server, Wrench } from 'lucide-react'
import { useState } from 'react'
import { late } from '@/navigation/late.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type Alert, toneOf } from '../alert.ts'

const AlertDrawer = late(async () => (await import('./alert-drawer.tsx')).AlertDrawer)

const params = { alert: textParam() }

/** Firing alerts, live. */
export function AlertList() {
  const trpc = useTRPC()
  const query = useQuery({ ...trpc.alerts.list.queryOptions({ state: 'open' }), refetchInterval: 60_000 })
  useReadAgain('alert', [trpc.alerts.list.queryFilter({ state: 'open' })])
  const [{ alert: openId }, setUrl] = useUrlState(params)
  // It stays, so that it can close smoothly.
  const [wasOpen, setWasOpen] = useState(false)
  if (openId !== '' && !wasOpen) setWasOpen(true)
  const alerts = query.data?.alerts ?? []
  const { evaluatedAt } = query.data ?? {}
  return (
    <>
      <Panel
        title="Open alerts"
        flush
        minHeightPx={180}
        {...panelFromQuery(query, {
          task: 'read the alerts',
          empty: () =>
            alerts.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Server, 'plain'],
                        [BellOff, 'accent'],
                      ]}
                    />
                  ),
                  title: 'No alerts firing',
                  children:
                    evaluatedAt === null
                      ? 'No worker has evaluated the rules yet. Alerts need a running worker.'
                      : 'An alert fires when a disk fills, moves fail or a replica lags. Rules are evaluated about once a minute for each cluster.',
                },
        })}
        observedAt={evaluatedAt ?? null}
      >
        <DataTable
          label="Open alerts"
          columns={columns((id) => setUrl({ alert: id }, { history: 'push' }))}
          rows={alerts}
          getRowId={(row) => row.id}
          rowHeightPx={68}
        />
      </Panel>
      {wasOpen ? (
        <AlertDrawer
          alert={alerts.find(({ id }) => id === openId)}
          open={openId !== '' && !query.isPending}
          onClose={() => setUrl({ alert: '' }, { history: 'push' })}
        />
      ) : null}
    </>
  )
}

function columns(onOpen: (id: string) => void): readonly DataColumn<Alert>[] {
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
      <span className="flex min-w-0 flex-col gap-0.5">
        <StatusPill tone={toneOf(row)} live={row.state === 'firing'}>
          {row.state === 'firing' ? `${row.severity}, firing` : row.state}
        </StatusPill>
        {row.maintenance ? (
          <Badge className="self-start" title={`Nothing is sent: ${row.maintenance.name}`}>
            <Wrench aria-hidden />
            <span className="truncate">{row.maintenance.name}</span>
          </Badge>
        ) : null}
      </span>
    )),
    column('cluster', 'Cluster', 110, (row) => <span className="truncate">{row.clusterName}</span>),
    timeColumn('fired', 'Fired', { minWidthPx: 100, grow: 1, sorted: true }, (row) => row.firedAt),
    column('who', 'Assignee', 140, (row) => (
      <span className="truncate text-xs">{row.acknowledgedBy ?? 'nobody'}</span>
    )),
  ]
}

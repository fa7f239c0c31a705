import {
  Count,
  column,
  type DataColumn,
  formatDuration,
  numberColumn,
  RelativeTime,
  StatusPill,
  Unknown,
} from '@frostline/ui'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { routes } from '@/navigation/routes.ts'
import { describeBasis, describeRange, hasTwoTemperatures } from '../describe-start.ts'
import type { StartUpNode } from '../hooks/use-start-up.ts'

type Figures = NonNullable<StartUpNode['figures']>

export const startUpColumns = (cluster: string): readonly DataColumn<StartUpNode>[] => [
  column('node', 'Node', { minWidthPx: 160, hideable: false, sortValue: (row) => row.name }, (row) => (
    <Link
      href={routes.nodeRestartForecast(cluster, row.name)}
      className="truncate font-mono text-accent-ink text-xs hover:underline"
    >
      {row.name}
    </Link>
  )),
  column('state', 'Now', { minWidthPx: 168, grow: 0 }, (row) => <NodeState row={row} />),
  ofFigures({
    id: 'expected',
    header: 'Expected',
    description:
      'Time to load all tables, with full caches to empty caches. ≈ means estimated, not measured.',
    minWidthPx: 150,
    value: ({ cold }) => cold.ms,
    show: (figures) => (
      <span title={describeBasis(figures.cold, hasTwoTemperatures(figures) ? 'cold' : null)}>
        {figures.cold.starts + figures.warm.starts === 0 ? '≈ ' : ''}
        {describeRange(figures)}
      </span>
    ),
  }),
  numberColumn(
    'last',
    'Last start',
    {
      minWidthPx: 180,
      description: 'Measured time to load all tables.',
      sortValue: (row) => row.lastStart?.loadMs,
    },
    ({ lastStart }) => (lastStart ? <LastStart start={lastStart} /> : none),
  ),
  ofFigures({
    id: 'store',
    header: 'Store parts',
    description: 'Active parts on object storage, behind a cache or not.',
    minWidthPx: 104,
    value: ({ parts }) => parts.store + parts.cached,
    show: ({ parts }) => <Count value={parts.store + parts.cached} />,
  }),
  ofFigures({
    id: 'cached',
    header: 'Cached',
    description: 'Of these, parts behind a cache. Cached files cost no request.',
    minWidthPx: 90,
    value: ({ parts }) => parts.cached,
    show: ({ parts }) => <Count value={parts.cached} />,
  }),
  ofFigures({
    id: 'local',
    header: 'Local',
    description: 'Active parts on local disks.',
    minWidthPx: 84,
    value: ({ parts }) => parts.local,
    show: ({ parts }) => <Count value={parts.local} />,
  }),
  ofFigures({
    id: 'gets',
    header: 'GETs',
    description: 'For a start with empty caches.',
    minWidthPx: 84,
    value: ({ cold }) => cold.gets,
    show: ({ cold }) => <Count value={cold.gets} />,
  }),
]

const none = <span className="text-ink-3">none seen</span>

function LastStart({ start }: { start: NonNullable<StartUpNode['lastStart']> }) {
  if (start.loading) return <StatusPill tone="accent">loading</StatusPill>
  return (
    <span>
      {start.loadMs === null ? (
        <span className="text-ink-3">not measured</span>
      ) : (
        formatDuration(start.loadMs)
      )}
      <span className="text-ink-3">
        , <RelativeTime at={start.startedAt} />
      </span>
    </span>
  )
}

function NodeState({ row }: { row: StartUpNode }) {
  if (row.state !== 'ok')
    return (
      <StatusPill tone="unknown" title={row.message ?? undefined}>
        {row.knownAt ? (
          <>
            down, last known <RelativeTime at={row.knownAt} />
          </>
        ) : (
          'down, never seen'
        )}
      </StatusPill>
    )
  return row.lastStart?.loading ? (
    <StatusPill tone="accent" live>
      loading tables
    </StatusPill>
  ) : (
    <StatusPill tone="ok">running</StatusPill>
  )
}

function ofFigures({
  value,
  show,
  ...column
}: Pick<DataColumn<StartUpNode>, 'id' | 'header' | 'description' | 'minWidthPx'> & {
  value: (figures: Figures) => number
  show: (figures: Figures) => ReactNode
}): DataColumn<StartUpNode> {
  return {
    minWidthPx: 112,
    ...column,
    align: 'end',
    grow: 0,
    sortDescFirst: true,
    sortValue: ({ figures }) => figures && value(figures),
    cell: ({ figures, message }) =>
      figures ? show(figures) : <Unknown {...(message ? { reason: message } : {})} />,
  }
}

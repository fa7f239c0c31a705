import { Bytes, Count, type DataColumn, formatExactTime, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { formatZonedTime } from '@/features/cron/zoned-time.ts'
import { loadLooks } from '@/features/loads/load.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { describeTrigger, type Pipeline, pipelineLook } from '../pipeline.ts'

export function pipelineColumns(cluster: string): readonly DataColumn<Pipeline>[] {
  return [
    {
      id: 'name',
      header: 'Pipeline',
      minWidthPx: 210,
      grow: 3,
      hideable: false,
      cell: (row) => (
        <span className="block min-w-0">
          <Link
            href={routes.pipeline(cluster, row.id)}
            className="block truncate hover:underline"
            title={row.name}
          >
            {row.name}
          </Link>
          <span className="block truncate text-ink-3 text-xs" title={`${row.bucket}/${row.glob}`}>
            {row.bucket}/{row.glob} into {row.database}.{row.table}
          </span>
        </span>
      ),
      sortValue: (row) => row.name,
    },
    {
      id: 'state',
      header: 'State',
      minWidthPx: 120,
      grow: 0,
      cell: (row) => <LookPill look={pipelineLook(row)} />,
    },
    {
      id: 'when',
      header: 'When',
      minWidthPx: 110,
      grow: 1,
      cell: (row) => (
        <span className="truncate" title={describeTrigger(row)}>
          {describeTrigger(row)}
        </span>
      ),
    },
    {
      id: 'lag',
      header: 'Lag',
      align: 'end',
      minWidthPx: 70,
      grow: 0,
      description: 'Objects that are not in the table yet.',
      cell: (row) => (row.lastListedAt === null ? '—' : <Count value={row.lag.objects} />),
      sortValue: (row) => row.lag.objects,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 80,
      description: 'Of these objects.',
      grow: 0,
      cell: (row) => (row.lastListedAt === null ? '—' : <Bytes value={row.lag.bytes} />),
      sortValue: (row) => row.lag.bytes,
    },
    {
      id: 'oldest',
      header: 'Oldest',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      description: 'Age of the oldest of them in the bucket.',
      cell: (row) => (row.lag.oldest === null ? '—' : <RelativeTime at={row.lag.oldest} />),
      sortValue: (row) => row.lag.oldest ?? undefined,
    },
    {
      id: 'failed',
      header: 'Failed',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      hiddenByDefault: true,
      description: 'Objects that a finished load did not load. Retry that load.',
      cell: (row) => <Count value={row.failed.objects} />,
      sortValue: (row) => row.failed.objects,
    },
    {
      id: 'next',
      header: 'Next run',
      minWidthPx: 120,
      grow: 0,
      cell: (row) => <NextRun pipeline={row} />,
    },
    {
      id: 'last',
      header: 'Last load',
      minWidthPx: 160,
      grow: 0,
      cell: (row) =>
        row.lastLoad === null ? (
          <span className="text-ink-3">none yet</span>
        ) : (
          <span className="flex items-center gap-2 truncate">
            <LookPill look={loadLooks[row.lastLoad.status]} />
            <span className="text-ink-3 text-xs">
              <RelativeTime at={row.lastLoad.createdAt} />
            </span>
          </span>
        ),
    },
    {
      id: 'owner',
      header: 'Owner',
      minWidthPx: 150,
      hiddenByDefault: true,
      cell: (row) => <span className="truncate">{row.owner}</span>,
      sortValue: (row) => row.owner,
    },
  ]
}

function NextRun({ pipeline }: { pipeline: Pipeline }) {
  const { enabled, trigger, nextRuns, nextLookAt } = pipeline
  if (!enabled) return <span className="text-ink-3">none</span>
  if (trigger.kind === 'manual') return <span className="text-ink-3">by hand</span>
  if (trigger.kind === 'continuous')
    return <span title={formatExactTime(nextLookAt)}>at the next listing</span>
  const [next] = nextRuns
  return next ? <span className="truncate">{formatZonedTime(next, trigger.timeZone)}</span> : <>none</>
}

import {
  Bytes,
  Count,
  column,
  countColumn,
  type DataColumn,
  formatExactTime,
  numberColumn,
  RelativeTime,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import { loadLooks } from '@/features/loads/load.ts'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { describeTrigger, type Pipeline, pipelineLook } from '../pipeline.ts'

export function pipelineColumns(cluster: string): readonly DataColumn<Pipeline>[] {
  return [
    column(
      'name',
      'Pipeline',
      { minWidthPx: 210, grow: 3, hideable: false, sortValue: (row) => row.name },
      (row) => (
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
    ),
    column('state', 'State', { minWidthPx: 120, grow: 0 }, (row) => <LookPill look={pipelineLook(row)} />),
    column('when', 'When', { minWidthPx: 110, grow: 1 }, (row) => (
      <span className="truncate" title={describeTrigger(row)}>
        {describeTrigger(row)}
      </span>
    )),
    numberColumn(
      'lag',
      'Lag',
      {
        minWidthPx: 70,
        description: 'Objects that are not in the table yet.',
        sortValue: (row) => row.lag.objects,
      },
      (row) => (row.lastListedAt === null ? '—' : <Count value={row.lag.objects} />),
    ),
    numberColumn(
      'bytes',
      'Bytes',
      { minWidthPx: 80, description: 'Of these objects.', sortValue: (row) => row.lag.bytes },
      (row) => (row.lastListedAt === null ? '—' : <Bytes value={row.lag.bytes} />),
    ),
    timeColumn(
      'oldest',
      'Oldest',
      {
        minWidthPx: 90,
        description: 'Age of the oldest of them in the bucket.',
        sortValue: (row) => row.lag.oldest ?? undefined,
        none: '—',
      },
      (row) => row.lag.oldest,
    ),
    countColumn(
      'failed',
      'Failed',
      {
        minWidthPx: 80,
        hiddenByDefault: true,
        description: 'Objects that a finished load did not load. Retry that load.',
        sorted: true,
      },
      (row) => row.failed.objects,
    ),
    column('next', 'Next run', { minWidthPx: 120, grow: 0 }, (row) => <NextRun pipeline={row} />),
    column('last', 'Last load', { minWidthPx: 160, grow: 0 }, (row) =>
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
    ),
    column(
      'owner',
      'Owner',
      { minWidthPx: 150, hiddenByDefault: true, sortValue: (row) => row.owner },
      (row) => <span className="truncate">{row.owner}</span>,
    ),
  ]
}

function NextRun({ pipeline }: { pipeline: Pipeline }) {
  const { enabled, trigger, nextRuns, nextLookAt } = pipeline
  if (!enabled) return <span className="text-ink-3">none</span>
  if (trigger.kind === 'manual') return <span className="text-ink-3">manual</span>
  if (trigger.kind === 'continuous')
    return <span title={formatExactTime(nextLookAt)}>at the next listing</span>
  const [next] = nextRuns
  return next ? <span className="truncate">{formatZonedTime(next, trigger.timeZone)}</span> : <>none</>
}

'use client'
import { bytesColumn, type DataColumn, EmptyPicture, numberColumn } from '@frostline/ui'
import { Cloud, Flame } from 'lucide-react'
import { Begin } from '@/auth/begin.tsx'
import { durationColumn, requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { useWarmups } from '../hooks/use-warmups.ts'
import { type WarmupSummary, warmupLooks } from '../warmup.ts'
import { WarmupLink } from './warmup-link.tsx'

/** Every warm-up of the cluster. */
export function WarmupsTab({ cluster }: { cluster: string }) {
  return (
    <PagedPanel
      title="Warm-ups"
      description="Read tables into the caches before queries need them."
      task="read the warm-ups"
      label="Warm-ups"
      query={useWarmups(cluster)}
      rowsOf={(page) => page.warmups}
      columns={columnsOf(cluster)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [Cloud, 'cold'],
              [Flame, 'cache'],
            ]}
          />
        ),
        title: 'No warm-ups',
        children:
          'Read a table, or some of its partitions and columns, into the caches with a rate limit, so that the first query is fast.',
        action: (
          <Begin needed="operator" what="warm up tables">
            <WarmupLink cluster={cluster} />
          </Begin>
        ),
      }}
    />
  )
}

function columnsOf(cluster: string): readonly DataColumn<WarmupSummary>[] {
  return [
    linkColumn('table', 'Table', { minWidthPx: 200, hideable: false }, (row) => ({
      href: routes.warmup(cluster, row.id),
      text: `${row.database}.${row.table}`,
    })),
    stateColumn((row) => warmupLooks[row.status]),
    numberColumn(
      'partitions',
      'Partitions read',
      126,
      ({ steps }) => `${steps.completed}/${Object.values(steps).reduce((sum, count) => sum + count, 0)}`,
    ),
    bytesColumn('wanted', 'Selected', 90, (row) => row.wantedBytes),
    bytesColumn('fetched', 'Fetched', 90, (row) => row.fetchedBytes),
    durationColumn((row) => [row.startedAt, row.finishedAt]),
    requestedByColumn(),
    startedColumn(),
  ]
}

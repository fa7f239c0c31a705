'use client'
import { describeTarget } from '@frostline/domain'
import {
  buttonClasses,
  bytesColumn,
  column,
  type DataColumn,
  EmptyPicture,
  formatBytes,
  formatCountOf,
  numberColumn,
  ProgressBar,
  Switch,
  shareOf,
  timeColumn,
} from '@frostline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Cloud, HardDrive } from 'lucide-react'
import Link from 'next/link'
import { Begin } from '@/auth/begin.tsx'
import { requestedByColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { flagParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type MigrationSummary, migrationLooks, reviewLooks } from '../status.ts'

const params = { active: flagParam() }

export function MigrationsPage({ cluster }: { cluster: string }) {
  const trpc = useTRPC()
  const [{ active }, setUrl] = useUrlState(params)
  const options = trpc.tierMigrations.list.infiniteQueryOptions(
    { cluster, active, grouped: true, limit: 50 },
    byPages,
  )
  const query = useInfiniteQuery(options)
  useReadAgain('tier-migration', [{ queryKey: options.queryKey }])
  return (
    <>
      <PageHeader
        title="Tier migrations"
        description="Move partitions between volumes, with proof. Plan a migration on the page of a table, or one for several tables."
        actions={
          <Link href={routes.newBatch(cluster)} className={buttonClasses()}>
            Move several tables
          </Link>
        }
      />
      <PagedPanel
        title="All tier migrations"
        actions={
          <Switch checked={active} onCheckedChange={(next) => setUrl({ active: next })}>
            Only running
          </Switch>
        }
        task="read the tier migrations"
        label="Tier migrations"
        query={query}
        rowsOf={(page) => page.migrations}
        columns={columnsOf(cluster)}
        empty={{
          picture: (
            <EmptyPicture
              of={[
                [HardDrive, 'hot'],
                [Cloud, 'cold'],
              ]}
            />
          ),
          title: active ? 'No migrations running' : 'No tier migrations',
          children:
            'A tier migration moves partitions to another volume and verifies that nothing was lost. Open a table, select partitions on its map, and plan the move.',
          action: (
            <Begin needed="operator" what="plan a move">
              <Link href={routes.tables(cluster)} className={buttonClasses()}>
                Open tables
              </Link>
            </Begin>
          ),
        }}
      />
    </>
  )
}

function statusOf(row: MigrationSummary): MigrationSummary['status'] {
  return (row.batch ?? row).status
}

function columnsOf(cluster: string): readonly DataColumn<MigrationSummary>[] {
  return [
    column('table', 'Table', { minWidthPx: 200, grow: 2, hideable: false }, (row) => (
      <Link
        href={row.batch ? routes.batch(cluster, row.batch.id) : routes.migration(cluster, row.id)}
        className="truncate font-mono text-xs hover:underline"
        title={row.batch?.tables.join(', ')}
      >
        {row.batch
          ? `${formatCountOf(row.batch.tables.length, 'table')}: ${row.batch.tables.join(', ')}`
          : `${row.database}.${row.table}`}
      </Link>
    )),
    column('status', 'State', { minWidthPx: 140, grow: 0 }, (row) => (
      <LookPill
        look={
          row.status === 'planned' && row.review ? reviewLooks[row.review.state] : migrationLooks[row.status]
        }
      />
    )),
    column('target', 'To', 90, (row) =>
      row.checkOfId === null ? (
        <span className="truncate font-mono text-xs">{describeTarget(row)}</span>
      ) : (
        <span className="truncate text-xs">deep check</span>
      ),
    ),
    column('progress', 'Progress', 160, (row) => (
      <ProgressBar
        className="w-full"
        size="sm"
        showPercent
        label={`Progress of ${row.batch?.tables.join(', ') ?? `${row.database}.${row.table}`}, ${formatBytes((row.batch ?? row).movedBytes)} ${row.checkOfId === null ? 'moved' : 'checked'}`}
        tone={statusOf(row) === 'completed' ? 'ok' : statusOf(row) === 'failed' ? 'danger' : 'cold'}
        share={
          statusOf(row) === 'completed'
            ? 1
            : shareOf((row.batch ?? row).movedBytes, (row.batch ?? row).totalBytes)
        }
      />
    )),
    bytesColumn('bytes', 'Bytes', 90, (row) => (row.batch ?? row).totalBytes),
    numberColumn(
      'steps',
      'Steps',
      80,
      (row) => `${(row.batch ?? row).steps.completed}/${(row.batch ?? row).steps.total}`,
    ),
    requestedByColumn(),
    timeColumn('created', 'Planned', 110, (row) => row.createdAt),
  ]
}

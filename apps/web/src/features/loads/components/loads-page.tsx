'use client'
import {
  buttonClasses,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  EmptyPicture,
  formatBytes,
  numberColumn,
  ProgressBar,
  Switch,
  shareOf,
  Tabs,
} from '@frostline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Cloud, FileText, Table2 } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Begin } from '@/auth/begin.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { GenerationsPanel } from '@/features/data-generation/components/generations-panel.tsx'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { choiceParam, flagParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type LoadSummary, loadLooks } from '../load.ts'

const params = { tab: choiceParam(['loads', 'data'] as const, 'loads') }
const listParams = { active: flagParam() }

export function LoadsPage({ cluster }: { cluster: string }) {
  const operator = useRoleAllows('operator')
  const [{ tab }, setUrl] = useUrlState(params)
  const newLoad = operator ? (
    <Link href={routes.newLoad(cluster)} className={buttonClasses('primary')}>
      New load
    </Link>
  ) : undefined
  return (
    <>
      <PageHeader
        title="Loads"
        description="Load objects of a bucket into tables of this cluster, each exactly once."
        actions={newLoad}
      />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'loads', label: 'Loads', panel: <LoadsPanel cluster={cluster} newLoad={newLoad} /> },
          { value: 'data', label: 'Test data', panel: <GenerationsPanel cluster={cluster} /> },
        ]}
      />
    </>
  )
}

function LoadsPanel({ cluster, newLoad }: { cluster: string; newLoad: ReactNode }) {
  const trpc = useTRPC()
  const [{ active }, setUrl] = useUrlState(listParams)
  const options = trpc.loads.list.infiniteQueryOptions({ cluster, active, limit: 50 }, byPages)
  const query = useInfiniteQuery(options)
  useReadAgain('load-job', [{ queryKey: options.queryKey }])
  return (
    <PagedPanel
      title="All loads"
      actions={
        <Switch checked={active} onCheckedChange={(next) => setUrl({ active: next })}>
          Only running
        </Switch>
      }
      task="read the loads"
      label="Loads"
      query={query}
      rowsOf={(page) => page.loads}
      columns={columnsOf(cluster)}
      empty={{
        picture: (
          <EmptyPicture
            of={[
              [FileText, 'plain'],
              [Cloud, 'cold'],
              [Table2, 'hot'],
            ]}
          />
        ),
        title: active ? 'No loads running' : 'No loads yet',
        children:
          'A load writes objects of a bucket into a table, each exactly once. Nothing is sent until you start it.',
        action: (
          <Begin needed="operator" what="start loads">
            {newLoad}
          </Begin>
        ),
      }}
    />
  )
}

function columnsOf(cluster: string): readonly DataColumn<LoadSummary>[] {
  return [
    linkColumn('table', 'Into', { minWidthPx: 180, hideable: false }, (row) => ({
      href: routes.load(cluster, row.id),
      text: `${row.database}.${row.table}`,
      title: row.title,
    })),
    stateColumn((row) => loadLooks[row.status]),
    column('title', 'What', { minWidthPx: 180, grow: 2 }, (row) => (
      <span className="truncate text-xs" title={row.title}>
        {row.title}
      </span>
    )),
    column('progress', 'Progress', 130, (row) => (
      <ProgressBar
        className="w-full"
        size="sm"
        showPercent
        label={`Progress of ${row.title}, ${formatBytes(row.loadedBytes)} loaded`}
        tone={row.status === 'completed' ? 'ok' : row.status === 'failed' ? 'danger' : 'accent'}
        share={row.status === 'completed' ? 1 : shareOf(row.loadedBytes, row.totalBytes)}
      />
    )),
    numberColumn('objects', 'Objects', 90, (row) => `${row.files.loaded}/${row.totalFiles}`),
    bytesColumn('bytes', 'Bytes', 90, (row) => row.totalBytes),
    countColumn('rows', 'Rows', 100, (row) => row.loadedRows),
    requestedByColumn(),
    startedColumn(),
  ]
}

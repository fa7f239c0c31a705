'use client'
import { describeTarget } from '@frostline/domain'
import {
  Bytes,
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
  Panel,
  RelativeTime,
  StatusPill,
  timeColumn,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { LookPill } from '@/features/status/look-pill.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { migrationLooks } from '@/features/tier-migrations/status.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'

type Activity = RouterOutputs['tables']['activity']['data']
type MergeRow = Activity['merges'][number]
type MoveRow = Activity['recentMoves'][number]
type MutationRow = Activity['mutations'][number]

/** Current work on the table: merges, mutations, moves by us and by the server. */
export function ActivityTab({ at }: { at: ClusterTable }) {
  const trpc = useTRPC()
  const query = useQuery({ ...trpc.tables.activity.queryOptions(at), refetchInterval: 10_000 })
  useReadAfterChanges('tier-migration', () => void query.refetch())
  const activity = query.data?.data
  const state = panelFromQuery(query, { task: `read the activity of ${at.database}.${at.table}` })
  return (
    <div className="grid gap-4 pt-4">
      <Panel title="Tier migrations" {...state}>
        <ul className="flex flex-col gap-1.5 text-sm">
          {activity?.tierMigrations.map((migration) => (
            <li key={migration.id} className="flex flex-wrap items-center gap-x-3">
              <LookPill look={migrationLooks[migration.status]} />
              <Link href={routes.migration(at.cluster, migration.id)} className="hover:underline">
                to {describeTarget(migration)}, <Bytes value={migration.totalBytes} />
              </Link>
              <span className="text-ink-3 text-xs">
                {migration.requestedBy}, <RelativeTime at={migration.createdAt} />
              </span>
            </li>
          ))}
        </ul>
        {activity?.tierMigrations.length === 0 ? (
          <p className="text-ink-3 text-sm">None for this table.</p>
        ) : null}
      </Panel>
      <Panel title="Merges and part mutations running" flush {...state}>
        <DataTable
          label="Merges"
          columns={mergeColumns}
          rows={activity?.merges ?? []}
          getRowId={(row) => `${row.node} ${row.resultPart}`}
          empty={<Quiet>No merges running.</Quiet>}
        />
      </Panel>
      <Panel title="Pending mutations" flush {...state}>
        <DataTable
          label="Mutations"
          columns={mutationColumns}
          rows={activity?.mutations ?? []}
          getRowId={(row) => `${row.node} ${row.mutationId}`}
          empty={<Quiet>No pending mutations.</Quiet>}
        />
      </Panel>
      <Panel title="Parts moved in the last 24 hours" flush {...state}>
        <DataTable
          label="Moved parts"
          columns={moveColumns}
          rows={activity?.recentMoves ?? []}
          getRowId={(row) => `${row.node} ${row.partName} ${row.finishedAt.getTime()}`}
          empty={<Quiet>No parts moved.</Quiet>}
        />
      </Panel>
    </div>
  )
}

function Quiet({ children }: { children: string }) {
  return <p className="p-4 text-ink-3 text-sm">{children}</p>
}

const mergeColumns: readonly DataColumn<MergeRow>[] = [
  monoColumn('node', 'Node', 150, (row) => row.node),
  monoColumn('part', 'Result part', 160, (row) => row.resultPart),
  numberColumn('progress', 'Progress', { minWidthPx: 90, grow: 1 }, (row) => formatPercent(row.progress)),
  numberColumn('elapsed', 'For', { minWidthPx: 90, grow: 1 }, (row) =>
    formatDuration(row.elapsedSeconds * 1000),
  ),
]

const mutationColumns: readonly DataColumn<MutationRow>[] = [
  monoColumn('node', 'Node', 150, (row) => row.node),
  monoColumn('command', 'Command', { minWidthPx: 240, grow: 2 }, (row) => row.command),
  numberColumn('todo', 'Parts to do', { minWidthPx: 90, grow: 1 }, (row) => String(row.partsToDo)),
  timeColumn('created', 'Since', { minWidthPx: 110, grow: 1 }, (row) => row.createdAt),
  column('failure', 'Last failure', { minWidthPx: 200, grow: 2 }, (row) =>
    row.failure ? (
      <span className="truncate text-danger-ink text-xs" title={row.failure}>
        {row.failure}
      </span>
    ) : (
      '—'
    ),
  ),
]

const moveColumns: readonly DataColumn<MoveRow>[] = [
  monoColumn('part', 'Part', 160, (row) => row.partName),
  monoColumn('node', 'Node', 150, (row) => row.node),
  monoColumn('to', 'To disk', 110, (row) => row.targetDisk),
  bytesColumn('bytes', 'Bytes', { minWidthPx: 90, grow: 1 }, (row) => row.bytes),
  numberColumn('took', 'Duration', { minWidthPx: 104, grow: 1 }, (row) => formatDuration(row.durationMs)),
  timeColumn('at', 'Finished', { minWidthPx: 110, grow: 1 }, (row) => row.finishedAt),
  column('outcome', 'Outcome', 140, (row) =>
    row.errorCode ? (
      <StatusPill tone="danger">{`code ${row.errorCode}`}</StatusPill>
    ) : (
      <StatusPill tone="ok">moved</StatusPill>
    ),
  ),
]

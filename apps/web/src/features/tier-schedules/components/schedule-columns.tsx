import {
  Bytes,
  column,
  type DataColumn,
  formatBytes,
  formatCountOf,
  numberColumn,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { nextRunColumn, ownerColumn, whenColumn } from '@/features/cron/schedule-columns.tsx'
import { stateColumn } from '@/features/run/run-columns.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { runLooks, type Schedule, stateLook } from '../schedule.ts'

export function scheduleColumns(cluster: string): readonly DataColumn<Schedule>[] {
  return [
    column(
      'name',
      'Schedule',
      { minWidthPx: 200, grow: 3, hideable: false, sortValue: (row) => row.name },
      (row) => (
        <span className="block min-w-0">
          <Link href={routes.schedule(cluster, row.id)} className="block truncate hover:underline">
            {row.name}
          </Link>
          <span
            className="block truncate text-ink-3 text-xs"
            title={row.tables.map(({ database, table }) => `${database}.${table}`).join(', ')}
          >
            {`${describeTables(row)}, older than ${formatCountOf(row.olderThanDays, 'day')}, to ${row.targetVolume}`}
          </span>
        </span>
      ),
    ),
    stateColumn(stateLook),
    whenColumn(),
    nextRunColumn(),
    numberColumn('budget', 'Budget', { minWidthPx: 80, description: 'Max bytes per run.' }, (row) =>
      row.budgetBytes === null ? 'no limit' : <Bytes value={row.budgetBytes} />,
    ),
    column('last', 'Last run', { minWidthPx: 180, grow: 0 }, (row) => <LastRun run={row.lastRun} />),
    ownerColumn(),
  ]
}

function describeTables({ tables }: Schedule): string {
  const [first] = tables
  return tables.length === 1 && first ? `${first.database}.${first.table}` : `${tables.length} tables`
}

function LastRun({ run }: { run: Schedule['lastRun'] }) {
  if (run === null) return <span className="text-ink-3">none yet</span>
  return (
    <span className="flex items-center gap-2 truncate" title={run.reason ?? undefined}>
      <LookPill look={runLooks[run.status]} />
      <span className="text-ink-3 text-xs">
        {run.movedBytes > 0n ? `${formatBytes(run.movedBytes)}, ` : ''}
        <RelativeTime at={run.dueAt} />
      </span>
    </span>
  )
}

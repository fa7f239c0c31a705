import { Bytes, type DataColumn, formatBytes, formatCountOf, numberColumn } from '@frostline/ui'
import Link from 'next/link'
import { stateColumn } from '@/features/run/run-columns.tsx'
import {
  lastRunColumn,
  nameColumn,
  nextRunColumn,
  ownerColumn,
  whenColumn,
} from '@/features/schedules/schedule-columns.tsx'
import { stateLook } from '@/features/schedules/schedule-state.ts'
import { routes } from '@/navigation/routes.ts'
import { runLooks, type Schedule } from '../schedule.ts'

export function scheduleColumns(cluster: string): readonly DataColumn<Schedule>[] {
  return [
    nameColumn(describeMoves, {
      nameOf: (row) => (
        <Link href={routes.schedule(cluster, row.id)} className="block truncate hover:underline">
          {row.name}
        </Link>
      ),
      titleOf: ({ tables }) => tables.map(nameOf).join(', '),
    }),
    stateColumn(stateLook),
    whenColumn(),
    nextRunColumn(),
    numberColumn('budget', 'Budget', { minWidthPx: 80, description: 'Max bytes per run.' }, (row) =>
      row.budgetBytes === null ? 'no limit' : <Bytes value={row.budgetBytes} />,
    ),
    lastRunColumn((run) => runLooks[run.status], {
      describe: ({ movedBytes }) => (movedBytes > 0n ? `${formatBytes(movedBytes)}, ` : ''),
    }),
    ownerColumn(),
  ]
}

function nameOf({ database, table }: Schedule['tables'][number]): string {
  return `${database}.${table}`
}

/** "3 tables, older than 30 days, to cold". */
function describeMoves({ tables, olderThanDays, targetVolume }: Schedule): string {
  const [first] = tables
  const what = tables.length === 1 && first ? nameOf(first) : formatCountOf(tables.length, 'table')
  return `${what}, older than ${formatCountOf(olderThanDays, 'day')}, to ${targetVolume}`
}

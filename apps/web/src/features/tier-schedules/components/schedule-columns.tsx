import { Bytes, formatBytes, formatCountOf, numberColumn } from '@frostline/ui'
import Link from 'next/link'
import { scheduleColumns } from '@/features/schedules/schedule-columns.tsx'
import { routes } from '@/navigation/routes.ts'
import { runLooks, type Schedule } from '../schedule.ts'

export function tierScheduleColumns(cluster: string) {
  return scheduleColumns<Schedule>({
    describe: describeMoves,
    titleOf: ({ tables }) => tables.map(nameOf).join(', '),
    nameOf: ({ id, name }) => (
      <Link href={routes.schedule(cluster, id)} className="block truncate hover:underline">
        {name}
      </Link>
    ),
    lastRun: {
      lookOf: ({ status }) => runLooks[status],
      describe: ({ movedBytes }) => (movedBytes > 0n ? `${formatBytes(movedBytes)}, ` : ''),
    },
    more: [
      numberColumn('budget', 'Budget', { minWidthPx: 80, description: 'Max bytes per run.' }, (row) =>
        row.budgetBytes === null ? 'no limit' : <Bytes value={row.budgetBytes} />,
      ),
    ],
  })
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

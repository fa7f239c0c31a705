'use client'
import { Bytes, Drawer, EmptyState, formatBytes, formatExactTime, KeyValueList } from '@frostline/ui'
import Link from 'next/link'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { migrationLooks } from '@/features/tier-migrations/status.ts'
import { routes } from '@/navigation/routes.ts'
import { runLooks, type ScheduleRun } from '../schedule.ts'

interface RunDrawerProps {
  run: ScheduleRun | undefined
  open: boolean
  cluster: string
  timeZone: string
  onClose: () => void
}

/** One run: its decision for each table, and the tier migrations that it made. */
export function RunDrawer({ run, open, cluster, timeZone, onClose }: RunDrawerProps) {
  return (
    <Drawer
      title={run ? `Run of ${formatZonedTime(run.dueAt, timeZone)}` : 'Run'}
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
    >
      {run ? (
        <RunBody run={run} cluster={cluster} />
      ) : (
        <EmptyState title="Run not found">It may be older than the listed runs.</EmptyState>
      )}
    </Drawer>
  )
}

function RunBody({ run, cluster }: { run: ScheduleRun; cluster: string }) {
  return (
    <div className="flex flex-col gap-6 p-5">
      <KeyValueList
        items={[
          { key: 'State', value: <LookPill look={runLooks[run.status]} /> },
          ...(run.reason ? [{ key: 'Note', value: run.reason }] : []),
          ...(run.requestedBy === null
            ? []
            : [
                {
                  key: 'Started by',
                  value: run.requestedBy,
                  ...(run.ignoresWindow ? { note: 'Ignores the window.' } : {}),
                },
              ]),
          { key: 'Planned', value: <Bytes value={run.plannedBytes} /> },
          {
            key: 'Moved',
            value: <Bytes value={run.movedBytes} />,
            ...(run.inFlightBytes > 0n
              ? { note: `${formatBytes(run.inFlightBytes)} in flight, not counted yet.` }
              : {}),
          },
          { key: 'Skipped', value: <Bytes value={run.leftOutBytes} />, note: 'Due, but over the budget.' },
          { key: 'Began', value: run.startedAt ? formatExactTime(run.startedAt) : 'not yet' },
          { key: 'Ended', value: run.finishedAt ? formatExactTime(run.finishedAt) : 'not yet' },
        ]}
      />
      <section aria-labelledby="run-tables" className="flex flex-col gap-2">
        <h3 id="run-tables" className="font-medium text-sm">
          Tables
        </h3>
        {run.tables.length === 0 ? <p className="text-ink-3 text-sm">None planned.</p> : null}
        <ul className="flex flex-col gap-3">
          {run.tables.map((table) => (
            <li key={`${table.database}.${table.table}`} className="rounded-md border p-3 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="break-all font-mono text-xs">
                  {table.database}.{table.table}
                </span>
                {table.migrationStatus ? <LookPill look={migrationLooks[table.migrationStatus]} /> : null}
              </div>
              {table.migrationId ? (
                <p className="mt-1 text-ink-2">
                  <Bytes value={table.movedBytes} /> of <Bytes value={table.plannedBytes} /> moved
                  {table.inFlightBytes > 0n ? `, ${formatBytes(table.inFlightBytes)} in flight` : ''}.{' '}
                  <Link href={routes.migration(cluster, table.migrationId)} className="underline">
                    Open the tier migration
                  </Link>
                </p>
              ) : null}
              {table.unseenNodes.length > 0 ? (
                <p className="mt-1 break-words text-warn-ink">
                  {table.unseenNodes.join(', ')} does not respond. These are the last known figures.
                </p>
              ) : null}
              {table.reason ? <p className="mt-1 break-words text-ink-2">{table.reason}</p> : null}
              {table.leftOutBytes > 0n ? (
                <p className="mt-1 text-ink-3 text-xs">
                  <Bytes value={table.leftOutBytes} /> skipped.
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

import { column, type DataColumn, RelativeTime } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { stateColumn } from '../run/run-columns.tsx'
import { type Look, look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'
import { formatZonedTime } from './zoned-time.ts'

interface ScheduleState {
  enabled: boolean
  /** Why Frostline has stopped it. */
  stoppedReason: string | null
  /** Why its owner may not run it. */
  ownerFault: string | null
}

export function stateLook({ enabled, stoppedReason, ownerFault }: ScheduleState): Look {
  if (stoppedReason !== null) return look('danger', 'stopped', stoppedReason)
  if (!enabled) return look('neutral', 'disabled', 'Disabled by a user. No runs start.')
  if (ownerFault !== null) return look('warn', 'stops at its next run', ownerFault)
  return look('ok', 'enabled', 'Enabled.')
}

interface AnySchedule extends ScheduleState {
  name: string
  cron: string
  cronWords: string
  timeZone: string
  nextRuns: Date[]
  owner: string
  lastRun: { dueAt: Date; reason: string | null } | null
}

interface ScheduleColumns<Row extends AnySchedule> {
  /** What the schedule does. */
  describe: (row: Row) => string
  /** All of it, where the description is short. */
  titleOf?: (row: Row) => string
  /** The name as a link or a button. */
  nameOf?: (row: Row) => ReactNode
  lastRun: {
    lookOf: (run: NonNullable<Row['lastRun']>) => Look
    /** The page of what the run has started. */
    hrefOf?: (run: NonNullable<Row['lastRun']>, row: Row) => Route | null
    /** Before its time, such as what it has moved. */
    describe?: (run: NonNullable<Row['lastRun']>) => string
  }
  /** Columns of the kind, before the last run. */
  more?: readonly DataColumn<Row>[]
}

/** The columns of every list of schedules. */
export function scheduleColumns<Row extends AnySchedule>(given: ScheduleColumns<Row>): DataColumn<Row>[] {
  const { describe, titleOf = describe, nameOf, lastRun, more = [] } = given
  return [
    column(
      'name',
      'Schedule',
      { minWidthPx: 200, grow: 3, hideable: false, sortValue: (row) => row.name },
      (row) => (
        <span className="block min-w-0">
          {nameOf?.(row) ?? <span className="block truncate">{row.name}</span>}
          <span className="block truncate text-ink-3 text-xs" title={titleOf(row)}>
            {describe(row)}
          </span>
        </span>
      ),
    ),
    stateColumn(stateLook),
    column('when', 'When', { minWidthPx: 150, grow: 1 }, (row) => (
      <span className="truncate" title={`${row.cron} in ${row.timeZone}`}>
        {row.cronWords}
      </span>
    )),
    column(
      'next',
      'Next run',
      { minWidthPx: 195, grow: 0, sortValue: (row) => row.nextRuns[0] },
      ({ nextRuns: [next], timeZone }) => (next ? formatZonedTime(next, timeZone) : 'none'),
    ),
    ...more,
    column('last', 'Last run', { minWidthPx: 215, grow: 0 }, (row) => <LastRun row={row} {...lastRun} />),
    column('owner', 'Owner', { minWidthPx: 110, sortValue: (row) => row.owner }, (row) => (
      <span className="truncate">{row.owner}</span>
    )),
  ]
}

function LastRun<Row extends AnySchedule>({
  row,
  lookOf,
  hrefOf,
  describe,
}: ScheduleColumns<Row>['lastRun'] & { row: Row }) {
  const run: NonNullable<Row['lastRun']> | null = row.lastRun
  if (run === null) return <span className="text-ink-3">none yet</span>
  const href = hrefOf?.(run, row) ?? null
  const due = <RelativeTime at={run.dueAt} />
  return (
    <span className="flex items-center gap-2 truncate" title={run.reason ?? undefined}>
      <LookPill look={lookOf(run)} />
      {href === null ? (
        <span className="text-ink-3 text-xs">
          {describe?.(run)}
          {due}
        </span>
      ) : (
        <Link className="text-xs hover:underline" href={href}>
          {due}
        </Link>
      )}
    </span>
  )
}

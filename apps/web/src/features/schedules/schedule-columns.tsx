import { column, type DataColumn, RelativeTime } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Look } from '../status/look.ts'
import { LookPill } from '../status/look-pill.tsx'
import { formatZonedTime } from './zoned-time.ts'

interface NameOptions<Row> {
  /** The name as a link or a button. */
  nameOf?: (row: Row) => ReactNode
  /** All of it, where the description is short. */
  titleOf?: (row: Row) => string
}

/** The name over what the schedule does. */
export function nameColumn<Row extends { name: string }>(
  describe: (row: Row) => string,
  { nameOf, titleOf = describe }: NameOptions<Row> = {},
): DataColumn<Row> {
  return column(
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
  )
}

interface AnyRun {
  dueAt: Date
  reason: string | null
}

interface LastRunOptions<Row extends { lastRun: AnyRun | null }> {
  /** The page of what the run has started. */
  hrefOf?: (run: NonNullable<Row['lastRun']>, row: Row) => Route | null
  /** Before its time, such as what it has moved. */
  describe?: (run: NonNullable<Row['lastRun']>) => string
}

export function lastRunColumn<Row extends { lastRun: AnyRun | null }>(
  lookOf: (run: NonNullable<Row['lastRun']>) => Look,
  { hrefOf, describe }: LastRunOptions<Row> = {},
): DataColumn<Row> {
  return column('last', 'Last run', { minWidthPx: 205, grow: 0 }, (row) => {
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
  })
}

export function whenColumn<
  Row extends { cron: string; cronWords: string; timeZone: string },
>(): DataColumn<Row> {
  return column('when', 'When', { minWidthPx: 150, grow: 1 }, (row) => (
    <span className="truncate" title={`${row.cron} in ${row.timeZone}`}>
      {row.cronWords}
    </span>
  ))
}

export function nextRunColumn<Row extends { nextRuns: Date[]; timeZone: string }>(): DataColumn<Row> {
  return column(
    'next',
    'Next run',
    { minWidthPx: 195, grow: 0, sortValue: (row) => row.nextRuns[0] },
    ({ nextRuns: [next], timeZone }) => (next ? formatZonedTime(next, timeZone) : 'none'),
  )
}

export function ownerColumn<Row extends { owner: string }>(): DataColumn<Row> {
  return column('owner', 'Owner', { minWidthPx: 110, sortValue: (row) => row.owner }, (row) => (
    <span className="truncate">{row.owner}</span>
  ))
}

import { formatCount, formatCountOf, formatDuration, formatElapsed } from '@frostline/ui'
import type { MeasuredStart, StartFigures } from './hooks/use-start-up.ts'

type Expected = StartFigures['cold']
type Forecast = Pick<StartFigures, 'cold' | 'warm' | 'parts'>

/** Whether a cache makes a difference: only then are there two figures. */
export function hasTwoTemperatures({ parts }: Pick<StartFigures, 'parts'>): boolean {
  return parts.cached > 0
}

/** "1.2 s to 14 s": with full caches, to with empty ones. */
export function describeRange({ cold, warm, parts }: Forecast): string {
  if (!hasTwoTemperatures({ parts })) return formatDuration(cold.ms)
  const [from, to] = [warm.ms, cold.ms].toSorted((a, b) => a - b).map(formatDuration)
  return from === to ? `${to}` : `${from} to ${to}`
}

export function describeSpread({ lowMs, highMs }: Pick<Expected, 'lowMs' | 'highMs'>): string {
  return `${formatDuration(lowMs)} to ${formatDuration(highMs)}`
}

/** The basis of a forecast, and its precision. */
export function describeBasis(expected: Expected, kind: 'cold' | 'warm' | null): string {
  const start = kind === null ? 'start' : `${kind} start`
  return expected.starts === 0
    ? `Estimated: no ${start} of this node has been measured yet.`
    : `By ${expected.starts === 1 ? `the last measured ${start}` : `the last ${expected.starts} measured ${start}s`}.`
}

/** Where the requests come from: "40,000 parts on object storage × 10 GETs × 30 ms, 64 at a time". */
export function describeRequests({ cold, basis, threads, parts }: StartFigures): string {
  const remote = parts.store + parts.cached
  if (remote === 0)
    return `No parts on object storage. ${formatCountOf(parts.local, 'local part')} are read and checked.`
  return `${formatCountOf(remote, 'part')} on object storage × ${formatGets(basis.getsPerPart)} GETs = ${formatCountOf(cold.gets, 'request')} of ${formatElapsed(basis.getMs)}, ${formatCount(threads)} at a time.`
}

function formatGets(gets: number): string {
  return gets.toFixed(1).replace(/\.0$/, '')
}

const sources = {
  start: 'measured at a start of this node',
  running: 'mean of all disk reads since the server started',
  usual: 'typical values',
} as const

/** Which of that was measured. */
export function describeSources({ basis, parts }: StartFigures): string | null {
  if (parts.store + parts.cached === 0) return null
  const { getsPerPartBy, getMsBy } = basis
  return getsPerPartBy === getMsBy
    ? `GETs per part and time per GET: ${sources[getMsBy]}.`
    : `GETs per part: ${sources[getsPerPartBy]}. Time per GET: ${sources[getMsBy]}.`
}

/** What limits the start. */
export function describeLimit({ cold, cores, threads, tablesAtOnce, tables }: StartFigures): string {
  switch (cold.limit) {
    case 'requests':
      return `Limited by the object store: ${formatCountOf(threads, 'thread')} each wait for one GET at a time.`
    case 'computing':
      return `Limited by CPU: ${formatCountOf(cores, 'core')} are busy with requests and files throughout.`
    case 'tables':
      return `Limited by parallelism: only ${formatCount(tablesAtOnce)} of ${formatCountOf(tables, 'table')} load at a time, and most are too small to keep the threads busy.`
    case 'one-table':
      return 'Limited by its largest table, which takes longer than all others in parallel.'
  }
}

/** When people can use the node again. */
export function describeAnswer({ answersFirst, answersMs }: StartFigures): string {
  const seen =
    answersMs === null ? '' : ` At its last starts it responded within ${formatDuration(answersMs)}.`
  return answersFirst
    ? `The server may respond earlier. A query then waits only for its own table.${seen}`
    : `The server responds when all tables are loaded.${seen}`
}

/** The figure that a start is compared with: for the caches as they turned out to be. */
export function expectedOf({ expected, temperature }: MeasuredStart): Expected | null {
  if (!expected || temperature === 'mixed' || temperature === null) return null
  return temperature === 'warm' ? expected.warm : expected.cold
}

/** Downtime, as a worker observed it from outside. */
export function describeAway(away: MeasuredStart['away']): string {
  if (!away) return '—'
  const least = formatDuration(away.minMs)
  return away.minMs === 0
    ? `up to ${formatDuration(away.maxMs)}`
    : `${least} to ${formatDuration(away.maxMs)}`
}

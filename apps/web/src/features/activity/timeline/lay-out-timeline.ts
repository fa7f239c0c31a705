import type { RunKind } from '@frostline/domain'
import type { RouterOutputs } from '../../../trpc/router-outputs.ts'

export type TimelineRun = RouterOutputs['runs']['timeline']['runs'][number]

export interface TimelineSpan {
  fromMs: number
  toMs: number
}

export interface TimelineBar {
  run: TimelineRun
  /** The row in the lane, from 0. Runs in one row do not overlap, except in the last. */
  row: number
  /** Of the width of the lane, from 0 to 1. */
  start: number
  length: number
}

export interface TimelineLane {
  kind: RunKind
  rows: number
  /** In the order of their starts. */
  bars: TimelineBar[]
}

const maxRows = 6
/** Minimum drawn length, so that a short run is visible and clickable. */
const minLength = 0.004

/** A lane for each kind that occurs. Concurrent runs are in separate rows. */
export function layOutTimeline(runs: readonly TimelineRun[], { fromMs, toMs }: TimelineSpan): TimelineLane[] {
  const spanMs = Math.max(1, toMs - fromMs)
  const share = (atMs: number) => Math.min(1, Math.max(0, (atMs - fromMs) / spanMs))
  const lanes = new Map<RunKind, TimelineLane & { ends: number[] }>()
  for (const run of runs.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())) {
    const lane = lanes.get(run.kind) ?? { kind: run.kind, rows: 0, bars: [], ends: [] }
    lanes.set(run.kind, lane)
    const end = share(run.finishedAt?.getTime() ?? toMs)
    const start = Math.min(share(run.createdAt.getTime()), 1 - minLength)
    const length = Math.max(minLength, end - start)
    const free = lane.ends.findIndex((other) => other <= start)
    const row = free >= 0 ? free : Math.min(lane.ends.length, maxRows - 1)
    lane.ends[row] = Math.max(lane.ends[row] ?? 0, start + length)
    lane.rows = lane.ends.length
    lane.bars.push({ run, row, start, length })
  }
  return [...lanes.values()]
    .map(({ kind, rows, bars }) => ({ kind, rows, bars }))
    .toSorted((one, other) => one.kind.localeCompare(other.kind))
}

/** The drawn period: the requested range up to now; without a start, from the first run on. */
export function spanOf(
  { from, to }: { from?: Date; to?: Date },
  runs: readonly TimelineRun[],
  nowMs: number,
): TimelineSpan {
  const first = runs.reduce((least, { createdAt }) => Math.min(least, createdAt.getTime()), nowMs)
  const toMs = Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, nowMs)
  return { fromMs: Math.min(from?.getTime() ?? first, toMs - 1), toMs }
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * dayMs),
]

/** Round times of a span in UTC, `max` at most, and where they are from 0 to 1. */
export function listTicks({ fromMs, toMs }: TimelineSpan, max: number): { at: number; label: string }[] {
  const spanMs = toMs - fromMs
  const stepMs = steps.find((step) => spanMs / step <= max) ?? Math.ceil(spanMs / max / dayMs) * dayMs
  const ticks: { at: number; label: string }[] = []
  for (let ms = Math.ceil(fromMs / stepMs) * stepMs; ms <= toMs; ms += stepMs)
    ticks.push({ at: (ms - fromMs) / spanMs, label: labelOf(ms, stepMs) })
  return ticks
}

function labelOf(ms: number, stepMs: number): string {
  const text = new Date(ms).toISOString()
  if (stepMs >= 90 * dayMs) return text.slice(0, 7)
  return ms % dayMs === 0 ? text.slice(5, 10) : text.slice(11, 16)
}

/** The bar that a key moves to: the previous or next in its lane, or the nearest in time in another lane. */
export function findNeighbour(
  lanes: readonly TimelineLane[],
  id: string,
  key: string,
): TimelineBar | undefined {
  const at = lanes.findIndex(({ bars }) => bars.some(({ run }) => run.id === id))
  const bars = lanes[at]?.bars ?? []
  const index = bars.findIndex(({ run }) => run.id === id)
  if (key === 'ArrowLeft') return bars[index - 1]
  if (key === 'ArrowRight') return bars[index + 1]
  if (key === 'Home') return bars[0]
  if (key === 'End') return bars.at(-1)
  const other = key === 'ArrowUp' ? lanes[at - 1] : key === 'ArrowDown' ? lanes[at + 1] : undefined
  const from = bars[index]?.start ?? 0
  const [nearest] =
    other?.bars.toSorted((one, two) => Math.abs(one.start - from) - Math.abs(two.start - from)) ?? []
  return nearest
}

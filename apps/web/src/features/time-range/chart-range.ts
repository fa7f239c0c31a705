import { type HistoryRange, historyRangeNames, historyRanges } from '@frostline/domain'
import { choiceParam, textParam } from '../../navigation/url-params.ts'
import { readUtcMinute } from './read-time-range.ts'

export const chartRangeLabels: Record<HistoryRange, string> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '13w': 'Last 13 weeks',
}

const paramsWith = (initial: HistoryRange) => ({
  range: choiceParam(historyRangeNames, initial),
  from: textParam(),
  to: textParam(),
})

/**
 * The time range of all charts of a page in its URL: `range=7d`, or `from` and `to` as minutes in UTC. By the range that a
 * page shows at first.
 */
export const chartRangeParams = { '1h': paramsWith('1h'), '24h': paramsWith('24h') }
export type InitialRange = keyof typeof chartRangeParams

export interface ChartRangeState {
  range: HistoryRange
  from: string
  to: string
}

interface Times {
  from: Date
  to: Date
}

/** Null: the range up to now. Times that are not valid do not count. */
export function readTimes({ from, to }: ChartRangeState): Times | null {
  const [start, end] = [readUtcMinute(from), readUtcMinute(to)]
  return start && end && start < end ? { from: start, to: end } : null
}

/** For the API. */
export function toRangeInput(state: ChartRangeState) {
  return readTimes(state) ?? { range: state.range }
}

const minuteMs = 60_000

/** Whole minutes that contain the times. */
export function writeTimes({ from, to }: Times): Pick<ChartRangeState, 'from' | 'to'> {
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  return {
    from: text(Math.floor(from.getTime() / minuteMs) * minuteMs),
    to: text(Math.ceil(to.getTime() / minuteMs) * minuteMs),
  }
}

/** The range as times, whichever way it is given. */
export function timesOf(state: ChartRangeState, now: Date): Times {
  return readTimes(state) ?? { from: new Date(now.getTime() - historyRanges[state.range] * 1000), to: now }
}

/** A shorter range is offered if at least this share of the chosen one has no samples. */
const emptyShare = 2 / 3

/**
 * The shortest range that shows the same samples, such as the last hour in a new console. Null: there are no samples, they fill
 * more of the range, or no range is shorter.
 * @param points of the whole range, in order; without figures where no sample was taken.
 */
export function findCloserRange(
  range: HistoryRange,
  points: readonly { figures: object | null }[],
): HistoryRange | null {
  const first = points.findIndex(({ figures }) => figures !== null)
  if (first < 0 || first / points.length < emptyShare) return null
  const seconds = (1 - first / points.length) * historyRanges[range]
  const closer = historyRangeNames.find((name) => historyRanges[name] >= seconds)
  return closer === undefined || closer === range ? null : closer
}

/** The next longer range up to now. Of other times twice as long around the same middle, not after now. */
export function zoomOut(state: ChartRangeState, now: Date): ChartRangeState {
  if (!readTimes(state)) {
    const longer = historyRangeNames[historyRangeNames.indexOf(state.range) + 1] ?? '13w'
    return { range: longer, from: '', to: '' }
  }
  const { from, to } = timesOf(state, now)
  const spanMs = to.getTime() - from.getTime()
  const longestMs = historyRanges['13w'] * 1000
  const endMs = Math.min(now.getTime(), to.getTime() + spanMs / 2)
  const startMs = Math.max(now.getTime() - longestMs, endMs - 2 * spanMs)
  if (endMs - startMs >= longestMs - minuteMs) return { range: '13w', from: '', to: '' }
  return { range: state.range, ...writeTimes({ from: new Date(startMs), to: new Date(endMs) }) }
}

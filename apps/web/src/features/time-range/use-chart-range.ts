'use client'
import type { HistoryRange } from '@frostline/domain'
import { useUrlState } from '@/navigation/use-url-state.ts'
import {
  chartRangeParams,
  type InitialRange,
  readTimes,
  timesOf,
  toRangeInput,
  writeTimes,
  zoomOut,
} from './chart-range.ts'

/** The time range of all charts of a page. Each change is a step of the browser's history. */
export function useChartRange(initial: InitialRange = '24h') {
  const [state, setUrl] = useUrlState(chartRangeParams[initial])
  const set = (patch: Partial<typeof state>) => setUrl(patch, { history: 'push' })
  return {
    state,
    input: toRangeInput(state),
    isZoomed: readTimes(state) !== null,
    choose: (range: HistoryRange) => set({ range, from: '', to: '' }),
    zoom: (from: Date, to: Date) => set(writeTimes({ from, to })),
    /** A half-written time stays in its field and does not count: it is no step of the history. */
    write: (patch: { from?: string; to?: string }) => setUrl(patch),
    fix: () => set(writeTimes(timesOf(state, new Date()))),
    zoomOut: () => set(zoomOut(state, new Date())),
  }
}

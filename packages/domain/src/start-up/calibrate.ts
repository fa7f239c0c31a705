import { quantile } from '../quantile.ts'
import { usualGetMs, usualGetsPerPart } from './estimate-load.ts'
import { type MeasuredStart, measuredGetsPerPart, temperatureOf } from './measured-start.ts'
import type { Temperature } from './start-scene.ts'

/** Ratio of measured starts to the uncalibrated estimate. */
export interface Factor {
  middle: number
  low: number
  high: number
  starts: number
}

/** Source of a figure: a start of this node, its counters while it runs, or a typical value. */
type FigureSource = 'start' | 'running' | 'usual'

export interface Calibration {
  getsPerPart: number
  getsPerPartBy: FigureSource
  getMs: number
  getMsBy: FigureSource
  /** Null: no start of that kind was measured. */
  factors: Record<Temperature, Factor | null>
}

/** Only this many of the latest starts of a kind count: older ones may be on other hardware or versions. */
const startsThatCount = 5

/**
 * Calibrates the estimate with a node's past starts: GETs per part, their latency, and the ratio of measured to
 * estimated time. The latency of small files at startup takes precedence over that of all reads.
 * @param starts the latest first
 * @param runningGetMs of all GETs since the server started. Null: it has sent none.
 */
export function calibrate(starts: readonly MeasuredStart[], runningGetMs: number | null): Calibration {
  const getsPerPart = firstKnown(starts.map(measuredGetsPerPart))
  const startGetMs = firstKnown(starts.map(({ getMs }) => getMs))
  return {
    getsPerPart: getsPerPart ?? usualGetsPerPart,
    getsPerPartBy: getsPerPart === null ? 'usual' : 'start',
    getMs: startGetMs ?? runningGetMs ?? usualGetMs,
    getMsBy: startGetMs !== null ? 'start' : runningGetMs !== null ? 'running' : 'usual',
    factors: { cold: factorOf(starts, 'cold'), warm: factorOf(starts, 'warm') },
  }
}

function factorOf(starts: readonly MeasuredStart[], temperature: Temperature): Factor | null {
  const ratios = starts
    .flatMap((start) => {
      const was = temperatureOf(start)
      const bareMs = start.estimate?.[temperature] ?? 0
      if ((was !== temperature && was !== 'none') || start.loadMs === null || bareMs === 0) return []
      return [start.loadMs / bareMs]
    })
    .slice(0, startsThatCount)
    .toSorted((a, b) => a - b)
  const [low, middle, high] = [quantile(ratios, 0), quantile(ratios, 0.5), quantile(ratios, 1)]
  if (low === null || middle === null || high === null) return null
  return { middle, low, high, starts: ratios.length }
}

function firstKnown(values: readonly (number | null)[]): number | null {
  return values.find((value) => value !== null) ?? null
}

import { quantile } from '../quantile.ts'
import { usualGetMs, usualGetsPerPart } from './estimate-load.ts'
import { type MeasuredStart, measuredGetsPerPart, temperatureOf } from './measured-start.ts'
import type { Temperature } from './start-scene.ts'

/** How measured starts stand to the bare estimate. */
export interface Factor {
  middle: number
  low: number
  high: number
  starts: number
}

/** Where a figure comes from: a start of this node, what the node counts while it runs, or what is usual elsewhere. */
type FigureSource = 'start' | 'running' | 'usual'

export interface Calibration {
  getsPerPart: number
  getsPerPartBy: FigureSource
  getMs: number
  getMsBy: FigureSource
  /** Null: no start of that kind was measured. */
  factors: Record<Temperature, Factor | null>
}

/** So many of the latest starts of a kind count: older ones knew other hardware and other versions. */
const startsThatCount = 5

/**
 * What the past starts of a node say about the next one: the GETs of a part, their latency, and how many times as long as
 * by the bare estimate it took. The latency of small files at a start goes before the one of all reads.
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

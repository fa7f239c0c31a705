import { estimateLoad, usualGetsPerPart } from './estimate-load.ts'
import { type PartsByPlace, type StartScene, sumParts, type Temperature } from './start-scene.ts'

/** A completed start, as measured. */
export interface MeasuredStart {
  parts: PartsByPlace
  /** From the first table to the last. Null: the node does not report it, and nobody observed it. */
  loadMs: number | null
  /** GETs while it loaded. Null: observed too late to separate them from those of queries. */
  gets: number | null
  /** Latency of one GET meanwhile. Null: there was none. */
  getMs: number | null
  /** The uncalibrated estimate for the same parts, GETs and latency. Null: made by another version of the estimate. */
  estimate: Record<Temperature, number> | null
}

/** Share of the GETs of a cold start: above it a start counts as cold, below as warm. */
const coldShare = 0.5
const warmShare = 0.1

/**
 * How warm the caches were, from the GETs. `none`: the node has no part on object storage. `mixed`: in between, and
 * useful for neither. Null: the GETs are unknown.
 */
export function temperatureOf({
  parts,
  gets,
}: Pick<MeasuredStart, 'parts' | 'gets'>): Temperature | 'none' | 'mixed' | null {
  if (parts.store + parts.cached === 0) return 'none'
  if (gets === null) return null
  if (parts.cached === 0) return 'cold'
  const share = (gets / usualGetsPerPart - parts.store) / parts.cached
  return share >= coldShare ? 'cold' : share <= warmShare ? 'warm' : 'mixed'
}

/** GETs per part. Null where the start does not show it. */
export function measuredGetsPerPart(start: Pick<MeasuredStart, 'parts' | 'gets'>): number | null {
  if (start.gets === null || start.gets === 0) return null
  const temperature = temperatureOf(start)
  const fetched =
    temperature === 'cold'
      ? start.parts.store + start.parts.cached
      : temperature === 'warm'
        ? start.parts.store
        : 0
  return fetched === 0 ? null : start.gets / fetched
}

/** The uncalibrated estimate for a start, with its measured GETs and latency. */
export function estimateMeasured(
  scene: StartScene,
  { gets, getMs }: Pick<MeasuredStart, 'gets' | 'getMs'>,
): Record<Temperature, number> {
  const getsPerPart = measuredGetsPerPart({ parts: sumParts(scene.tables), gets }) ?? scene.getsPerPart
  const seen = { ...scene, getsPerPart, getMs: getMs ?? scene.getMs }
  return { cold: estimateLoad(seen, 'cold').ms, warm: estimateLoad(seen, 'warm').ms }
}

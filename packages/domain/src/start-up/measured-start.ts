import { estimateLoad, usualGetsPerPart } from './estimate-load.ts'
import { type PartsByPlace, type StartScene, sumParts, type Temperature } from './start-scene.ts'

/** A start that is over, as it was measured. */
export interface MeasuredStart {
  parts: PartsByPlace
  /** From the first table to the last. Null: the node does not tell, and nobody watched it. */
  loadMs: number | null
  /** While it loaded. Null: seen too late to tell them from those of queries. */
  gets: number | null
  /** Of one GET meanwhile. Null: there was none. */
  getMs: number | null
  /** What the bare estimate says of the same parts, GETs and latency. Null: another version of it. */
  estimate: Record<Temperature, number> | null
}

/** Of what a cold start would ask for, from here on it counts as cold, and up to there as warm. */
const coldShare = 0.5
const warmShare = 0.1

/**
 * How warm the caches were, by the GETs. `none`: the node has no part on object storage. `mixed`: in between, and no
 * measure for either. Null: the GETs are not known.
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

/** GETs of one part. Null where the start does not tell. */
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

/** What the bare estimate says of a start, with the GETs and the latency that were measured in it. */
export function estimateMeasured(
  scene: StartScene,
  { gets, getMs }: Pick<MeasuredStart, 'gets' | 'getMs'>,
): Record<Temperature, number> {
  const getsPerPart = measuredGetsPerPart({ parts: sumParts(scene.tables), gets }) ?? scene.getsPerPart
  const seen = { ...scene, getsPerPart, getMs: getMs ?? scene.getMs }
  return { cold: estimateLoad(seen, 'cold').ms, warm: estimateLoad(seen, 'warm').ms }
}

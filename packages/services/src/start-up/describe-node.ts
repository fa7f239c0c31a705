import type { NodeStart, NodeWatch } from '@frostline/db'
import { keptStarts } from '@frostline/domain'
import type { NodeReading } from '../reading/read-cluster.ts'
import type { NodeObservation } from '../reading/schema.ts'
import type { ReadScene } from './read-scene.ts'
import { type StartFigures, startFigures } from './schema.ts'
import { toFigures } from './to-figures.ts'
import { toMeasured, toNodeStart } from './to-measured.ts'

/** A node by what it answered now, or else by what was known of it when it last answered a worker. */
export function describeNode(
  { name, shard, replica, state, message }: NodeObservation,
  from: {
    readings: readonly NodeReading<ReadScene>[]
    watches: readonly NodeWatch[]
    /** Of this node, the latest first. */
    starts: readonly NodeStart[]
    readAt: Date
  },
) {
  const scene = from.readings.find(({ node }) => node.name === name)?.value
  const watch = from.watches.find(({ nodeName }) => nodeName === name)
  const starts = from.starts.slice(0, keptStarts)
  const seen = { name, shard, replica, state, message }
  if (scene) {
    const past = starts.map((row) => ({ measured: toMeasured(row), view: toNodeStart(row) }))
    return { ...seen, awaySince: null, knownAt: from.readAt, figures: toFigures(scene, past) }
  }
  const figures: StartFigures | null = startFigures.safeParse(watch?.known).data ?? null
  return {
    ...seen,
    awaySince: watch?.answeredAt ?? null,
    knownAt: figures && (watch?.knownAt ?? null),
    figures,
  }
}

import type { engineFamilies } from './schema.ts'

export type EngineFamily = (typeof engineFamilies)[number]

/** Only tables of the MergeTree family have parts, and so tiers. */
export function familyOfEngine(engine: string): EngineFamily {
  if (engine.endsWith('MergeTree')) return 'merge-tree'
  if (engine === 'Distributed') return 'distributed'
  return engine.endsWith('View') ? 'view' : 'other'
}

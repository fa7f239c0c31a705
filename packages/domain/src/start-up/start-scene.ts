/**
 * Where a part lies, by what loading it costs: `local`, `store` (object storage that is read directly) or `cached` (object
 * storage behind a filesystem cache, whose metadata files may or may not be there).
 */
export const startPlaces = ['local', 'store', 'cached'] as const
export type StartPlace = (typeof startPlaces)[number]
export type PartsByPlace = Readonly<Record<StartPlace, number>>

/** The active parts of one table on one node: a start loads these before anybody can read it. */
export interface StartTable {
  database: string
  table: string
  parts: PartsByPlace
  /** Loaded behind, by threads of their own. */
  outdatedParts: number
}

/** cold: no cache has any file of a part. warm: the caches have all of them. */
export type Temperature = 'cold' | 'warm'

/** What the time to load the tables of a node depends on. */
export interface StartScene {
  tables: readonly Pick<StartTable, 'parts'>[]
  /** Threads that load the active parts of all tables together. */
  threads: number
  /** Tables that are loaded at a time: each holds a thread of the loader of tables until its last part is there. */
  tablesAtOnce: number
  cores: number
  /** Of one part, one after the other. */
  getsPerPart: number
  /** Of one GET, from sending it to its answer. */
  getMs: number
}

export function sumParts(tables: readonly Pick<StartTable, 'parts'>[]): PartsByPlace {
  const sum = { local: 0, store: 0, cached: 0 }
  for (const { parts } of tables) for (const place of startPlaces) sum[place] += parts[place]
  return sum
}

/** Parts whose files come from the store, one GET after the other. */
export function fetchedParts(parts: PartsByPlace, temperature: Temperature): number {
  return parts.store + (temperature === 'cold' ? parts.cached : 0)
}

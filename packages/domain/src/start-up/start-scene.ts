/**
 * Where a part is, by what loading it costs: `local`, `store` (object storage that is read directly) or `cached`
 * (object storage behind a filesystem cache, which may or may not have its metadata files).
 */
export const startPlaces = ['local', 'store', 'cached'] as const
export type StartPlace = (typeof startPlaces)[number]
export type PartsByPlace = Readonly<Record<StartPlace, number>>

/** The active parts of one table on one node. They are loaded before the table can be read. */
export interface StartTable {
  database: string
  table: string
  parts: PartsByPlace
  /** Loaded in the background, by separate threads. */
  outdatedParts: number
}

/** cold: no cache has any file of a part. warm: the caches have all of them. */
export type Temperature = 'cold' | 'warm'

/** What the time to load the tables of a node depends on. */
export interface StartScene {
  tables: readonly Pick<StartTable, 'parts'>[]
  /** Threads that load the active parts of all tables. */
  threads: number
  /** Tables loaded at a time: each occupies a loader thread until its last part is loaded. */
  tablesAtOnce: number
  cores: number
  /** GETs per part, sent sequentially. */
  getsPerPart: number
  /** Latency of one GET. */
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

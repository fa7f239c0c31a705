import { groupBy } from '../group-by.ts'

/** A partition that a migration has brought to a volume of one replica, and the parts that it left there. */
export interface SettledPlace {
  migrationId: string
  node: string
  database: string
  table: string
  partitionId: string
  toVolume: string
  finishedAtMs: number
  /** Parts that lay on the volume when it was through. */
  provedParts: ReadonlySet<string>
}

/** A part of such a partition that is not on its volume now. */
export interface PartElsewhere {
  name: string
  disk: string
  rows: bigint
  bytes: bigint
  /** When the replica wrote or fetched it. */
  arrivedAtMs: number
}

export interface LateArrival {
  migrationId: string
  node: string
  database: string
  table: string
  partitionId: string
  /** Where the migration has brought the rest. */
  toVolume: string
  disks: string[]
  parts: number
  rows: bigint
  bytes: bigint
  lastArrivedAtMs: number
}

/**
 * What came to a partition after its migration was through with it, within so many milliseconds, and lies elsewhere: rows that
 * were inserted, parts that the replica had not fetched, and merges that it fetched, which do not land where their parts lay. A
 * part of the proof that lies elsewhere was moved there on purpose, by a person or a TTL. Null: nothing came late.
 */
export function findLateArrival(
  place: SettledPlace,
  elsewhere: readonly PartElsewhere[],
  withinMs: number,
): LateArrival | null {
  const late = elsewhere.filter(
    ({ name, arrivedAtMs }) => !place.provedParts.has(name) && arrivedAtMs <= place.finishedAtMs + withinMs,
  )
  if (late.length === 0) return null
  const { migrationId, node, database, table, partitionId, toVolume } = place
  return {
    ...{ migrationId, node, database, table, partitionId, toVolume },
    disks: [...new Set(late.map(({ disk }) => disk))].sort(),
    parts: late.length,
    rows: late.reduce((sum, { rows }) => sum + rows, 0n),
    bytes: late.reduce((sum, { bytes }) => sum + bytes, 0n),
    lastArrivedAtMs: late.reduce((last, { arrivedAtMs }) => Math.max(last, arrivedAtMs), 0),
  }
}

export type LateArrivals = [LateArrival, ...LateArrival[]]

/** By the migration after which they came. */
export function groupLateArrivals(arrivals: readonly LateArrival[]): LateArrivals[] {
  return [...groupBy(arrivals, ({ migrationId }) => migrationId).values()]
}

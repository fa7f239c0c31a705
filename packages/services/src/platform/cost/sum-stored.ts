import { addCosts, groupBy, type StoredCopy, type Tier } from '@frostline/domain'
import { compareValues } from '../reading/compare.ts'
import { tableKey } from '../reading/table-sizes.ts'
import type { ClusterCosts, TableCost } from './costs-schema.ts'

/** A table's active parts on one disk of one node, with their price. */
export interface Stored extends StoredCopy {
  bytes: bigint
  database: string
  table: string
  disk: string
  /** For shared copies, otherwise empty. */
  partitionId: string
  objects: bigint
  /** Null: the disk has no price. */
  perMonth: number | null
}

export function sumStored(stored: readonly Stored[]): {
  bytes: bigint
  objects: bigint
  perMonth: number | null
} {
  return {
    bytes: stored.reduce((all, { bytes }) => all + bytes, 0n),
    objects: stored.reduce((all, { objects }) => all + objects, 0n),
    perMonth: addCosts(stored.map(({ perMonth }) => perMonth)),
  }
}

export function sumDisks(stored: readonly Stored[]): ClusterCosts['data']['disks'] {
  const groups = groupBy(stored, ({ tier, disk }) => `${tier} ${disk}`)
  return [...groups.values()]
    .map((own) => ({ disk: own[0].disk, tier: own[0].tier, ...sumStored(own) }))
    .toSorted((a, b) => compareCosts(a, b) || compareValues(a.disk, b.disk))
}

export function sumTables(stored: readonly Stored[]): TableCost[] {
  const groups = groupBy(stored, ({ database, table }) => tableKey(database, table))
  return [...groups.values()]
    .map((own) => {
      const [{ database, table }] = own
      const of = (tier: Tier) => sumStored(own.filter((each) => each.tier === tier))
      const [hot, cold, unknown] = [of('hot'), of('cold'), of('unknown')]
      return {
        ...{ database, table },
        ...{ hotBytes: hot.bytes, coldBytes: cold.bytes, unknownBytes: unknown.bytes },
        ...{ hotPerMonth: hot.perMonth, coldPerMonth: cold.perMonth },
        perMonth: addCosts([hot.perMonth, cold.perMonth, unknown.perMonth]),
        shared: own.some((each) => each.shared),
      }
    })
    .toSorted(
      (a, b) => compareCosts(a, b) || compareValues(`${a.database}.${a.table}`, `${b.database}.${b.table}`),
    )
}

/** Most expensive first; unknown ones before all, since they need attention. */
export function compareCosts(a: { perMonth: number | null }, b: { perMonth: number | null }): number {
  return compareValues(b.perMonth ?? Number.POSITIVE_INFINITY, a.perMonth ?? Number.POSITIVE_INFINITY)
}

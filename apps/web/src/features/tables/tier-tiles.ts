import { tierColors } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type Sizes = Record<'hot' | 'cold' | 'unknown', { bytes: bigint }>

interface SizedTables {
  tables: readonly (Pick<RouterOutputs['tables']['list']['data']['tables'][number], 'database' | 'table'> & {
    tiers: Sizes | null
  })[]
  totals: { tiers: Sizes }
}

const tierNames = { hot: 'hot', cold: 'cold', unknown: 'on unknown disks' } as const
const tiers = ['hot', 'cold', 'unknown'] as const

/** A tile for each table and tier, and one for each tier of the tables that are not given. They add up to the totals. */
export function tilesOf({ tables, totals }: SizedTables) {
  const own = tables.flatMap(({ database, table, tiers: sizes }) =>
    tiers.map((tier) => ({
      key: JSON.stringify([database, table, tier]),
      label: table,
      title: `${database}.${table}, ${tierNames[tier]}`,
      bytes: sizes?.[tier].bytes ?? 0n,
      color: tierColors[tier],
    })),
  )
  const rest = tiers.map((tier) => ({
    key: `\0rest ${tier}`,
    label: 'other tables',
    title: `Other tables, ${tierNames[tier]}`,
    bytes:
      totals.tiers[tier].bytes -
      tables.reduce((sum, { tiers: sizes }) => sum + (sizes?.[tier].bytes ?? 0n), 0n),
    color: tierColors[tier],
  }))
  return [...own, ...rest]
    .filter(({ bytes }) => bytes > 0n)
    .map(({ bytes, ...tile }) => ({ ...tile, value: Number(bytes) }))
}

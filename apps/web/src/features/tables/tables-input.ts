import { flagParam, sortParam, textParam, type UrlState } from '@/navigation/url-params.ts'

const PAGE = 100
const sorts = ['name', 'engine', 'policy', 'bytes', 'hot', 'cold', 'parts', 'rows', 'partitions'] as const

/** State of the list in its address. */
export const tablesParams = {
  q: textParam(),
  database: textParam(),
  policy: textParam(),
  all: flagParam(),
  sort: sortParam(sorts, { id: 'bytes', desc: true }),
}

type TablesState = UrlState<typeof tablesParams>

/** The input of `tables.list` without its offset. */
export function toTablesInput(cluster: string, { q, database, policy, all, sort }: TablesState) {
  return {
    ...{ cluster, search: q },
    ...(database ? { database } : {}),
    ...(policy ? { policy } : {}),
    ...(all ? {} : { family: 'merge-tree' as const }),
    sort: sorts.find((id) => id === sort?.id) ?? 'name',
    direction: sort?.desc ? ('desc' as const) : ('asc' as const),
    limit: PAGE,
  }
}

const tablesOnMap = 40

/** The input of `tables.list` for the map of tables by tier, whatever the order of the list. */
export function toTierMapInput(input: ReturnType<typeof toTablesInput>) {
  return { ...input, sort: 'bytes' as const, direction: 'desc' as const, limit: tablesOnMap }
}

/** The input of `tables.list` for forms that choose tables to move. */
export function toMovableTablesInput(cluster: string) {
  return {
    ...{ cluster, family: 'merge-tree' as const },
    ...{ sort: 'bytes' as const, direction: 'desc' as const, limit: 1000 },
  }
}

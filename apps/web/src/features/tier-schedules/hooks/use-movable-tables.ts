'use client'
import { useQuery } from '@tanstack/react-query'
import { toMovableTablesInput } from '@/features/tables/tables-input.ts'
import { useTRPC } from '@/trpc/context.ts'

/** Tables with another volume to move to, and the volumes that several tables have in common. */
export function useMovableTables(cluster: string) {
  const trpc = useTRPC()
  const tables = useQuery(trpc.tables.list.queryOptions(toMovableTablesInput(cluster)))
  const policies = useQuery(trpc.storage.policies.queryOptions({ cluster }))
  const volumes = new Map(policies.data?.data.policies.map(({ name, volumes: names }) => [name, names]))
  const volumesOf = (policy: string | null) => (policy === null ? [] : (volumes.get(policy) ?? []))
  const all = tables.data?.data.tables ?? []
  return {
    query: policies.data ? tables : { ...policies, data: undefined },
    movable: all.filter((table) => volumesOf(table.storagePolicy).length > 1),
    fixedCount: all.filter((table) => volumesOf(table.storagePolicy).length <= 1).length,
    /** In the order of the first table's policy. */
    sharedVolumes: (chosen: readonly { database: string; table: string }[]): string[] => {
      const lists = chosen.flatMap(({ database, table }) => {
        const found = all.find((each) => each.database === database && each.table === table)
        return found ? [volumesOf(found.storagePolicy)] : []
      })
      return (lists[0] ?? []).filter((volume) => lists.every((list) => list.includes(volume)))
    },
  }
}

'use client'
import { Select } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'

interface TableName {
  database: string
  table: string
}

interface TableSelectProps {
  cluster: string
  value: TableName | null
  onValueChange: (table: TableName) => void
}

/** The largest thousand MergeTree tables of the cluster, plus the selected one. */
export function TableSelect({ cluster, value, onValueChange }: TableSelectProps) {
  const trpc = useTRPC()
  const tables = useQuery(
    trpc.tables.list.queryOptions({
      ...{ cluster, family: 'merge-tree', sort: 'bytes', direction: 'desc', limit: 1_000 },
    }),
  )
  const names = (tables.data?.data.tables ?? []).map(({ database, table }) => ({ database, table }))
  const known = value === null || names.some((name) => keyOf(name) === keyOf(value))
  const options = known ? names : [value, ...names]
  return (
    <Select
      value={value === null ? null : keyOf(value)}
      options={options.map((each) => ({ value: keyOf(each), label: `${each.database}.${each.table}` }))}
      onValueChange={(key) => {
        const found = options.find((each) => keyOf(each) === key)
        if (found) onValueChange({ database: found.database, table: found.table })
      }}
      placeholder={placeholderFromQuery(tables, 'the tables')}
    />
  )
}

function keyOf({ database, table }: TableName): string {
  return JSON.stringify([database, table])
}

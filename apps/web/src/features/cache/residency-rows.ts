import type { Residency } from './hooks/use-residency.ts'

export const residencyGroups = ['table', 'partition', 'kind', 'part'] as const
export type ResidencyGroup = (typeof residencyGroups)[number]

export interface ResidencyRow {
  key: string
  label: string
  /** Without the name of the table. */
  shortLabel: string
  cachedBytes: bigint
  /** Null: for segments that belong to no file of a table. */
  storedBytes: bigint | null
  segments: bigint | null
  files: bigint | null
  /** Given for a row that is a table. */
  table: { database: string; table: string } | null
}

type Table = Residency['tables'][number]

const kindLabels = {
  data: 'Column data (.bin)',
  marks: 'Marks (.mrk, .cmrk)',
  primary_index: 'Primary index',
  skip_index: 'Skip indexes',
  other: 'Others (columns.txt, checksums.txt, …)',
} as const
const kinds = Object.keys(kindLabels) as (keyof typeof kindLabels)[]

/** `database.table`; a table that is no longer listed has no database and is named by its UUID. */
export function nameTable({ database, table }: { database: string; table: string }): string {
  return database === '' ? `dropped table ${table}` : `${database}.${table}`
}

/** @param only the name of one table, or null for all. With all of them the rows but those of parts are all that is cached. */
export function toResidencyRows(data: Residency, group: ResidencyGroup, only: string | null): ResidencyRow[] {
  const tables = data.tables.filter((table) => only === null || nameTable(table) === only)
  const rows = rowsOf(tables, group, only === null)
  const unexplained = data.byNode.reduce((sum, { unexplainedBytes }) => sum + unexplainedBytes, 0n)
  if (only !== null || unexplained === 0n) return rows
  const none = { storedBytes: null, segments: null, files: null, table: null }
  return [
    ...rows,
    {
      key: '\0unexplained',
      label: 'Not in a table',
      shortLabel: 'Not in a table',
      cachedBytes: unexplained,
      ...none,
    },
  ]
}

function rowsOf(tables: readonly Table[], group: ResidencyGroup, named: boolean): ResidencyRow[] {
  if (group === 'kind')
    return kinds.map((kind) => ({
      key: kind,
      label: kindLabels[kind],
      shortLabel: kindLabels[kind],
      cachedBytes: tables.reduce((sum, table) => sum + table.kinds[kind].cachedBytes, 0n),
      storedBytes: tables.reduce((sum, table) => sum + table.kinds[kind].storedBytes, 0n),
      segments: null,
      files: null,
      table: null,
    }))
  return tables.flatMap((table) => {
    const name = nameTable(table)
    const prefix = named ? `${name} ` : ''
    if (group === 'table')
      return [
        {
          ...pick(table),
          key: name,
          label: name,
          shortLabel: name,
          table: table.database === '' ? null : { database: table.database, table: table.table },
        },
      ]
    return table.partitions.flatMap((partition): ResidencyRow[] => {
      const label = partition.rest
        ? 'all other partitions'
        : partition.partitionId === ''
          ? 'no partition'
          : partition.partitionId
      if (group === 'partition')
        return [
          {
            ...pick(partition),
            key: `${name} ${label}`,
            label: `${prefix}${label}`,
            shortLabel: label,
            table: null,
          },
        ]
      return partition.topParts.map((part) => ({
        key: `${name} ${part.node} ${part.name}`,
        label: `${prefix}${part.name} on ${part.node}`,
        shortLabel: part.name,
        cachedBytes: part.cachedBytes,
        storedBytes: part.storedBytes,
        segments: null,
        files: null,
        table: null,
      }))
    })
  })
}

function pick({
  cachedBytes,
  storedBytes,
  segments,
  files,
}: Omit<ResidencyRow, 'key' | 'label' | 'shortLabel' | 'table'>) {
  return { cachedBytes, storedBytes, segments, files }
}

import { type AdminNode, askAll } from './nodes.ts'

export interface TableSize {
  node: string
  table: string
  hotBytes: string
  coldBytes: string
  hotParts: string
  coldParts: string
  rows: string
}

/** Bytes, parts and rows of every table by node and tier, summed by the servers from their parts. */
export function readSizes(nodes: readonly AdminNode[]): Promise<TableSize[]> {
  return askAll<Omit<TableSize, 'node'>>(
    nodes,
    `WITH disk_name IN (SELECT name FROM system.disks WHERE is_remote) AS cold
     SELECT concat(database, '.', table) AS table,
       toString(sumIf(bytes_on_disk, NOT cold)) AS hotBytes, toString(sumIf(bytes_on_disk, cold)) AS coldBytes,
       toString(countIf(NOT cold)) AS hotParts, toString(countIf(cold)) AS coldParts, toString(sum(rows)) AS rows
     FROM system.parts WHERE active
     GROUP BY database, table ORDER BY table`,
  )
}

/** Without the servers' own log tables, which change meanwhile. */
export function peoples(sizes: readonly TableSize[]): TableSize[] {
  return sizes.filter(({ table }) => !table.startsWith('system.'))
}

/** Bytes of active parts by node and disk. */
export function readDisks(nodes: readonly AdminNode[]) {
  return askAll<{ disk: string; bytes: string }>(
    nodes,
    `SELECT disk_name AS disk, toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active
     GROUP BY disk ORDER BY disk`,
  )
}

type Summable = 'hotBytes' | 'coldBytes' | 'hotParts' | 'coldParts' | 'rows'

export function sumOf(sizes: readonly TableSize[], ...fields: Summable[]): bigint {
  return sizes.reduce((sum, size) => fields.reduce((each, field) => each + BigInt(size[field]), sum), 0n)
}

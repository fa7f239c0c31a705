import type { TestConsole } from './start-console.ts'

/** Active parts of one table, disk and partition on one node. */
export interface Sums {
  node: string
  table: string
  disk: string
  partition: string
  parts: bigint
  rows: bigint
  bytes: bigint
}

/** The parts of our tables as an administrator sees them, bypassing the product. */
export async function sumParts(at: TestConsole): Promise<Sums[]> {
  const rows = await at.askAll<Record<'table' | 'disk_name' | 'partition_id' | 'parts' | 'r' | 'b', string>>(
    `SELECT table, disk_name, partition_id, count() AS parts, sum(rows) AS r, sum(bytes_on_disk) AS b
     FROM system.parts WHERE active AND database = 'shop' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  return at.stack.clickhouse.nodes.flatMap(({ name }, index) =>
    (rows[index] ?? []).map((row) => ({
      node: name,
      table: row.table,
      disk: row.disk_name,
      partition: row.partition_id,
      parts: BigInt(row.parts),
      rows: BigInt(row.r),
      bytes: BigInt(row.b),
    })),
  )
}

/** All of them together. */
export function add(sums: readonly Sums[]) {
  return {
    parts: sums.reduce((sum, { parts }) => sum + parts, 0n),
    rows: sums.reduce((sum, { rows }) => sum + rows, 0n),
    bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0n),
  }
}

export const isCold = ({ disk }: Sums) => disk.startsWith('cold')

export function addTiers(sums: readonly Sums[]) {
  return {
    hot: add(sums.filter((sum) => !isCold(sum))),
    cold: add(sums.filter(isCold)),
    unknown: { parts: 0n, rows: 0n, bytes: 0n },
  }
}

export const ordersOf = (sums: readonly Sums[]) => sums.filter(({ table }) => table === 'orders')

import { type AdminNode, askAll } from './nodes.ts'

export const database = 'demo'
export const table = 'trips_local'
export const tablePath = `/clusters/demo/tables/${database}/${table}`

const coldDisks = '(SELECT name FROM system.disks WHERE is_remote)'

export interface PartRow {
  node: string
  partitionId: string
  name: string
  /** UInt64 as text. */
  bytes: string
  rows: string
  hash: string
  cold: boolean
}

/** Active parts of the demo's trips on every node, as the servers have them now. */
export function listParts(nodes: readonly AdminNode[]): Promise<PartRow[]> {
  return askAll<Omit<PartRow, 'node'>>(
    nodes,
    `SELECT partition_id AS partitionId, name, toString(bytes_on_disk) AS bytes, toString(rows) AS rows,
       hash_of_all_files AS hash, toBool(disk_name IN ${coldDisks}) AS cold
     FROM system.parts WHERE active AND database = {database: String} AND table = {table: String}
     ORDER BY partition_id, name`,
    { database, table },
  )
}

/** Partitions on local disks on every node, the oldest first. */
export async function listHotPartitions(nodes: readonly AdminNode[]): Promise<string[]> {
  const parts = await listParts(nodes)
  const cold = new Set(parts.filter((part) => part.cold).map(({ partitionId }) => partitionId))
  return [...new Set(parts.map(({ partitionId }) => partitionId))].filter((id) => !cold.has(id)).sort()
}

export interface Checksum {
  node: string
  partitionId: string
  rows: string
  sum: string
}

/** Count and checksum of the data itself, read through the table, by node and partition. */
export async function checksumPartitions(nodes: readonly AdminNode[]): Promise<Checksum[]> {
  const sums = await askAll<Omit<Checksum, 'node'>>(
    nodes,
    `SELECT _partition_id AS partitionId, toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum
     FROM ${database}.${table} GROUP BY partitionId ORDER BY partitionId`,
  )
  return sums
}

export function sumBytes(parts: readonly { bytes: string }[]): bigint {
  return parts.reduce((sum, { bytes }) => sum + BigInt(bytes), 0n)
}

/** A cell of the heat map is named after its partition first. */
export function cellName(partitionId: string): RegExp {
  return new RegExp(`^${partitionId},`)
}

/** The API request to move these. */
export function moveRequest(partitionIds: readonly string[]) {
  return {
    cluster: 'demo',
    database,
    table,
    targetVolume: 'cold',
    goal: { kind: 'partitions', partitionIds },
  }
}

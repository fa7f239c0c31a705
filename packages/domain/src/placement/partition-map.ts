import type { PartitionPeriod, PartitionUnit } from './partition-period.ts'

/** What one node has of a partition. */
interface PartitionShare {
  node: string
  parts: bigint
  rows: bigint
  hotBytes: bigint
  coldBytes: bigint
  /** On disks that the node does not list. */
  unknownBytes: bigint
}

/** One cell of a table's map: a partition with its share on each node that has parts of it. */
export interface PartitionCell {
  partitionId: string
  /** The value of the partition key. */
  partition: string
  period: PartitionPeriod | null
  /** One of its parts is being moved now. */
  moving: boolean
  /** Each row counted once. Null: unknown. */
  logicalRows: bigint | null
  /** Cold bytes shared by replicas, which the bucket holds once less. */
  sharedBytes: bigint
  nodes: PartitionShare[]
}

/**
 * The same cells as a few long strings. Ten thousand partitions on three nodes are 150,000 integers beyond JSON's
 * number range: as tagged values they took 3 s to write and 2 s to read, packed a few milliseconds.
 */
export interface PackedPartitionMap {
  nodes: string[]
  unit: PartitionUnit | null
  partitionIds: string[]
  partitions: string[]
  /** `year-month-day` per partition, or empty; comma-separated. */
  periods: string
  /** Indexes of the partitions that are being moved. */
  moving: number[]
  /** `logicalRows sharedBytes` per partition, the first empty if unknown; comma-separated. */
  sums: string
  /** Per node: `parts rows hot cold unknown` per partition, empty where it has none; comma-separated. */
  shares: string[]
}

export function packPartitionMap(
  cells: readonly PartitionCell[],
  nodes: readonly string[],
): PackedPartitionMap {
  const periods = cells.map(({ period }) => (period ? `${period.year}-${period.month}-${period.day}` : ''))
  return {
    nodes: [...nodes],
    unit: cells.find(({ period }) => period !== null)?.period?.unit ?? null,
    partitionIds: cells.map(({ partitionId }) => partitionId),
    partitions: cells.map(({ partition }) => partition),
    periods: periods.join(),
    moving: cells.flatMap(({ moving }, index) => (moving ? [index] : [])),
    sums: cells.map(({ logicalRows, sharedBytes }) => `${logicalRows ?? ''} ${sharedBytes}`).join(),
    shares: nodes.map((node) =>
      cells.map((cell) => packShare(cell.nodes.find((own) => own.node === node))).join(),
    ),
  }
}

export function unpackPartitionMap(packed: PackedPartitionMap): PartitionCell[] {
  const { unit, partitions } = packed
  const moving = new Set(packed.moving)
  const periods = packed.periods.split(',')
  const sums = packed.sums.split(',')
  const shares = packed.nodes.map((node, index) => ({ node, texts: packed.shares[index]?.split(',') ?? [] }))
  return packed.partitionIds.map((partitionId, index) => ({
    partitionId,
    partition: partitions[index] ?? '',
    period: unpackPeriod(unit, periods[index] ?? ''),
    moving: moving.has(index),
    ...unpackSums(sums[index] ?? ''),
    nodes: shares.flatMap(({ node, texts }) => unpackShare(node, texts[index] ?? '')),
  }))
}

function packShare(share: PartitionShare | undefined): string {
  if (!share) return ''
  return `${share.parts} ${share.rows} ${share.hotBytes} ${share.coldBytes} ${share.unknownBytes}`
}

function unpackShare(node: string, text: string): PartitionShare[] {
  if (text === '') return []
  const [parts = 0n, rows = 0n, hotBytes = 0n, coldBytes = 0n, unknownBytes = 0n] = text
    .split(' ')
    .map(BigInt)
  return [{ node, parts, rows, hotBytes, coldBytes, unknownBytes }]
}

function unpackSums(text: string): Pick<PartitionCell, 'logicalRows' | 'sharedBytes'> {
  const [rows = '', shared = ''] = text.split(' ')
  return { logicalRows: rows === '' ? null : BigInt(rows), sharedBytes: BigInt(shared) }
}

function unpackPeriod(unit: PartitionUnit | null, text: string): PartitionPeriod | null {
  if (unit === null || text === '') return null
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { unit, year, month, day }
}

import { isKnown, type Quantity } from '../format/quantity.ts'

/** What one node has of a partition; null figures are "could not look". */
interface HeatMapNode {
  node: string
  parts: Quantity
  hotBytes: Quantity
  coldBytes: Quantity
}

export interface HeatMapPartition {
  /** `partition_id`, unique in the map. */
  partitionId: string
  /** What people read: "2024-03". */
  label: string
  /** For monthly partitions; the month is 1..12. */
  month?: { year: number; month: number } | undefined
  nodes: readonly HeatMapNode[]
  /** Each counted once, where nodes are replicas of each other. */
  rows?: Quantity
  /** Cold bytes of nodes that are stored once and referred to by other nodes as well. */
  sharedBytes?: bigint | undefined
  /** One of its parts is being moved. */
  moving?: boolean | undefined
}

export interface PartitionFigures {
  parts: bigint
  rows: Quantity
  hotBytes: bigint
  coldBytes: bigint
  totalBytes: bigint
  /** 0 is all hot, 1 is all cold; null without any known byte. */
  coldShare: number | null
  /** Nodes that could not be read: the figures are lower bounds. */
  unknownNodes: number
}

export function sumPartition(partition: HeatMapPartition): PartitionFigures {
  const { sharedBytes = 0n, rows = null } = partition
  const figures = { parts: 0n, rows, hotBytes: 0n, coldBytes: -sharedBytes, unknownNodes: 0 }
  for (const node of partition.nodes) {
    if (!isKnown(node.hotBytes) || !isKnown(node.coldBytes)) {
      figures.unknownNodes += 1
      continue
    }
    figures.hotBytes += BigInt(node.hotBytes)
    figures.coldBytes += BigInt(node.coldBytes)
    figures.parts += isKnown(node.parts) ? BigInt(node.parts) : 0n
  }
  const totalBytes = figures.hotBytes + figures.coldBytes
  return {
    ...figures,
    totalBytes,
    coldShare: totalBytes === 0n ? null : Number(figures.coldBytes) / Number(totalBytes),
  }
}

/**
 * How strongly a cell is coloured, 0.3..1, by bytes. The square root keeps small partitions visible beside one a
 * hundred times larger without making them look alike.
 */
export function intensityOf(totalBytes: bigint, largestBytes: bigint): number {
  if (totalBytes <= 0n || largestBytes <= 0n) return 0
  return 0.3 + 0.7 * Math.sqrt(Math.min(1, Number(totalBytes) / Number(largestBytes)))
}

import type { LogicalCopies, TableCopy, UnseenNode } from '@frostline/domain'
import { z } from 'zod'

/** How a logical figure is known, for one table or the sum of many. */
export const logicalBasis = z.object({
  from: z
    .array(z.object({ node: z.string(), shard: z.number().int() }))
    .describe(
      'Nodes whose copies are counted: the most complete replica of each shard, or every node of a table without replicas.',
    ),
  lastSeen: z
    .array(z.object({ node: z.string(), at: z.date() }))
    .describe(
      'Of these, nodes that do not answer. Counted by their last known state, because no other replica answers.',
    ),
  unknown: z.array(z.string()).describe('Nodes that may have more rows and could not be read.'),
})

export type LogicalBasis = z.infer<typeof logicalBasis>

export const logicalSizes = logicalBasis.extend({
  rows: z.bigint().nullable().describe('Each once. Null: not known on any node.'),
  bytes: z.bigint().nullable().describe('On disk, without the copies of replicas.'),
  uncompressedBytes: z.bigint().nullable(),
})
export type LogicalSizes = z.infer<typeof logicalSizes>

interface SizedCopy extends TableCopy {
  uncompressedBytes: bigint
}

export function toLogicalSizes(logical: LogicalCopies<SizedCopy>): LogicalSizes {
  return {
    rows: toLogicalSum(logical, ({ rows }) => rows),
    bytes: toLogicalSum(logical, ({ bytes }) => bytes),
    uncompressedBytes: toLogicalSum(logical, ({ uncompressedBytes }) => uncompressedBytes),
    ...toLogicalBasis(logical),
  }
}

/** Null where nothing is known, which is not zero. */
export function toLogicalSum<Copy>(
  { copies, unknown }: LogicalCopies<Copy>,
  read: (copy: Copy) => bigint,
): bigint | null {
  if (copies.length === 0 && unknown.length > 0) return null
  return copies.reduce((sum, copy) => sum + read(copy), 0n)
}

export function toLogicalBasis({ copies, unknown }: LogicalCopies<TableCopy>): LogicalBasis {
  return {
    from: copies.map(({ node, shard }) => ({ node, shard })),
    lastSeen: copies.flatMap(({ node, lastSeen }) => (lastSeen ? [{ node, at: lastSeen }] : [])),
    unknown: unknown.map(({ node }) => node),
  }
}

/** For a table without parts on the reachable nodes. */
export function noLogicalSizes(silent: readonly UnseenNode[]): LogicalSizes {
  return toLogicalSizes({ copies: [], unknown: [...silent] })
}

/** Of several tables. */
export function sumLogicalSizes(sizes: readonly LogicalSizes[], silent: readonly UnseenNode[]): LogicalSizes {
  const known = sizes.some(({ rows }) => rows !== null) || silent.length === 0
  const sum = (read: (each: LogicalSizes) => bigint | null) =>
    known ? sizes.reduce((all, each) => all + (read(each) ?? 0n), 0n) : null
  return {
    rows: sum(({ rows }) => rows),
    bytes: sum(({ bytes }) => bytes),
    uncompressedBytes: sum(({ uncompressedBytes }) => uncompressedBytes),
    ...mergeLogicalBases(sizes),
    ...(sizes.length === 0 ? { unknown: silent.map(({ node }) => node) } : {}),
  }
}

function mergeLogicalBases(all: readonly LogicalBasis[]): LogicalBasis {
  return {
    from: distinct(all.flatMap(({ from }) => from)),
    lastSeen: distinct(all.flatMap(({ lastSeen }) => lastSeen)),
    unknown: [...new Set(all.flatMap(({ unknown }) => unknown))],
  }
}

function distinct<Item extends { node: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.node, item])).values()]
}

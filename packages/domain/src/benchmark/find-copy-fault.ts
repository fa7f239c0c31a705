import { gib } from '../text/size-text.ts'
import type { TierBenchmarkSpec } from './tier-benchmark-spec.ts'

/** A benchmark is no way to copy a table, and results on this much data hold for more. */
const maxCopiedBytes = 100n * 1024n ** 3n

/** Share of a local disk that stays free beside a copy. */
const keptShare = 10n

interface CopyFacts {
  engine: string
  /** A Replicated database sends DDL on non-replicated tables, such as the copies, to all its nodes. */
  inReplicatedDatabase: boolean
  partitions: readonly { partitionId: string; bytes: bigint }[]
  disks: readonly {
    name: string
    kind: 'local' | 'object' | 'cached'
    freeBytes: bigint | null
    totalBytes: bigint | null
  }[]
}

/** What prevents the copies that a tier benchmark needs, or null. */
export function findCopyFault({ data, tiers, node }: TierBenchmarkSpec, facts: CopyFacts): string | null {
  if (data.kind === 'in-place') return null
  if (!facts.engine.endsWith('MergeTree'))
    return `It is a ${facts.engine} table. Only a MergeTree table can be copied.`
  if (facts.inReplicatedDatabase)
    return 'The table is in a Replicated database, which would make the copies on all its nodes. Measure it in place.'
  const known = new Map(facts.partitions.map(({ partitionId, bytes }) => [partitionId, bytes]))
  const gone = data.partitions.find((id) => !known.has(id))
  if (gone !== undefined) return `${node} has no partition ${gone} of it.`
  const bytes = data.partitions.reduce((sum, id) => sum + (known.get(id) ?? 0n), 0n)
  if (bytes > maxCopiedBytes)
    return `${gib(bytes)} would be copied. The maximum is 100 GiB. Choose fewer partitions.`
  const hot = facts.disks.find(({ name }) => name === data.hotDisk)
  if (hot?.kind !== 'local') return `${data.hotDisk} is not a local disk of ${node}.`
  const usable = (hot.freeBytes ?? 0n) - (hot.totalBytes ?? 0n) / keptShare
  if (bytes > usable)
    return `${gib(bytes)} would be copied to ${hot.name}, which has room for ${gib(usable > 0n ? usable : 0n)} while 10% of it stays free.`
  if (tiers.every((tier) => tier === 'hot')) return null
  const cold = facts.disks.find(({ name }) => name === data.coldDisk)
  if (!cold || cold.kind === 'local') return `${data.coldDisk} is not a disk of ${node} on object storage.`
  if (cold.kind === 'object' && tiers.some((tier) => tier.startsWith('cache-')))
    return `${cold.name} is not behind a cache. Choose a cache disk, or exclude the cache tiers.`
  return null
}

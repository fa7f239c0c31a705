type StrategyKind = 'single-node' | 'cluster' | 'reshard' | 'split'

export interface StrategyFacts {
  objects: number
  sizeBytes: bigint
  largestBytes: bigint
  shards: number
  /** The target is a Distributed table over all shards. */
  distributed: boolean
  /** Of the Distributed table; empty when it has none. */
  shardingKey: string
  /** Rows of different engines that must meet on one node: ReplacingMergeTree and the like collapse by key. */
  collapses: boolean
  /** Several replicas a shard, which the Distributed table itself writes to (internal_replication = 0). */
  writesEachReplica: boolean
  /** The same over a replicated table: each replica would get a row, and then fetch it from the others too. */
  replicatesTwice: boolean
  /** Bad rows are left out, so each object has a statement of its own (text formats only). */
  leavesOutBadRows: boolean
  /** Replicas of a replicated table that were not seen, where another one of their shard was. */
  awayReplicas: readonly string[]
}

export interface StrategyChoice {
  kind: StrategyKind
  reason: string
  /** Why it cannot be either: nothing can. Null: it can. */
  refusal: string | null
  /** Why each of the others is not taken, or cannot be. */
  others: { kind: StrategyKind; possible: boolean; reason: string }[]
}

const kinds: readonly StrategyKind[] = ['cluster', 'split', 'reshard', 'single-node']
/** Below this, s3Cluster hands out so few objects that one node may get half of them. */
const fewObjectsAShard = 4
/** With objects smaller than this on average, s3Cluster hands them out for longer than their statements would be uneven. */
const smallObjectBytes = 32n * 1024n ** 2n
/** Less than this is read before the statements of several nodes are set up. */
const smallLoadBytes = 32n * 1024n ** 2n

/** Which way the rows should go. Pure; a person may choose otherwise among the possible ones. */
export function recommendStrategy(facts: StrategyFacts): StrategyChoice {
  const refusals = refuseStrategies(facts)
  const possible = (kind: StrategyKind) => refusals[kind] === null
  const [kind, reason] = choose(facts, possible)
  return {
    kind,
    reason,
    refusal: refusals[kind],
    others: kinds
      .filter((other) => other !== kind)
      .map((other) => ({
        kind: other,
        possible: possible(other),
        reason: refusals[other] ?? drawbacks[other],
      })),
  }
}

function choose(
  facts: StrategyFacts,
  possible: (kind: StrategyKind) => boolean,
): [kind: StrategyKind, reason: string] {
  const { objects, sizeBytes, largestBytes, shards } = facts
  if (possible('reshard') && facts.writesEachReplica)
    return [
      'reshard',
      'The Distributed table writes to every replica of a shard (internal_replication is 0). Rows inserted where they are read would be on one replica only.',
    ]
  if (possible('reshard') && shards > 1 && facts.collapses && !isRandom(facts.shardingKey))
    return [
      'reshard',
      `The engine of the target collapses rows with equal keys, so they must be on one shard. Each row goes to the shard of ${facts.shardingKey}.`,
    ]
  if (!facts.distributed || shards === 1)
    return ['single-node', 'The rows belong on one node, so this node reads them.']
  if (objects < shards || largestBytes * 2n > sizeBytes)
    return possible('reshard') && sizeBytes > smallLoadBytes
      ? [
          'reshard',
          `Each object is read by one node. With ${objects} for ${shards} shards, or one larger than all others together, most rows would be on few shards. Each row is sent to the shard of its key instead.`,
        ]
      : ['single-node', 'There are fewer objects than shards and little data. One node is as fast as all.']
  if (objects < shards * fewObjectsAShard)
    return [
      'split',
      `${objects} objects for ${shards} shards: s3Cluster gives each object to the first free node, and some nodes would get twice as many. Objects are assigned by size instead.`,
    ]
  if (facts.leavesOutBadRows && possible('split'))
    return [
      'split',
      `Bad rows are skipped, and can be counted per object only if one node reads each object. s3Cluster does not report the object of a bad row. The ${objects} objects are assigned to ${shards} shards by size.`,
    ]
  if (facts.awayReplicas.length > 0 && possible('split'))
    return [
      'split',
      `${facts.awayReplicas.join(', ')} does not answer, and s3Cluster needs all replicas. The ${objects} objects are shared out by size over one replica of each of the ${shards} shards.`,
    ]
  if (sizeBytes < BigInt(objects) * smallObjectBytes)
    return [
      'split',
      `${objects} small objects for ${shards} shards: s3Cluster assigns them one by one, which costs more than it balances. Objects are assigned by size instead.`,
    ]
  return [
    'cluster',
    `${objects} objects for ${shards} shards: each free node takes the next object and inserts its rows on its own disks. No row crosses the network between nodes.`,
  ]
}

/** Null: it can be done. */
function refuseStrategies(facts: StrategyFacts): Record<StrategyKind, string | null> {
  const { distributed, shards } = facts
  const one = distributed && shards > 1 ? null : 'The target is on one shard.'
  const replicas =
    distributed && facts.writesEachReplica
      ? 'Only the replica that reads an object would get its rows, because the Distributed table writes to every replica (internal_replication is 0).'
      : null
  const counted = facts.leavesOutBadRows
    ? 'Bad rows are skipped, and s3Cluster does not report the object of a bad row.'
    : null
  const [away] = facts.awayReplicas
  const all = away === undefined ? null : `s3Cluster needs all replicas, and ${away} does not answer.`
  return {
    cluster: one ?? replicas ?? counted ?? all,
    split: one ?? replicas,
    reshard: !distributed
      ? 'The target is not a Distributed table.'
      : facts.shardingKey === ''
        ? 'The Distributed table has no sharding key.'
        : facts.replicatesTwice
          ? 'The Distributed table writes to every replica (internal_replication is 0), and the table is replicated. Each row would be duplicated.'
          : null,
    'single-node': replicas,
  }
}

const drawbacks: Record<StrategyKind, string> = {
  cluster:
    'Each node stores the rows it reads. Fast with many large objects. Rows are not placed by the sharding key.',
  split:
    'The same with a fixed share by size for each shard. Balanced, but other nodes cannot help a slow node.',
  reshard: 'Each row goes to the shard of its key. Slower, because rows cross the network again.',
  'single-node': 'One node does all the work and stores all rows.',
}

function isRandom(shardingKey: string): boolean {
  return shardingKey === '' || /^rand(64)?\(\)$/.test(shardingKey)
}

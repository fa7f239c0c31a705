import {
  isReplicated,
  isTextFormat,
  type LoadStrategy,
  recommendStrategy,
  type StrategyChoice,
} from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import { ServiceError } from '../base/service-error.ts'
import type { LoadTargetView, ParsedLoadDraft } from './schema.ts'

export interface ChosenStrategy {
  choice: StrategyChoice
  strategy: LoadStrategy
  /** Nodes that get rows. */
  nodes: string[]
  /** Why the chosen one cannot be; null: it can. */
  refusal: string | null
}

const collapsing = /(Replacing|Collapsing|Summing|Aggregating|Coalescing|Graphite)MergeTree$/

/** The recommended strategy, or the one that was asked for, with the nodes that take part. */
export function chooseStrategy(
  draft: Pick<ParsedLoadDraft, 'strategy' | 'node' | 'badRows' | 'read'>,
  target: LoadTargetView,
  objects: readonly StoredObject[],
): ChosenStrategy {
  const { distributed, replicas: nodes } = target
  const shards = new Set(nodes.map(({ shard }) => shard)).size
  const writesEachReplica = distributed !== null && !distributed.internalReplication && nodes.length > shards
  const replicated = isReplicated(target.landing.engine)
  const choice = recommendStrategy({
    objects: objects.length,
    sizeBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n),
    largestBytes: objects.reduce((most, { sizeBytes }) => (sizeBytes > most ? sizeBytes : most), 0n),
    shards,
    distributed: distributed !== null,
    shardingKey: distributed?.shardingKey ?? '',
    collapses: collapsing.test(target.landing.engine),
    writesEachReplica: writesEachReplica && !replicated,
    replicatesTwice: writesEachReplica && replicated,
    leavesOutBadRows: draft.badRows.kind !== 'fail' && isTextFormat(draft.read.format),
  })
  const kind = draft.strategy ?? choice.kind
  const refusal =
    kind === choice.kind
      ? choice.refusal
      : (choice.others.find((other) => other.kind === kind && !other.possible)?.reason ?? null)
  const all = nodes.map(({ name }) => name)
  const initiator = draft.node ?? all[0]
  if (initiator === undefined || !all.includes(initiator))
    throw new ServiceError(
      'invalid',
      `${initiator ?? 'No node'} has no table ${target.landing.database}.${target.landing.table}.`,
      { hint: 'Choose a node that has the table.' },
    )
  const cluster = distributed?.cluster ?? ''
  switch (kind) {
    case 'single-node':
      return { choice, refusal, strategy: { kind, node: initiator }, nodes: [initiator] }
    case 'split': {
      const each = onePerShard(nodes)
      return { choice, refusal, strategy: { kind, nodes: each }, nodes: each }
    }
    case 'cluster':
      return { choice, refusal, strategy: { kind, cluster, initiator }, nodes: all }
    case 'reshard': {
      // What is refused is planned all the same, to show why: a key must stand there.
      const shardingKey = distributed?.shardingKey || 'rand()'
      return { choice, refusal, strategy: { kind, cluster, initiator, shardingKey }, nodes: all }
    }
  }
}

function onePerShard(nodes: LoadTargetView['replicas']): string[] {
  const first = new Map<number, string>()
  for (const { shard, name } of nodes) if (!first.has(shard)) first.set(shard, name)
  return [...first.values()]
}

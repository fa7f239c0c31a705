import {
  chooseReplicas,
  isReplicated,
  isTextFormat,
  type LoadStrategy,
  recommendStrategy,
  type StagingChoice,
  type StrategyChoice,
} from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { LoadTargetView, ParsedLoadDraft } from './schema.ts'

export interface ChosenStrategy {
  choice: StrategyChoice
  strategy: LoadStrategy
  /** Nodes that get rows. */
  nodes: string[]
  /** Replicas that were chosen to stage the rows of their shard; none where a person chose, or all nodes stage. */
  staging: StagingChoice[]
  /** Why the chosen one cannot be; null: it can. */
  refusal: string | null
}

const collapsing = /(Replacing|Collapsing|Summing|Aggregating|Coalescing|Graphite)MergeTree$/

/** The recommended strategy, or the one that was asked for, with the nodes that take part. */
export function chooseStrategy(
  draft: Pick<ParsedLoadDraft, 'strategy' | 'node' | 'badRows' | 'read'>,
  target: LoadTargetView,
  objects: readonly StoredObject[],
  awayReplicas: readonly string[],
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
    awayReplicas,
    leavesOutBadRows: draft.badRows.kind !== 'fail' && isTextFormat(draft.read.format),
  })
  const kind = draft.strategy ?? choice.kind
  const refusal =
    kind === choice.kind
      ? choice.refusal
      : (choice.others.find((other) => other.kind === kind && !other.possible)?.reason ?? null)
  const all = nodes.map(({ name }) => name)
  const staging = chooseReplicas(nodes)
  // Of the same shard as ever: which of its replicas it is changes nothing for where rows lie.
  const best = staging.find(({ shard }) => shard === nodes[0]?.shard)?.node
  const initiator = draft.node ?? (replicated ? best : all[0])
  if (initiator === undefined || !all.includes(initiator))
    throw new ServiceError(
      'invalid',
      `${initiator ?? 'No node'} has no table ${target.landing.database}.${target.landing.table}.`,
      { hint: 'Choose a node that has the table.' },
    )
  const cluster = distributed?.cluster ?? ''
  const ofInitiator = (): StagingChoice[] =>
    draft.node === undefined ? staging.filter(({ node }) => node === initiator) : []
  switch (kind) {
    case 'single-node':
      return {
        choice,
        refusal,
        strategy: { kind, node: initiator },
        nodes: [initiator],
        staging: ofInitiator(),
      }
    case 'split': {
      const each = staging.map(({ node }) => node)
      return { choice, refusal, strategy: { kind, nodes: each }, nodes: each, staging }
    }
    case 'cluster':
      return { choice, refusal, strategy: { kind, cluster, initiator }, nodes: all, staging: [] }
    case 'reshard': {
      // What is refused is planned all the same, to show why: a key must stand there.
      const shardingKey = distributed?.shardingKey || 'rand()'
      return { choice, refusal, strategy: { kind, cluster, initiator, shardingKey }, nodes: all, staging: [] }
    }
  }
}

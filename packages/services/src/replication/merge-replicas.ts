import { keeperPlaceOf, type ReplicaStateRow } from '@frostline/clickhouse'
import {
  compareReplicas,
  explainReadOnly,
  groupBy,
  isMetadataLost,
  judgeReplica,
  judgeReplicaSet,
  replicationSeverities,
  sortProblems,
} from '@frostline/domain'
import { compareValues } from '../platform/reading/compare.ts'
import { tableKey } from '../platform/reading/table-sizes.ts'
import type { KeeperFacts, NodeReplicas } from './read-replicas.ts'
import type { ReplicaSetView, ReplicaView } from './schema.ts'

export interface SeenNode {
  node: { name: string; shard: number }
  value: NodeReplicas
}

type FactsByTable = ReturnType<typeof indexByTable>

/** One table on one node, and its reader. */
export interface SeenReplica {
  node: { name: string; shard: number }
  state: ReplicaStateRow
  facts: FactsByTable
}

/** Replicas of the same data: Keeper's path shows which belong together, whatever the shards are. */
export function groupReplicas(nodes: readonly SeenNode[]): SeenReplica[][] {
  const sets = new Map<string, SeenReplica[]>()
  for (const { node, value } of nodes) {
    const facts = indexByTable(value)
    for (const state of value.states) {
      const key = keeperPlaceOf(state)
      const replica = { node, state, facts }
      const set = sets.get(key)
      if (set) set.push(replica)
      else sets.set(key, [replica])
    }
  }
  return [...sets.values()]
}

/**
 * @param keeper by node; a missing node could not query Keeper. Null: Keeper was not queried at all, which is then no
 * problem of the set.
 */
export function toReplicaSet(
  set: readonly SeenReplica[],
  keeper: ReadonlyMap<string, KeeperFacts> | null,
  missingNodes: readonly string[],
): ReplicaSetView {
  const replicas = set.map((replica) => toReplicaView(replica, keeper?.get(replica.node.name)))
  const {
    database,
    table,
    zookeeper_path: keeperPath,
  } = set[0]?.state ?? { database: '', table: '', zookeeper_path: '' }
  const answers = set.flatMap(({ node, state }) => {
    const row = keeper?.get(node.name)?.get(tableKey(state.database, state.table))
    // Without a session the server shows 0 of 0.
    return row && row.total_replicas > 0 && !state.is_session_expired ? [row] : []
  })
  const answer = answers[0]
  const seen = answer
    ? {
        total: answer.total_replicas,
        active: answer.active_replicas,
        inactive: Object.entries(answer.replica_is_active).flatMap(([name, active]) =>
          active ? [] : [name],
        ),
      }
    : null
  const facts = {
    replicas: replicas.map(({ replicaName, content, queue, problems }) => ({
      name: replicaName,
      content: { ...content, hash: BigInt(`0x${content.hash}`) },
      queued: queue.entries,
      problems,
    })),
    missingNodes,
  }
  const common = judgeReplicaSet({ ...facts, keeper: seen }).filter(
    ({ severity }) => keeper !== null || severity !== 'unknown',
  )
  const own = replicas.flatMap(({ node, problems }) => problems.map((problem) => ({ ...problem, node })))
  const problems = sortProblems([...common.map((problem) => ({ ...problem, node: null })), ...own])
  return {
    database,
    table,
    keeperPath,
    shards: [...new Set(replicas.map(({ shard }) => shard))].sort((a, b) => a - b),
    severity: problems[0]?.severity ?? 'ok',
    problems: problems as ReplicaSetView['problems'],
    keeper: seen,
    difference: compareReplicas(facts.replicas.map(({ content }) => content)),
    replicas,
  }
}

/** Worst first: by severity, then by the longest delay and queue, then by name. */
export function compareSets(a: ReplicaSetView, b: ReplicaSetView): number {
  const rank = ({ severity }: ReplicaSetView) =>
    severity === 'ok' ? replicationSeverities.length : replicationSeverities.indexOf(severity)
  const most = (set: ReplicaSetView, of: (replica: ReplicaView) => number) =>
    set.replicas.reduce((max, replica) => Math.max(max, of(replica)), 0)
  const delay = (set: ReplicaSetView) => most(set, ({ delaySeconds }) => delaySeconds)
  const queue = (set: ReplicaSetView) => most(set, (replica) => replica.queue.entries)
  return (
    rank(a) - rank(b) ||
    delay(b) - delay(a) ||
    queue(b) - queue(a) ||
    compareValues(a.database, b.database) ||
    compareValues(a.table, b.table) ||
    compareValues(a.keeperPath, b.keeperPath)
  )
}

function indexByTable({ parts, queues, fetches, mutations }: NodeReplicas) {
  const key = (row: { database: string; table: string }) => tableKey(row.database, row.table)
  return {
    parts: new Map(parts.map((row) => [key(row), row])),
    queues: groupBy(queues, key),
    fetches: new Map(fetches.map((row) => [key(row), row])),
    mutations: new Map(mutations.map((row) => [key(row), row])),
  }
}

function toReplicaView({ node, state, facts }: SeenReplica, keeper: KeeperFacts | undefined): ReplicaView {
  const key = tableKey(state.database, state.table)
  const asked = state.is_session_expired ? undefined : keeper?.get(key)
  const parts = facts.parts.get(key)
  const fetches = facts.fetches.get(key)
  const mutations = facts.mutations.get(key)
  const byType = (facts.queues.get(key) ?? []).map((row) => ({
    type: row.type,
    entries: Number(row.entries),
    executing: Number(row.executing),
    failing: Number(row.failing),
    oldestAt: row.oldest,
    maxTries: row.max_tries,
    part: row.part,
    lastException: row.last_exception === '' ? null : row.last_exception,
    postponeReason: row.postpone_reason === '' ? null : row.postpone_reason,
  }))
  const access = {
    readOnly: state.is_readonly,
    sessionExpired: state.is_session_expired,
    keeperException: asked && asked.zookeeper_exception !== '' ? asked.zookeeper_exception : null,
  }
  const reason = explainReadOnly(access)
  return {
    node: node.name,
    shard: node.shard,
    replicaName: state.replica_name,
    leader: state.is_leader,
    readOnly:
      reason === null
        ? null
        : { reason, since: state.readonly_start_time, metadataLost: isMetadataLost(access) },
    delaySeconds: Number(state.absolute_delay),
    logBehind: asked?.log_behind ?? null,
    lostParts: asked?.lost_part_count ?? null,
    partsToCheck: state.parts_to_check,
    queue: {
      entries: state.queue_size,
      inserts: state.inserts_in_queue,
      merges: state.merges_in_queue,
      mutations: state.part_mutations_in_queue,
      oldestAt: state.queue_oldest_time,
      byType,
    },
    fetches: {
      parts: Number(fetches?.fetches ?? 0n),
      totalBytes: fetches?.total_bytes ?? 0n,
      readBytes: fetches?.read_bytes ?? 0n,
      bytesPerSecond: fetches?.bytes_per_second ?? 0,
      sources: fetches?.sources ?? [],
    },
    mutations: mutations
      ? {
          pending: Number(mutations.pending),
          partsToDo: mutations.parts_to_do,
          oldestAt: mutations.oldest,
          lastFailure: mutations.last_failure === '' ? null : mutations.last_failure,
        }
      : null,
    content: {
      parts: parts?.parts ?? 0n,
      rows: parts?.rows ?? 0n,
      bytes: parts?.bytes ?? 0n,
      hash: (parts?.hash ?? 0n).toString(16).padStart(16, '0'),
    },
    problems: judgeReplica({
      ...access,
      delaySeconds: Number(state.absolute_delay),
      queue: byType,
      lostParts: asked ? Number(asked.lost_part_count) : null,
    }),
  }
}

import { groupBy } from '../group-by.ts'
import { delayText } from '../replication/judge-replica.ts'
import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'
import type { AlertKind } from './alert-rule.ts'

/** One replicated table on one node. */
export interface WatchedReplica {
  node: string
  database: string
  table: string
  /** Why it is read-only; null when it accepts writes. */
  readOnly: string | null
  delaySeconds: number
  queueEntries: number
  /** Null where Keeper was not queried. */
  logBehind: number | null
  failing: readonly { type: string; part: string; tries: number; exception: string }[]
}

type EvidenceOf = (node: string) => AlertEvidence

/** Groups by node: when Keeper is down, all tables of a node are read-only, which is one alert. */
export function judgeReadOnly(replicas: readonly WatchedReplica[], evidenceOf: EvidenceOf): AlertCondition[] {
  return [...groupBy(replicas, ({ node }) => node)].flatMap(([node, own]) => {
    const affected = own.flatMap(({ database, table, readOnly }) =>
      readOnly === null ? [] : [{ database, table, readOnly }],
    )
    const [first] = affected
    if (!first) return []
    const names = listNames(affected.map(({ database, table }) => `${database}.${table}`))
    const reasons = [...new Set(affected.map(({ readOnly }) => readOnly))].slice(0, 3).join(' ')
    return makeCondition('replica-read-only', {
      subject: node,
      text: `${affected.length} of ${own.length} replicated tables of ${node} are read-only: ${names}. ${reasons}`,
      nodes: [node],
      evidence: [evidenceOf(node)],
      ...(affected.length === 1 ? { table: { database: first.database, table: first.table } } : {}),
    })
  })
}

export function judgeReplicaLag(
  replicas: readonly WatchedReplica[],
  limits: { seconds: number; queueEntries: number; logEntries: number },
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  // Without a session the delay counts from the last contact with Keeper. That replica is already read-only.
  const writable = replicas.filter(({ readOnly }) => readOnly === null)
  const over = (
    kind: AlertKind,
    limit: number,
    of: (replica: WatchedReplica) => number,
    say: (most: number) => string,
  ) =>
    byTable(writable.filter((replica) => of(replica) >= limit)).map(({ database, table, rows, nodes }) =>
      makeCondition(kind, {
        subject: `${database}.${table}`,
        text: `${database}.${table} ${say(rows.reduce((most, row) => Math.max(most, of(row)), 0))} on ${nodes.join(', ')}.`,
        nodes,
        evidence: nodes.map(evidenceOf),
        table: { database, table },
      }),
    )
  return [
    ...over(
      'replica-lag',
      limits.seconds,
      (each) => each.delaySeconds,
      (most) => `is ${delayText(most)} behind`,
    ),
    ...over(
      'replica-queue',
      limits.queueEntries,
      (each) => each.queueEntries,
      (most) => `has ${most} entries in its replication queue`,
    ),
    ...over(
      'replica-log',
      limits.logEntries,
      (each) => each.logBehind ?? 0,
      (most) => `has ${most} unread entries in its log in Keeper`,
    ),
  ]
}

export function judgeStuckEntries(
  replicas: readonly WatchedReplica[],
  tries: number,
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  return replicas.flatMap(({ node, database, table, failing }) =>
    failing
      .filter((entry) => entry.tries >= tries)
      .map(({ type, part, tries: tried, exception }) =>
        makeCondition('queue-entry-stuck', {
          subject: `${database}.${table} on ${node}: ${type}`,
          text: `${type} of ${part} of ${database}.${table} failed ${tried} times on ${node}, last with: ${exception}`,
          nodes: [node],
          evidence: [evidenceOf(node)],
          table: { database, table },
        }),
      ),
  )
}

/** Inactive replicas, grouped by shard and replica name: a node that is down is inactive in all its tables. */
export function judgeLostReplicas(
  sets: readonly {
    database: string
    table: string
    shards: readonly number[]
    nodes: readonly string[]
    inactive: readonly string[]
  }[],
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  const lost = sets.flatMap((set) => set.inactive.map((name) => ({ ...set, name })))
  return [...groupBy(lost, ({ name, shards }) => `${name} of shard ${shards.join(', ')}`)].map(
    ([subject, own]) => {
      const [{ database, table, nodes }] = own
      return makeCondition('replica-lost', {
        subject,
        text: `Replica ${subject} is not active in Keeper, for ${own.length === 1 ? 'one table' : `${own.length} tables`}: ${listNames(own.map((each) => `${each.database}.${each.table}`))}.`,
        nodes: [...nodes],
        evidence: nodes.slice(0, 1).map(evidenceOf),
        ...(own.length === 1 ? { table: { database, table } } : {}),
      })
    },
  )
}

export function judgeKeeperSessions(
  counted: readonly { node: string; sessions: number }[],
  least: number,
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  return counted
    .filter(({ sessions }) => sessions >= least)
    .map(({ node, sessions }) =>
      makeCondition('keeper-flapping', {
        subject: node,
        text: `${node} has started ${sessions} Keeper sessions within the last hour. Its tables are read-only for a while each time.`,
        nodes: [node],
        evidence: [evidenceOf(node)],
      }),
    )
}

/** Rows of one partition on all replicas of a table, unchanged for the required time. */
export interface SettledPartition {
  database: string
  table: string
  partitionId: string
  replicas: readonly { node: string; rows: bigint }[]
}

export function judgeDifferences(
  partitions: readonly SettledPartition[],
  minutes: number,
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  const different = partitions.filter(({ replicas }) =>
    replicas.some(({ rows }) => rows !== replicas[0]?.rows),
  )
  return [...groupBy(different, ({ database, table }) => JSON.stringify([database, table])).values()].map(
    (own) => {
      const [{ database, table, partitionId, replicas }] = own
      const nodes = [...new Set(own.flatMap((each) => each.replicas.map(({ node }) => node)))]
      const counts = replicas.map(({ node, rows }) => `${rows} on ${node}`).join(', ')
      return makeCondition('replicas-differ', {
        subject: `${database}.${table}`,
        text: `${own.length === 1 ? 'A partition' : `${own.length} partitions`} of ${database}.${table} that nothing has changed for ${minutes} minutes ${own.length === 1 ? 'differs' : 'differ'} between replicas: ${partitionId} has ${counts} rows.`,
        nodes,
        evidence: nodes.map(evidenceOf),
        table: { database, table },
      })
    },
  )
}

export function judgeDetached(
  growths: readonly { node: string; grown: number; examples: readonly string[] }[],
  least: number,
  evidenceOf: EvidenceOf,
): AlertCondition[] {
  return growths
    .filter(({ grown }) => grown >= least)
    .map(({ node, grown, examples }) =>
      makeCondition('detached-grow', {
        subject: node,
        text: `${node} has detached ${grown} ${grown === 1 ? 'part' : 'parts'} within the last day, such as ${examples.join(', ')}. Queries do not read detached parts.`,
        nodes: [node],
        evidence: [evidenceOf(node)],
      }),
    )
}

function byTable(replicas: readonly WatchedReplica[]) {
  return [...groupBy(replicas, ({ database, table }) => JSON.stringify([database, table])).values()].map(
    (rows) => ({
      database: rows[0].database,
      table: rows[0].table,
      rows,
      nodes: [...new Set(rows.map(({ node }) => node))],
    }),
  )
}

function listNames(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
}

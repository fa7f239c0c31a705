import { fanOut } from '@frostline/clickhouse'
import type { UnseenNode } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection, ConnectedNode } from '../cluster/cluster-connection.ts'
import { compareValues } from './compare.ts'
import {
  createNodeReader,
  createRecallingReader,
  NeverAskedError,
  type NodeReader,
  type ReaderRecord,
} from './node-reader.ts'
import type { Coverage, NodeObservation, QueryNote } from './schema.ts'

/** How long a page waits for its slowest node: a few aggregated queries, each well under a second on a healthy one. */
const pageBudgetMs = 8_000

export interface NodeReading<Value> {
  node: ConnectedNode
  value: Value
}

export interface ClusterReading<Value, Recalled = never> {
  cluster: ClusterConnection
  /** Of the nodes that answered, by shard and replica. */
  readings: NodeReading<Value>[]
  /** Last known results of nodes that did not answer. */
  recalled: RecalledReading<Recalled>[]
  /** Of these, nodes that have never been read. */
  silent: ConnectedNode[]
  coverage: Coverage
  /** The envelope without its data. */
  envelope: { observedAt: Date; nodes: NodeObservation[]; queries: QueryNote[] }
}

interface RecalledReading<Value> extends NodeReading<Value> {
  at: Date
}

/**
 * Reads every node of the cluster once, all at the same time. An unreachable node is missing in `readings` and named in
 * `coverage` and `envelope`; it throws nothing.
 * @param nodes the names of the nodes to read. Default: all.
 * @param budgetMs how long to wait for the slowest node. Default: a page's budget.
 * @param recall repeats for unreachable nodes the queries that were sent last, from results marked to be remembered.
 * @throws ServiceError `not_found` for an unknown cluster or node.
 */
export async function readCluster<Value, Recalled = never>(
  ctx: ServiceContext,
  input: { cluster: string; fresh: boolean; nodes?: readonly string[] | undefined; budgetMs?: number },
  read: (reader: NodeReader, node: ConnectedNode) => Promise<Value>,
  recall?: (reader: NodeReader) => Promise<Recalled>,
): Promise<ClusterReading<Value, Recalled>> {
  const { budgetMs = pageBudgetMs } = input
  const cluster = await ctx.clusters.get(input.cluster)
  const unknown = input.nodes?.find((name) => cluster.nodes.every((node) => node.name !== name))
  if (unknown !== undefined)
    throw new ServiceError('not_found', `${cluster.name} has no node ${unknown}.`, {
      hint: 'Choose one from the list of nodes.',
    })
  const asked = cluster.nodes.filter((node) => input.nodes?.includes(node.name) ?? true)
  const byName = new Map(asked.map((node) => [node.name, node]))
  const record: ReaderRecord = { notes: [], observedAt: [] }
  const outcomes = await fanOut(
    asked.map((node) => node.client),
    async (client) => {
      const node = byName.get(client.name)
      if (!node) throw new Error(`No node is named ${client.name}`)
      const reader = createNodeReader(client, record, {
        ...{ fresh: input.fresh, askedSinceMs: ctx.askedSinceMs, timeoutMs: budgetMs },
      })
      return { node, value: await read(reader, node) }
    },
    { budgetMs },
  )
  const readings = outcomes.flatMap((outcome) => (outcome.state === 'ok' ? [outcome.value] : []))
  const away = asked.filter((node) => readings.every((reading) => reading.node !== node))
  const recalled = recall
    ? (await Promise.all(away.map((node) => recallNode(node, recall)))).filter((each) => each !== null)
    : []
  return {
    cluster,
    readings,
    recalled,
    silent: away.filter((node) => recalled.every((each) => each.node !== node)),
    coverage: coverageOf(
      asked,
      readings.map((reading) => reading.node),
    ),
    envelope: {
      observedAt: oldest(record.observedAt) ?? ctx.now(),
      nodes: asked.map((node, index) => {
        const outcome = outcomes[index]
        return {
          name: node.name,
          shard: node.shard,
          replica: node.replica,
          state: outcome?.state ?? 'failed',
          message: outcome && outcome.state !== 'ok' ? outcome.message : null,
          elapsedMs: outcome?.elapsedMs ?? 0,
        }
      }),
      // A copy: a query that outlives the budget must not add to a response already returned.
      queries: record.notes.toSorted(
        (a, b) => compareValues(a.name, b.name) || compareValues(a.node, b.node),
      ),
    },
  }
}

/** Null when some of it was never read. */
async function recallNode<Recalled>(
  node: ConnectedNode,
  recall: (reader: NodeReader) => Promise<Recalled>,
): Promise<RecalledReading<Recalled> | null> {
  const observedAt: Date[] = []
  try {
    const value = await recall(createRecallingReader(node.client, observedAt))
    return { node, value, at: oldest(observedAt) ?? new Date(0) }
  } catch (thrown) {
    if (thrown instanceof NeverAskedError) return null
    throw thrown
  }
}

export function coverageOf(asked: readonly { name: string }[], seen: readonly { name: string }[]): Coverage {
  const names = new Set(seen.map((node) => node.name))
  const missingNodes = asked.filter((node) => !names.has(node.name)).map((node) => node.name)
  return { complete: missingNodes.length === 0, missingNodes }
}

/** The nodes that did not answer, each with the reason. */
export function printMissing(nodes: readonly NodeObservation[], { missingNodes }: Coverage): string {
  return nodes
    .filter(({ name }) => missingNodes.includes(name))
    .map(({ name, message }) => (message === null ? name : `${name} (${message})`))
    .join(', ')
}

function oldest(times: readonly Date[]): Date | undefined {
  return times.reduce<Date | undefined>((first, time) => (first && first <= time ? first : time), undefined)
}

export function toPlaces(nodes: readonly ConnectedNode[]): UnseenNode[] {
  return nodes.map(({ name, shard }) => ({ node: name, shard }))
}

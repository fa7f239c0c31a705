import {
  listDisks,
  liveFetches,
  liveMerges,
  liveMutations,
  liveStatements,
  runningMoves,
} from '@frostline/clickhouse'
import { runOfMove } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { toPlacedDisks } from '../reading/to-disk.ts'
import { findOwnRuns, listSentMoves, viewRuns } from './find-own-runs.ts'
import { type LiveMove, type LiveStatement, type LiveWork, listLiveInput } from './schema.ts'
import { toLiveFetch, toLiveMerge, toLiveMove, toLiveMutation, toLiveStatement } from './to-views.ts'

/** Of each kind and node. */
const maxRows = 200
const listedChars = 1_000
/** The page asks again every few seconds: it does not wait long for a node that hangs. */
const budgetMs = 5_000
/** Shared by all who look at the page now. */
const live = { ttlMs: 1_000 }

/** What the nodes do now. Each is asked once, all at the same time. */
export async function listLive(ctx: ServiceContext, given: z.input<typeof listLiveInput>): Promise<LiveWork> {
  const input = await authorizeInput(ctx, 'viewer', listLiveInput, given)
  const { cluster, readings, coverage, envelope } = await readCluster(
    ctx,
    { ...input, budgetMs },
    (reader, node) => readNode(reader, node.name),
  )
  const nodes = readings.map(({ value }) => value)
  const [statements, moves] = await Promise.all([
    withRuns(
      ctx,
      nodes.flatMap(({ queries }) => queries.rows),
    ),
    withMoveRuns(
      ctx,
      cluster.id,
      nodes.flatMap((node) => node.moves.rows),
    ),
  ])
  return {
    ...envelope,
    data: {
      coverage,
      queries: {
        ...joinNodes(nodes.map(({ queries }) => queries)),
        storeBytes: sumOf(nodes, ({ storeBytes }) => storeBytes),
        readBytes: sumOf(nodes, ({ readBytes }) => readBytes),
        rows: statements,
      },
      merges: withBytes(nodes.map(({ merges }) => merges)),
      moves: { ...withBytes(nodes.map((node) => node.moves)), rows: moves },
      fetches: withBytes(nodes.map(({ fetches }) => fetches)),
      mutations: {
        ...joinNodes(nodes.map(({ mutations }) => mutations)),
        partsLeft: sumOf(nodes, ({ partsLeft }) => partsLeft),
        rows: nodes.flatMap(({ mutations }) => mutations.rows),
      },
    },
  }
}

/** One kind of work on one node. */
interface OfNode<Row> {
  node: string
  count: bigint
  bytes: bigint
  rows: Row[]
}

async function readNode(reader: NodeReader, node: string) {
  const limit = maxRows
  const [statements, merges, moves, fetches, mutations, rows] = await Promise.all([
    reader.ask(liveStatements, { limit, text_chars: listedChars }, live),
    reader.ask(liveMerges, { limit }, live),
    reader.ask(runningMoves, {}, live),
    reader.ask(liveFetches, { limit }, live),
    reader.ask(liveMutations, { limit, text_chars: 2 * listedChars }, live),
    reader.ask(listDisks, {}, { ttlMs: 60_000, lasting: true }),
  ])
  const disks = { rows, placed: toPlacedDisks(rows) }
  const of = <Row>(
    rows: Row[],
    [first]: readonly { listed_of: bigint; all_bytes?: bigint }[],
  ): OfNode<Row> => ({ node, count: first?.listed_of ?? 0n, bytes: first?.all_bytes ?? 0n, rows })
  return {
    queries: of(
      statements.map((row) => toLiveStatement(node, row)),
      statements,
    ),
    storeBytes: statements[0]?.all_store_bytes ?? 0n,
    readBytes: statements[0]?.all_read_bytes ?? 0n,
    merges: of(
      merges.map((row) => toLiveMerge(node, row, disks)),
      merges,
    ),
    // As many as the server has threads for moves.
    moves: {
      node,
      count: BigInt(moves.length),
      bytes: sumOf(moves, (row) => row.part_size),
      rows: moves.slice(0, maxRows).map((row) => toLiveMove(node, row, disks)),
    },
    fetches: of(
      fetches.map((row) => toLiveFetch(node, row, disks)),
      fetches,
    ),
    mutations: of(
      mutations.map((row) => toLiveMutation(node, row)),
      mutations,
    ),
    partsLeft: mutations[0]?.all_parts ?? 0n,
  }
}

function joinNodes<Row>(nodes: readonly OfNode<Row>[]) {
  return {
    count: sumOf(nodes, ({ count }) => count),
    cut: nodes
      .filter(({ count, rows }) => count > BigInt(rows.length))
      .map(({ node, count, rows }) => ({ node, shown: rows.length, count })),
  }
}

function withBytes<Row>(nodes: readonly OfNode<Row>[]) {
  return {
    ...joinNodes(nodes),
    bytes: sumOf(nodes, ({ bytes }) => bytes),
    rows: nodes.flatMap(({ rows }) => rows),
  }
}

function sumOf<Item>(items: readonly Item[], pick: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + pick(item), 0n)
}

/** Adds the runs that have sent them. */
export async function withRuns(
  ctx: ServiceContext,
  statements: readonly LiveStatement[],
): Promise<LiveStatement[]> {
  const own = statements.filter(({ frostline }) => frostline !== null)
  const runs = await findOwnRuns(
    ctx.db,
    own.map(({ initialQueryId }) => initialQueryId),
  )
  return statements.map((statement) =>
    statement.frostline === null
      ? statement
      : { ...statement, run: runs.get(statement.initialQueryId) ?? null },
  )
}

async function withMoveRuns(
  ctx: ServiceContext,
  clusterId: string,
  moves: readonly LiveMove[],
): Promise<LiveMove[]> {
  if (moves.length === 0) return []
  const sent = await listSentMoves(ctx.db, clusterId)
  const runs = await viewRuns(ctx.db, [...new Set(sent.map(({ runId }) => runId))])
  return moves.map((move) => ({ ...move, run: runs.get(runOfMove(move, sent) ?? '') ?? null }))
}

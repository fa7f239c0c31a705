import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { TableRef } from '@frostline/clickhouse'
import {
  type CommandOutcome,
  explain,
  materializeTtlStatement,
  modifyTtlStatement,
  parseTableTtl,
  QueryFailedError,
  removeTtlStatement,
  type Statement,
  tableDefinition,
  ttlMutations,
} from '@frostline/clickhouse'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { replicatedDdlSettings } from '../../platform/reading/database-group.ts'

/** An ALTER waits for the table's lock, with a server timeout of 120 s. */
const statementTimeoutMs = 180_000
const replicationWaitMs = 10_000

export type TtlPurpose = 'set_ttl' | 'materialize_ttl'

/** Statements for one place, with the query id at the first node, and the nodes that may get them, the best first. */
export interface TtlOrder {
  place: string
  steps: readonly { purpose: TtlPurpose; queryId: string }[]
  through: readonly ConnectedNode[]
  /** A Replicated database replicates the statements to the other places. */
  isCarried?: boolean
  /** The place from which the Replicated database replicates them. */
  carriedBy?: string
}

export interface TtlAttempt {
  node: string
  sql: string
  queryId: string
  /** Null: the node accepted it. */
  error: string | null
}

export interface TtlSent {
  /** In order; the last of each purpose counts. */
  attempts: TtlAttempt[]
  /** The statement that no node accepted; later ones were not sent. */
  failed: { purpose: TtlPurpose; error: string } | null
  /** The mutation of MATERIALIZE TTL; null: none, or unknown. */
  mutation: string | null
  /** Nothing was sent because another place failed before. */
  skipped: boolean
  /** Sent to another place, from which a Replicated database replicates it. */
  isCarried: boolean
}

export function ttlStatementOf(at: TableRef, ttl: string, purpose: TtlPurpose): Statement {
  if (purpose === 'materialize_ttl') return materializeTtlStatement(at)
  return ttl === '' ? removeTtlStatement(at) : modifyTtlStatement(at, ttl)
}

/**
 * Sends to one place after the other and stops at the first failure, so that no further place is changed. Within a
 * place the next replica is tried where one is unreachable or has no Keeper.
 * @param note is called before each attempt at another node than the first
 */
export async function sendTtl(
  at: TableRef,
  ttl: string,
  orders: readonly TtlOrder[],
  note: (attempt: Omit<TtlAttempt, 'error'>) => Promise<void>,
): Promise<Map<string, TtlSent>> {
  const sent = new Map<string, TtlSent>()
  let failed = false
  const carried = await readCarried(at, orders)
  for (const order of orders) {
    const carrier = order.carriedBy === undefined ? undefined : sent.get(order.carriedBy)
    if (carrier) {
      const mutation = await carried.findMutation(order, carrier)
      sent.set(order.place, { ...carrier, mutation, isCarried: true })
      continue
    }
    const own: TtlSent = {
      attempts: [],
      failed: null,
      mutation: null,
      skipped: failed && order.steps.length > 0,
      isCarried: false,
    }
    sent.set(order.place, own)
    for (const step of failed ? [] : order.steps) {
      const error = await sendOne(at, ttl, step, order, own, note)
      if (error === null) continue
      own.failed = { purpose: step.purpose, error }
      failed = true
      break
    }
  }
  return sent
}

/** Mutations of MATERIALIZE TTL at places that get it by replication: each shard has its own. */
async function readCarried(at: TableRef, orders: readonly TtlOrder[]) {
  const known = new Map<string, readonly string[] | null>()
  for (const { place, carriedBy, through } of orders) {
    const carrier = orders.find((each) => each.place === carriedBy)
    if (carrier?.steps.some(({ purpose }) => purpose === 'materialize_ttl'))
      known.set(place, await readMutations(through, at))
  }
  return {
    async findMutation({ place, through }: TtlOrder, carrier: TtlSent): Promise<string | null> {
      const before = known.get(place)
      if (!before || carrier.failed || carrier.skipped) return null
      return awaitNewMutation(through, at, before)
    },
  }
}

/** @returns why no node accepted it; null when one did. */
async function sendOne(
  at: TableRef,
  ttl: string,
  { purpose, queryId: firstId }: TtlOrder['steps'][number],
  { through, isCarried }: TtlOrder,
  own: TtlSent,
  note: (attempt: Omit<TtlAttempt, 'error'>) => Promise<void>,
): Promise<string | null> {
  const known = purpose === 'materialize_ttl' ? await readMutations(through, at) : null
  for (const node of through) {
    // Otherwise it would materialize the TTL that it still has.
    if (purpose === 'materialize_ttl' && (await awaitTtl(node, at, ttl)) !== ttl) continue
    const { sql, params } = ttlStatementOf(at, ttl, purpose)
    const queryId = node === through[0] ? firstId : randomUUID()
    if (queryId !== firstId) await note({ node: node.name, sql, queryId })
    const outcome = await node.client.command({
      sql,
      params,
      queryId,
      timeoutMs: statementTimeoutMs,
      purpose,
      ...(isCarried ? { settings: replicatedDdlSettings } : {}),
    })
    own.attempts.push({
      node: node.name,
      sql,
      queryId,
      error: outcome.kind === 'ok' ? null : explain(outcome),
    })
    // What got no response may have run, which shows on any replica.
    if (outcome.kind === 'ok' || outcome.kind === 'unknown') {
      own.mutation = known && (await awaitNewMutation(through, at, known))
      if (outcome.kind === 'ok' || own.mutation !== null) return null
    }
    if (!mayTryAnother(outcome)) break
  }
  const tried = own.attempts.flatMap(({ node, error }) => (error === null ? [] : [`${node}: ${error}`]))
  return tried.length === 0
    ? `No replica has applied the TTL within ${replicationWaitMs / 1_000} s.`
    : tried.join('; ')
}

/** Read-only, no Keeper session, Keeper failed. */
const replicaRefusals = new Set([242, 225, 999])

/** Setting the same TTL twice has no further effect. MATERIALIZE TTL without a response was searched for before. */
function mayTryAnother(outcome: CommandOutcome): boolean {
  return outcome.kind !== 'refused' || replicaRefusals.has(outcome.error.code)
}

/** Of the first node that answers. */
async function readMutations(nodes: readonly ConnectedNode[], at: TableRef): Promise<string[] | null> {
  for (const node of nodes) {
    const seen = await orUnreadable(node.client.query(ttlMutations, at))
    if (seen) return seen.rows.map(({ mutation_id }) => mutation_id)
  }
  return null
}

/** A replica reads its mutations from Keeper, so that one may follow the response to its statement. Null: none did. */
async function awaitNewMutation(
  nodes: readonly ConnectedNode[],
  at: TableRef,
  known: readonly string[],
): Promise<string | null> {
  const deadline = performance.now() + replicationWaitMs
  for (;;) {
    const fresh = (await readMutations(nodes, at))?.find((id) => !known.includes(id))
    if (fresh !== undefined || performance.now() > deadline) return fresh ?? null
    await setTimeout(200)
  }
}

/**
 * A replica that did not get the statement itself receives the change from its shard a moment later. Waits for
 * `wanted`; null: any.
 * @returns null where it has no such table, undefined where it could not be read
 */
export async function awaitTtl(
  node: ConnectedNode,
  at: TableRef,
  wanted: string | null,
): Promise<string | null | undefined> {
  const deadline = performance.now() + replicationWaitMs
  for (;;) {
    const definition = await orUnreadable(node.client.query(tableDefinition, at))
    if (definition === null) return undefined
    const [row] = definition.rows
    const ttl = row ? parseTableTtl(row.engine_full) : null
    if (wanted === null || ttl === wanted || performance.now() > deadline) return ttl
    await setTimeout(200)
  }
}

/** Whether the replica has the mutation; waits for it as for the TTL. */
export async function awaitMutation(node: ConnectedNode, at: TableRef, wanted: string): Promise<boolean> {
  const deadline = performance.now() + replicationWaitMs
  for (;;) {
    const found = (await readMutations([node], at))?.includes(wanted) ?? false
    if (found || performance.now() > deadline) return found
    await setTimeout(200)
  }
}

async function orUnreadable<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return null
  }
}

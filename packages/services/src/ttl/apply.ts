import { setTimeout } from 'node:timers/promises'
import {
  explain,
  materializeTtlStatement,
  modifyTtlStatement,
  parseTableTtl,
  QueryFailedError,
  removeTtlStatement,
  type Statement,
  tableDefinition,
} from '@frostline/clickhouse'
import { activeMigrationStatuses, addTtlLosses, isAccepted, toTtlLoss } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditObject, type AuditStatement, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection, ConnectedNode } from '../cluster/cluster-connection.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { requireTable } from '../reading/require-table.ts'
import { type CheckedTtl, checkTtl } from './check-ttl.ts'
import { type JudgedNode, judgeNode } from './judge-node.ts'
import { describeAccepted, findLossToAccept, readAccepted, refuseUnaccepted } from './loss-to-accept.ts'
import {
  hasTtl,
  observeTableTtl,
  refuseWithoutTtl,
  type TableAt,
  type TtlObservation,
} from './observe-table.ts'
import { readRules } from './read-rules.ts'
import { type ApplyTableTtlInput, applyTableTtlInput, type TableTtlApplied } from './schema.ts'

/** What goes is counted again over the rows before anything is sent. */
const budgetMs = 120_000
/** An ALTER waits for the lock of the table, which the server gives up on after 120 s. */
const statementTimeoutMs = 180_000

type Purpose = 'set_ttl' | 'materialize_ttl'

interface Planned {
  node: ConnectedNode
  statements: (Statement & { queryId: string; purpose: Purpose })[]
}

/**
 * Sets or removes the TTL of a table on every node, one after the other, and reads each back. The first refusal ends
 * it, so that what the server does not take changes no further node. The statements stand in the audit before the
 * first is sent. A node that has the TTL already gets no ALTER: applying again finishes what was half-applied.
 * @throws ServiceError `invalid`, `refused` (nothing was sent; also a loss that was not accepted), `conflict` (the TTL
 *   is another one by now, more goes than was accepted, or a tier migration of the table runs and the heavy way would
 *   write its parts again), `unreachable`.
 */
export async function applyTableTtl(
  ctx: ServiceContext,
  given: ApplyTableTtlInput,
): Promise<TableTtlApplied> {
  const input = parseInput(applyTableTtlInput, given)
  const at = { database: input.database, table: input.table }
  const cluster = await ctx.clusters.get(input.cluster)
  const object: AuditObject = {
    action: 'table.set-ttl',
    objectType: 'table',
    objectName: `${at.database}.${at.table}`,
    clusterId: cluster.id,
    clusterName: cluster.name,
  }
  await authorize(ctx, 'admin', object)
  const rules = readRules(input.ttl)
  const now = ctx.now()
  const reading = await readCluster(
    ctx,
    { cluster: cluster.id, fresh: true, budgetMs },
    async (reader, node) => {
      const seen = await observeTableTtl(reader, at)
      if (!seen) return null
      const checked = await checkTtl(reader, node, at, rules, now)
      const blocked = !hasTtl(seen.engine) || checked.checks.some(({ outcome }) => outcome === 'blocking')
      const judged = blocked
        ? null
        : await judgeNode(reader, node.name, at, seen, checked, { now, countedAt: now })
      return { seen, checked, judged }
    },
  )
  const present = requireTable(reading, at)
  const [first] = present
  if (first) refuseWithoutTtl(at, first.value.seen.engine)
  refuseUnready(reading.coverage.missingNodes, present, input.basedOn)
  if (input.mode === 'heavy') await refuseRunningMigration(ctx, cluster, at)
  const accepted = input.accepts ? readAccepted(input.accepts) : null
  const lost = countLoss(present, input.mode)
  if (lost && !(accepted && isAccepted(lost, accepted))) refuseUnaccepted(object.objectName, lost, accepted)

  const ttl = first?.value.checked.ttl ?? ''
  const planned = planStatements(at, present, ttl, input.mode)
  const statements = planned.flatMap(({ node, statements: own }) =>
    own.map(({ sql, queryId }): AuditStatement => ({ node: node.name, sql, queryId })),
  )
  const details = {
    ttl,
    mode: input.mode,
    before: [...new Set(present.map(({ value }) => value.seen.ttl))],
    accepted: lost && describeAccepted(lost),
  }
  await recordAudit(ctx.db, ctx, { ...object, outcome: 'requested', statements, details })
  const sent = await sendAll(planned)
  const nodes = await Promise.all(
    present.map(async ({ node, value }) => readBack(node, at, ttl, value.seen.ttl, sent.get(node.name))),
  )
  const wrong = nodes.filter(({ state }) => state !== 'changed' && state !== 'unchanged')
  const outcome = wrong.length === 0 ? 'applied' : wrong.length === nodes.length ? 'failed' : 'partly'
  const error = wrong.map(({ node, error }) => `${node}: ${error ?? 'not sent'}`).join('; ')
  await recordAudit(ctx.db, ctx, {
    ...object,
    outcome: outcome === 'applied' ? 'succeeded' : outcome,
    statements,
    details,
    error: error === '' ? undefined : error,
  })
  return { outcome, ttl, nodes, statements }
}

type Present = {
  node: ConnectedNode
  value: { seen: TtlObservation; checked: CheckedTtl; judged: JudgedNode | null }
}[]

/** As the nodes count it now: what was previewed may have grown. */
function countLoss(present: Present, mode: 'gentle' | 'heavy') {
  const nodes = present.map(({ value }) => ({
    changes: value.checked.ttl !== value.seen.ttl,
    hasRules: value.checked.rules.length > 0,
    gentle: lossOf(value.judged?.gentle),
    heavy: lossOf(value.judged?.heavy),
  }))
  return findLossToAccept(nodes, mode)
}

function lossOf(judged: JudgedNode['heavy'] = []) {
  return addTtlLosses(judged.map(({ effect }) => toTtlLoss(effect.loss)))
}

function refuseUnready(
  missing: readonly string[],
  present: Present,
  basedOn: readonly string[] | undefined,
): void {
  if (missing.length > 0)
    throw new ServiceError(
      'unreachable',
      `${missing.join(', ')} could not be looked at, so no TTL was set.`,
      {
        hint: 'Bring every node back first.',
      },
    )
  const blocking = present
    .flatMap(({ value }) => value.checked.checks)
    .find(({ outcome }) => outcome === 'blocking')
  if (blocking)
    throw new ServiceError('refused', `${blocking.node ?? ''}: ${blocking.text}`, {
      hint: 'Correct the TTL. Nothing was changed.',
    })
  const other = present.find(
    ({ value }) => basedOn && !basedOn.includes(value.seen.ttl) && value.seen.ttl !== value.checked.ttl,
  )
  if (other)
    throw new ServiceError(
      'conflict',
      `The TTL on ${other.node.name} is another one by now: ${other.value.seen.ttl || 'none'}.`,
      {
        hint: 'Somebody changed it meanwhile. Read it again, then decide.',
      },
    )
}

async function refuseRunningMigration(
  ctx: ServiceContext,
  cluster: ClusterConnection,
  at: TableAt,
): Promise<void> {
  const running = await ctx.db.tierMigration.findFirst({
    where: { clusterId: cluster.id, ...at, status: { in: [...activeMigrationStatuses] } },
    select: { id: true },
  })
  if (!running) return
  throw new ServiceError(
    'conflict',
    `A tier migration of ${at.database}.${at.table} is under way (${running.id}), and the heavy way would write its parts again.`,
    {
      hint: 'Wait for its end or cancel it, or choose the gentle way.',
    },
  )
}

/** A replicated table passes an ALTER on by itself: one replica of each shard is told. */
function planStatements(at: TableAt, present: Present, ttl: string, mode: 'gentle' | 'heavy'): Planned[] {
  const shards = new Set<number>()
  return present.flatMap(({ node, value }) => {
    if (value.seen.engine.startsWith('Replicated')) {
      if (shards.has(node.shard)) return []
      shards.add(node.shard)
    }
    const statements: Planned['statements'] = []
    const plan = (purpose: Purpose, statement: Statement) =>
      statements.push({ ...statement, purpose, queryId: crypto.randomUUID() })
    if (value.seen.ttl !== value.checked.ttl)
      plan('set_ttl', ttl === '' ? removeTtlStatement(at) : modifyTtlStatement(at, ttl))
    if (mode === 'heavy' && ttl !== '') plan('materialize_ttl', materializeTtlStatement(at))
    return [{ node, statements }]
  })
}

interface Sent {
  queryIds: string[]
  /** The statement that failed; the ones after it were not sent. */
  failed: { purpose: Purpose; error: string } | null
  skipped: boolean
}

async function sendAll(planned: readonly Planned[]): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>()
  let failed = false
  for (const { node, statements } of planned) {
    const own: Sent = { queryIds: [], failed: null, skipped: failed && statements.length > 0 }
    sent.set(node.name, own)
    for (const { sql, params, queryId, purpose } of failed ? [] : statements) {
      own.queryIds.push(queryId)
      const outcome = await node.client.command({
        sql,
        params,
        queryId,
        timeoutMs: statementTimeoutMs,
        purpose,
      })
      if (outcome.kind === 'ok') continue
      own.failed = { purpose, error: explain(outcome) }
      failed = true
      break
    }
  }
  return sent
}

type NodeResult = TableTtlApplied['nodes'][number]

/** The node has the last word: a statement without an answer may have been carried out. */
async function readBack(
  node: ConnectedNode,
  at: TableAt,
  wanted: string,
  before: string,
  sent: Sent | undefined,
): Promise<NodeResult> {
  const failed = sent?.failed ?? null
  const base = { node: node.name, queryIds: sent?.queryIds ?? [], error: failed?.error ?? null }
  try {
    const ttl = await readTtl(node, at, sent === undefined ? wanted : null)
    if (sent?.skipped) return { ...base, ttl, state: 'not-sent' }
    if (ttl !== wanted)
      return { ...base, ttl, state: 'failed', error: base.error ?? `It has ${ttl || 'no TTL'} after all.` }
    if (failed?.purpose === 'materialize_ttl') return { ...base, ttl, state: 'failed' }
    return { ...base, ttl, error: null, state: before === wanted ? 'unchanged' : 'changed' }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return { ...base, ttl: null, state: 'unknown', error: base.error ?? thrown.message }
  }
}

const replicationWaitMs = 10_000

/** A replica that was not told itself takes the change from its shard a moment later: `awaited` is waited for. */
async function readTtl(node: ConnectedNode, at: TableAt, awaited: string | null): Promise<string | null> {
  const deadline = performance.now() + replicationWaitMs
  for (;;) {
    const { rows } = await node.client.query(tableDefinition, at)
    const ttl = rows[0] ? parseTableTtl(rows[0].engine_full) : null
    if (awaited === null || ttl === awaited || performance.now() > deadline) return ttl
    await setTimeout(500)
  }
}

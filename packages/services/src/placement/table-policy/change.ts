import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain, modifyStoragePolicyStatement, tableIdentity } from '@frostline/clickhouse'
import { notifyChange } from '@frostline/db'
import { printTableName } from '@frostline/domain'
import { outcomeOfMany } from '../../platform/base/audit-outcome.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditObject, type AuditStatement, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { refuseOpenRuns } from '../../platform/open-run/refuse-open-runs.ts'
import { replicatedDdlSettings } from '../../platform/reading/database-group.ts'
import { printMissing } from '../../platform/reading/read-cluster.ts'
import { type JudgedNode, judgeNodes, sendersOf } from './judge.ts'
import { observeTablePolicy } from './observe.ts'
import { type ChangeTablePolicyInput, changeTablePolicyInput, type TablePolicyChange } from './schema.ts'

type NodeChange = TablePolicyChange['nodes'][number]

/** It changes metadata only, but waits for locks of running ALTERs and merges of the table. */
const statementTimeoutMs = 60_000
/** A Replicated database brings it to its other replicas in milliseconds, to a busy one later. */
const carriedWaitMs = 15_000

/**
 * Sets a table's policy on every node that has it, one after the other, and reads each back. Nothing is sent unless all
 * nodes would accept it. It stops at the first rejection, and the result names the nodes that are done. Sending it
 * again finishes the rest. A Replicated database gets it once, and replicates it itself.
 * @throws ServiceError `refused` with the reason for each node; `unreachable` when a node cannot be read and
 * `withoutMissingNodes` is not given.
 */
export async function changeTablePolicy(
  ctx: ServiceContext,
  given: ChangeTablePolicyInput,
): Promise<TablePolicyChange> {
  const about = {
    action: 'table.change-policy',
    objectType: 'table',
    objectName: `${given.database}.${given.table}`,
  }
  await authorize(ctx, 'operator', about)
  const input = parseInput(changeTablePolicyInput, given)
  const at = { database: input.database, table: input.table }
  const { reading, present } = await observeTablePolicy(ctx, { ...input, fresh: true })
  const { cluster, coverage } = reading
  if (!coverage.complete && !input.withoutMissingNodes)
    throw new ServiceError(
      'unreachable',
      `${printMissing(reading.envelope.nodes, coverage)} could not be checked. ${about.objectName} would be changed only on some nodes.`,
      { hint: 'Wait until all nodes answer, or exclude these nodes and finish them later.' },
    )
  await refuseManaged(ctx.db, ctx, { kind: 'tables', clusterId: cluster.id, name: printTableName(at) })
  await ctx.db.$transaction((tx) => refuseOpenRuns(tx, { clusterId: cluster.id }, { table: at }))
  const judged = judgeNodes(present, input.policy)
  refuseBlocked(judged, about.objectName, input.policy)

  const object: AuditObject = { ...about, clusterId: cluster.id, clusterName: cluster.name }
  const statement = modifyStoragePolicyStatement(at, input.policy)
  const senders = sendersOf(judged)
  const due = judged
    .filter(({ verdict }) => verdict.kind === 'allowed')
    .map(({ observed: { node, databaseGroup } }) => ({
      ...{ node, queryId: randomUUID() },
      ...{ isCarried: databaseGroup !== null, isSent: senders.has(node.name) },
    }))
  const statements = due.flatMap(({ node, queryId, isSent }): AuditStatement[] =>
    isSent ? [{ node: node.name, sql: statement.sql, queryId }] : [],
  )
  const details = { policy: input.policy, from: [...new Set(present.map(({ from }) => from.name))] }
  // Written first: after a crash the audit shows what may have been sent, and the tables show what was done.
  await recordAudit(ctx.db, ctx, { ...object, outcome: 'requested', statements, details })

  const changes = new Map<string, NodeChange>()
  let refused = false
  for (const { node, queryId, isCarried, isSent } of due) {
    const sent = { node: node.name, statement: statement.sql, queryId }
    if (refused) {
      const message = 'Not sent, because an earlier node failed.'
      changes.set(node.name, { ...sent, outcome: 'not-tried', policy: null, message })
      continue
    }
    if (!isSent) {
      const change = await readCarried(node, at, input.policy)
      changes.set(node.name, change)
      continue
    }
    const outcome = await node.client.command({
      ...statement,
      queryId,
      timeoutMs: statementTimeoutMs,
      purpose: 'change_table_policy',
      ...(isCarried ? { settings: replicatedDdlSettings } : {}),
    })
    const message = outcome.kind === 'ok' ? null : explain(outcome)
    const change = await readBack(node, at, input.policy, { ...sent, message })
    changes.set(node.name, change)
    refused = change.outcome !== 'changed'
  }
  const nodes = [
    ...judged.map(
      ({ observed }) => changes.get(observed.node.name) ?? alreadyOn(observed.node, input.policy),
    ),
    ...coverage.missingNodes.map(leftOut),
  ]
  const complete = nodes.every(({ outcome }) => outcome === 'already' || outcome === 'changed')
  const open = nodes.filter(({ outcome }) => outcome !== 'already' && outcome !== 'changed')
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      ...object,
      outcome: outcomeOfMany(nodes.map((node) => !open.includes(node))),
      statements: statements.filter(({ node }) => changes.get(node)?.outcome !== 'not-tried'),
      details: { ...details, nodes: nodes.map(({ node, outcome }) => `${node}: ${outcome}`) },
      ...(complete ? {} : { error: open.map(({ node, message }) => `${node}: ${message}`).join(' ') }),
    })
    await notifyChange(tx, 'table', about.objectName)
  })
  return { policy: input.policy, complete, nodes }
}

function refuseBlocked(judged: readonly JudgedNode[], table: string, policy: string): void {
  const blocking = judged.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'blocking'))
  const [first] = blocking
  if (!first) return
  const reasons = new Map<string, string[]>()
  for (const { text, node } of blocking) reasons.set(text, [...(reasons.get(text) ?? []), node])
  const text = [...reasons].map(([reason, nodes]) => `${nodes.join(', ')}: ${reason}`).join(' ')
  throw new ServiceError(
    'refused',
    `The policy of ${table} was not changed to '${policy}'. Nothing was sent. ${text}`,
    {
      ...(first.hint === null ? {} : { hint: first.hint }),
    },
  )
}

/** The result is what the node shows now, even after a lost response. */
async function readBack(
  node: ConnectedNode,
  at: { database: string; table: string },
  policy: string,
  sent: Pick<NodeChange, 'node' | 'statement' | 'queryId' | 'message'>,
): Promise<NodeChange> {
  try {
    const { rows } = await node.client.query(tableIdentity, at)
    const now = rows[0]?.storage_policy ?? null
    if (now === policy) return { ...sent, outcome: 'changed', policy: now, message: null }
    const message = sent.message ?? `the statement succeeded, but the policy is still '${now}'`
    return { ...sent, outcome: 'refused', policy: now, message }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    return { ...sent, outcome: 'unknown', policy: null, message: sent.message ?? reason }
  }
}

/** For a node that gets the change through its database. */
async function readCarried(
  node: ConnectedNode,
  at: { database: string; table: string },
  policy: string,
): Promise<NodeChange> {
  const deadline = performance.now() + carriedWaitMs
  for (;;) {
    const message = `The database has not replicated the change to it within ${carriedWaitMs / 1_000} s. The change stays in the queue of the database.`
    const change = await readBack(node, at, policy, {
      ...{ node: node.name, statement: null, queryId: null, message },
    })
    if (change.outcome === 'changed' || performance.now() > deadline) return change
    await sleep(200)
  }
}

function alreadyOn(node: ConnectedNode, policy: string): NodeChange {
  return { node: node.name, outcome: 'already', policy, statement: null, queryId: null, message: null }
}

function leftOut(node: string): NodeChange {
  return {
    node,
    outcome: 'not-tried',
    policy: null,
    statement: null,
    queryId: null,
    message: 'It could not be checked and was excluded.',
  }
}

import { randomUUID } from 'node:crypto'
import {
  explain,
  flushDistributedStatement,
  listDistributionQueues,
  QueryFailedError,
} from '@frostline/clickhouse'
import type { z } from 'zod'
import { outcomeOfMany } from '../../platform/base/audit-outcome.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { type FlushReport, flushInsertQueueInput } from './schema.ts'

/** A statement continues on the node without its client: the list then shows what is left. */
const maxWaitMs = 60_000

/**
 * Flushes a Distributed table's queue on the nodes. The result is what a node shows afterwards, not how its statement
 * went. Nodes without the table are left out.
 * @throws ServiceError `not_found` for an unknown cluster, node or table; `unreachable` where no node answers.
 */
export async function flushInsertQueue(
  ctx: ServiceContext,
  given: z.input<typeof flushInsertQueueInput>,
): Promise<FlushReport> {
  const name = `${given.database}.${given.table}`
  const about = { action: 'insert-queue.flush', objectType: 'table', objectName: name }
  await authorize(ctx, 'operator', about)
  const { nodes: wanted, ...at } = parseInput(flushInsertQueueInput, given)
  const cluster = await ctx.clusters.get(at.cluster)
  const unknown = wanted?.find((node) => cluster.nodes.every((each) => each.name !== node))
  if (unknown !== undefined)
    throw new ServiceError('not_found', `${cluster.name} has no node ${unknown}.`, {
      hint: 'Choose one from the list of nodes.',
    })
  const asked = cluster.nodes.filter((node) => wanted?.includes(node.name) ?? true)
  const seen = await Promise.all(asked.map(async (node) => ({ node, queue: await look(node, at) })))
  const holders = seen.filter(({ queue }) => queue.kind !== 'none')
  if (holders.length === 0)
    throw new ServiceError('not_found', `No node has a Distributed table ${name} with a queue.`, {
      hint: 'A Distributed table has a queue once rows have been inserted through it in the background.',
    })
  const statement = flushDistributedStatement(at)
  const sent: { node: string; sql: string; queryId: string }[] = []
  const nodes = await Promise.all(
    holders.map(async ({ node }) => {
      const queryId = randomUUID()
      sent.push({ node: node.name, sql: statement.sql, queryId })
      const outcome = await node.client.command({
        ...statement,
        queryId,
        timeoutMs: maxWaitMs,
        purpose: 'flush_distributed',
      })
      const after = await look(node, at)
      return { node: node.name, ...judge(after, outcome.kind === 'ok' ? null : explain(outcome)) }
    }),
  )
  const complete = nodes.every(({ drained }) => drained === true)
  await recordAudit(ctx.db, ctx, {
    ...about,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: outcomeOfMany(nodes.map(({ drained }) => drained === true)),
    statements: sent,
    details: { nodes: nodes.map(({ node, message }) => `${node}: ${message}`) },
  })
  return { complete, nodes }
}

type Look =
  | { kind: 'none' }
  | { kind: 'queue'; files: bigint; blocked: boolean }
  | { kind: 'unseen'; fault: string }

async function look(node: ConnectedNode, at: { database: string; table: string }): Promise<Look> {
  try {
    const { rows } = await node.client.query(listDistributionQueues, {}, { timeoutMs: 5_000 })
    const row = rows.find(({ database, table }) => database === at.database && table === at.table)
    return row ? { kind: 'queue', files: row.files, blocked: row.blocked } : { kind: 'none' }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return { kind: 'unseen', fault: explain(thrown.failure) }
  }
}

function judge(after: Look, fault: string | null): { drained: boolean | null; message: string } {
  if (after.kind === 'unseen') return { drained: null, message: fault ?? after.fault }
  const files = after.kind === 'none' ? 0n : after.files
  if (files === 0n) return { drained: true, message: 'Nothing is queued.' }
  const left = `${files} ${files === 1n ? 'file is' : 'files are'} still queued.`
  if (fault !== null) return { drained: false, message: `${left} ${fault}` }
  const blocked = after.kind === 'queue' && after.blocked
  return {
    drained: false,
    message: blocked
      ? `${left} Sends of this table are stopped on the node. Run SYSTEM START DISTRIBUTED SENDS.`
      : `${left} New rows arrived during the flush.`,
  }
}

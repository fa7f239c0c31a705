import { killSeenStatement, liveStatements, startToleranceMs } from '@frostline/clickhouse'
import { judgeKill, openRunStatuses, runKinds } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { withRuns } from './list.ts'
import { type KillReport, killQueryInput, type LiveStatement } from './schema.ts'
import { findNode, lookAt, sendKill } from './send-kill.ts'
import { toLiveStatement } from './to-views.ts'

const auditedChars = 4_000

/**
 * Kills one query on one node. A later query with the same id is left alone.
 * @throws ServiceError `conflict` for a statement of an open run: the run is to be cancelled instead; `unreachable`
 * where the node does not list its queries; `not_found` for an unknown cluster or node.
 */
export async function killQuery(
  ctx: ServiceContext,
  given: z.input<typeof killQueryInput>,
): Promise<KillReport> {
  const about = { action: 'query.kill', objectType: 'query', objectName: given.queryId }
  await authorize(ctx, 'operator', about)
  const input = parseInput(killQueryInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const node = findNode(cluster, input.node)
  const find = () => findStatement(node, input)
  const found = await lookAt(node, 'queries', find)
  if (!found)
    return {
      ...{ result: 'already_ended', grant: null },
      message: `The query had already ended on ${node.name}. Nothing was killed.`,
    }
  const [statement = found] = await withRuns(ctx, [found])
  await refuseOwn(ctx, cluster.id, statement)
  return sendKill(ctx, {
    ...{ cluster, node, about, noun: 'query', purpose: 'kill_query' },
    statement: killSeenStatement(input),
    usualGrant: 'KILL QUERY ON *.*',
    details: {
      node: node.name,
      user: statement.user,
      query: statement.text,
      elapsedSeconds: Math.round(statement.elapsedSeconds),
      readBytes: String(statement.readBytes),
      storeBytes: String(statement.storeBytes),
    },
    isThere: async () => (await find()) !== null,
  })
}

/** Null: it has ended, or another query has its id now. */
async function findStatement(
  { name, client }: ConnectedNode,
  seen: z.output<typeof killQueryInput>,
): Promise<LiveStatement | null> {
  const params = { query_id: seen.queryId, text_chars: auditedChars, limit: 10 }
  const { rows } = await client.query(liveStatements, params, { timeoutMs: 5_000 })
  const row = rows.find(
    ({ fingerprint, started_at }) =>
      fingerprint === seen.fingerprint &&
      Math.abs(started_at.getTime() - seen.startedAt.getTime()) <= startToleranceMs,
  )
  return row ? toLiveStatement(name, row) : null
}

/** A run sends its statements again, or counts them as failed: only cancelling it ends them for good. */
async function refuseOwn(
  ctx: ServiceContext,
  clusterId: string,
  { frostline, run }: LiveStatement,
): Promise<void> {
  const open = { clusterId, status: { in: [...openRunStatuses] } }
  const openRuns = frostline && !run ? await ctx.db.run.count({ where: open }) : 0
  const verdict = judgeKill(frostline, run, openRuns > 0)
  if (verdict === 'cancel-run' && run) {
    const { noun, preposition } = runKinds[run.kind]
    const { name, status, objectType, objectId, clusterSlug } = run
    throw new ServiceError(
      'conflict',
      `This query belongs to the ${noun} ${preposition} ${name}, which is ${status}.`,
      { hint: 'Cancel the run instead.', related: [{ objectType, objectId, clusterSlug, name }] },
    )
  }
  if (verdict === 'may-be-of-run')
    throw new ServiceError(
      'conflict',
      `This is a statement of Frostline (${frostline?.purpose}) that may belong to an open run.`,
      { hint: 'Cancel the run instead. Activity lists the open runs of the cluster.' },
    )
}

import { randomUUID } from 'node:crypto'
import { explain, startMovesStatement } from '@frostline/clickhouse'
import { notifyChange } from '@frostline/db'
import { tableChangeId } from '../../identity/access/sees-change.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type StartMovesInput, startMovesInput } from './schema.ts'

/**
 * Sends SYSTEM START MOVES for one table to one node: due parts move again from then on. Harmless where moves are not
 * stopped.
 * @throws ServiceError `conflict` while a worker has stopped the moves in order to cancel a migration.
 */
export async function startMoves(
  ctx: ServiceContext,
  given: StartMovesInput,
): Promise<{ node: string; statement: string }> {
  const input = parseInput(startMovesInput, given)
  const at = { database: input.database, table: input.table }
  const about = { action: 'table.start-moves', objectType: 'table', objectName: `${at.database}.${at.table}` }
  await authorize(ctx, 'operator', about)
  const cluster = await ctx.clusters.get(input.cluster)
  const node = cluster.nodes.find((candidate) => candidate.name === input.node)
  if (!node)
    throw new ServiceError('not_found', `${cluster.name} has no node ${input.node}.`, {
      hint: 'Choose one from the list of nodes.',
    })
  const debt = await ctx.db.stoppedMoves.findFirst({
    where: { clusterId: cluster.id, nodeName: node.name, ...at },
  })
  if (debt)
    throw new ServiceError('conflict', `A tier migration is being cancelled on ${node.name}.`, {
      hint: 'The worker sends START MOVES within seconds. Then try again.',
    })
  const { sql } = startMovesStatement(at)
  const queryId = `frostline-start-moves-${randomUUID()}`
  const statements = [{ node: node.name, sql, queryId }]
  const facts = { ...about, clusterId: cluster.id, clusterName: cluster.name, statements }
  const outcome = await node.client.command({ sql, params: {}, queryId, timeoutMs: 10_000 })
  if (outcome.kind !== 'ok') {
    const error = explain(outcome)
    await recordAudit(ctx.db, ctx, { ...facts, outcome: 'failed', error })
    throw new ServiceError(
      outcome.kind === 'refused' ? 'refused' : 'unreachable',
      `${node.name} rejected ${sql}: ${error}`,
      { hint: 'Check the node and the grant SYSTEM MOVES of the user.' },
    )
  }
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, { ...facts, outcome: 'succeeded' })
    await notifyChange(tx, 'placement', tableChangeId(cluster.id, at))
  })
  return { node: node.name, statement: sql }
}

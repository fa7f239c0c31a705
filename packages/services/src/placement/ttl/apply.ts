import type { TableRef } from '@frostline/clickhouse'
import { drivenRunStatuses, printTableName } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditObject, type AuditStatement, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ClusterConnection } from '../../platform/cluster/cluster-connection.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { describeAccepted, findLossToAccept, readAccepted, requireAccepted } from './loss-to-accept.ts'
import { planOrders } from './plan-orders.ts'
import { readBack } from './read-back.ts'
import { findHeavyFault, type JudgedTable, lossesByPlace, readJudged } from './read-judged.ts'
import { readRules } from './read-rules.ts'
import { type ApplyTableTtlInput, applyTableTtlInput, type TableTtlApplied } from './schema.ts'
import { sendTtl, ttlStatementOf } from './send-ttl.ts'

/**
 * Sets or removes the TTL of a table on every node, one after the other, and reads each back; for a replicated table in
 * every shard, through the replica that is least behind, or the next one if that does not accept it. It stops at the
 * first rejection, so that no further node is changed. Each statement is audited before it is sent. A node that has the
 * TTL already gets no ALTER: applying again finishes a half-applied change.
 * @throws ServiceError `invalid`, `refused` (nothing was sent; also a loss that was not accepted), `conflict` (the TTL
 * has changed meanwhile, a place loses more than was accepted, a tier migration of the table runs and heavy mode would
 * rewrite its parts, or the table is being taken off zero-copy replication), `unreachable`.
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
  await refuseManaged(ctx.db, ctx, { kind: 'tables', clusterId: cluster.id, name: printTableName(at) })
  const now = ctx.now()
  const table = await readJudged(ctx, cluster.id, at, readRules(input.ttl), { now, countedAt: now })
  const { present, places } = table
  refuseUnready(table, input)
  if (input.mode === 'heavy') await refuseRunningMigration(ctx, cluster, at)
  await refuseRunningExit(ctx, cluster, at)
  const lost = findLossToAccept(lossesByPlace(table), input.mode)
  if (lost) requireAccepted(object.objectName, lost, input.accepts ? readAccepted(input.accepts) : null)

  const ttl = present[0]?.value.checked.ttl ?? ''
  const details = {
    ttl,
    mode: input.mode,
    before: [...new Set(present.map(({ value }) => value.seen.ttl))],
    accepted: lost && describeAccepted(lost),
  }
  const orders = planOrders(places, ttl, input.mode)
  const planned = orders.flatMap(({ steps, through }) =>
    steps.map(({ purpose, queryId }): AuditStatement => {
      return { node: through[0]?.name ?? '', sql: ttlStatementOf(at, ttl, purpose).sql, queryId }
    }),
  )
  const request = (statements: AuditStatement[]) =>
    recordAudit(ctx.db, ctx, { ...object, outcome: 'requested', statements, details })
  await request(planned)
  const sent = await sendTtl(at, ttl, orders, (attempt) => request([attempt]))
  const statements = [...sent.values()].flatMap(({ attempts, isCarried }) =>
    isCarried ? [] : attempts.map(({ node, sql, queryId }): AuditStatement => ({ node, sql, queryId })),
  )
  const nodes = await readBack({ at, ttl, table, sent })
  const wrong = nodes.filter(({ state }) => !['changed', 'unchanged', 'waits'].includes(state))
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

function refuseUnready(
  { present, checks, readiness }: JudgedTable,
  { basedOn, mode }: Pick<ApplyTableTtlInput, 'basedOn' | 'mode'>,
): void {
  const blocking = readiness.find(({ outcome }) => outcome === 'blocking')
  if (blocking?.id === 'nodes-reachable')
    throw new ServiceError('unreachable', `${blocking.text}. No TTL was set.`, {
      hint: 'Bring all nodes back first.',
    })
  if (blocking?.id === 'replica-read-only')
    throw new ServiceError('refused', `${blocking.text} Nothing was sent.`, { hint: blocking.hint ?? '' })
  if (blocking)
    throw new ServiceError('refused', `${blocking.node ?? ''}: ${blocking.text}`, {
      hint: 'Correct the TTL. Nothing was changed.',
    })
  const fault = mode === 'heavy' ? findHeavyFault(checks) : null
  if (fault !== null)
    throw new ServiceError('refused', `MATERIALIZE TTL would never finish. ${fault}`, {
      hint: 'Nothing was changed. Use the gentle way, or fix the cause first. The dry run shows how.',
    })
  const other = present.find(
    ({ value }) => basedOn && !basedOn.includes(value.seen.ttl) && value.seen.ttl !== value.checked.ttl,
  )
  if (other)
    throw new ServiceError(
      'conflict',
      `The TTL on ${other.node.name} has changed: ${other.value.seen.ttl || 'none'}.`,
      {
        hint: 'Reload the current TTL, then decide.',
      },
    )
}

async function refuseRunningMigration(
  ctx: ServiceContext,
  cluster: ClusterConnection,
  at: TableRef,
): Promise<void> {
  const running = await ctx.db.tierMigration.findFirst({
    where: { clusterId: cluster.id, ...at, run: { status: { in: [...drivenRunStatuses] } } },
    select: { id: true },
  })
  if (!running) return
  throw new ServiceError(
    'conflict',
    `A tier migration of ${at.database}.${at.table} is running (${running.id}). The heavy way would rewrite its parts.`,
    {
      hint: 'Wait until it ends, cancel it, or use the gentle way.',
    },
  )
}

/** With a TTL that moves parts to object storage replicas would share them again. */
async function refuseRunningExit(
  ctx: ServiceContext,
  cluster: ClusterConnection,
  at: TableRef,
): Promise<void> {
  const running = await ctx.db.zeroCopyExit.findFirst({
    where: { clusterId: cluster.id, ...at, run: { status: { in: [...drivenRunStatuses] } } },
    select: { id: true },
  })
  if (!running) return
  throw new ServiceError(
    'conflict',
    `${at.database}.${at.table} is being taken off zero-copy replication (${running.id}). A TTL that moves parts would have them shared again.`,
    { hint: 'Wait for its end, or pause it first.' },
  )
}

import {
  lockBenchmarkStarts,
  type NewBenchmark,
  notifyChange,
  storeBenchmark,
  type Transaction,
} from '@frostline/db'
import { activeBenchmarkStatuses } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, type AuditObject, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'

/**
 * Stores a benchmark, queued: a worker takes it from the ledger.
 * @throws ServiceError `conflict` where the node is being measured already
 */
export async function enqueueBenchmark(
  ctx: ServiceContext,
  cluster: { id: string; name: string },
  wanted: Pick<NewBenchmark, 'kind' | 'nodeName' | 'subject' | 'spec' | 'steps'>,
  { attempt, details }: { attempt: AuditObject; details: AuditFacts['details'] },
): Promise<{ id: string }> {
  return ctx.db.$transaction(async (tx) => {
    await lockBenchmarkStarts(tx)
    await refuseBusyNode(tx, cluster.id, wanted.nodeName)
    const { id } = await storeBenchmark(tx, {
      ...wanted,
      clusterId: cluster.id,
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name, now: ctx.now() },
    })
    await recordAudit(tx, ctx, {
      ...attempt,
      objectId: id,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'requested',
      details: { kind: wanted.kind, node: wanted.nodeName, ...details },
    })
    await notifyChange(tx, 'benchmark', id)
    return { id }
  })
}

/** Two at once would measure each other. */
async function refuseBusyNode(tx: Transaction, clusterId: string, nodeName: string): Promise<void> {
  const rival = await tx.benchmark.findFirst({
    where: { clusterId, nodeName, status: { in: [...activeBenchmarkStatuses] } },
    select: { subject: true, requestedBy: true, status: true },
  })
  if (rival)
    throw new ServiceError(
      'conflict',
      `${nodeName} is being measured already: a benchmark of ${rival.subject} by ${rival.requestedBy} is ${rival.status}.`,
      { hint: 'Two at once would measure each other. Wait for it, or cancel it first.' },
    )
}

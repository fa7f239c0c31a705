import { holdStarts, type NewBenchmark, notifyChange, storeBenchmark, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type AuditFacts, type AuditObject, recordAudit } from '../../platform/base/record-audit.ts'
import { refuseBusyNodes } from './refuse-busy-nodes.ts'

/**
 * Stores a benchmark, queued: a worker takes it from the ledger.
 * @throws ServiceError `conflict` where a benchmark runs on the node already
 */
export async function enqueueBenchmark(
  ctx: ServiceContext,
  cluster: { id: string; name: string },
  wanted: Pick<NewBenchmark, 'kind' | 'nodeName' | 'subject' | 'spec' | 'steps'>,
  {
    attempt,
    details,
    store = async () => undefined,
  }: {
    attempt: AuditObject
    details: AuditFacts['details']
    /** Stores what its kind keeps in addition. */
    store?: (tx: Transaction, id: string) => Promise<void>
  },
): Promise<{ id: string }> {
  return ctx.db.$transaction(async (tx) => {
    await holdStarts(tx, 'benchmark')
    await refuseBusyNodes(tx, { clusterId: cluster.id, ...wanted })
    const { id } = await storeBenchmark(tx, {
      ...wanted,
      clusterId: cluster.id,
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name, now: ctx.now() },
    })
    await store(tx, id)
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

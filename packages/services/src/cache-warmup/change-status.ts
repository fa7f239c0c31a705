import { type CacheWarmup, lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { requireNodes } from '../cluster/require-nodes.ts'
import { findWarmup, type WarmupWithCluster } from './find-warmup.ts'

export interface WarmupChange {
  action: string
  details?: AuditFacts['details']
  /** Returns the new values, or throws when the state of the warm-up does not allow it. */
  decide: (
    warmup: CacheWarmup,
    tx: Transaction,
  ) => Promise<Prisma.CacheWarmupUpdateInput> | Prisma.CacheWarmupUpdateInput
}

/** One person's decision on a warm-up: authorized, checked against its state under a row lock, audited, announced. */
export async function changeWarmup(
  ctx: ServiceContext,
  id: string,
  change: WarmupChange,
): Promise<{ id: string; status: CacheWarmup['status'] }> {
  const known = await ctx.db.cacheWarmup.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  await authorize(ctx, 'operator', describeObject(id, change, known))
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'cache_warmup', id)
    const warmup = await findWarmup(tx, id)
    const data = await change.decide(warmup, tx)
    if (data.status === 'queued') {
      const open = await tx.cacheWarmupStep.findMany({ where: { warmupId: id, status: 'planned' } })
      await requireNodes(
        tx,
        warmup.clusterId,
        open.map(({ nodeName }) => nodeName),
      )
    }
    const { status } = await tx.cacheWarmup.update({ where: { id }, data })
    await recordAudit(tx, ctx, {
      ...describeObject(id, change, warmup),
      outcome: 'requested',
      ...(change.details ? { details: change.details } : {}),
    })
    await notifyChange(tx, 'cache-warmup', id)
    return { id, status }
  })
}

function describeObject(id: string, { action }: WarmupChange, known: WarmupWithCluster | null) {
  return {
    action,
    objectType: 'cache-warmup',
    objectId: id,
    objectName: known ? `${known.database}.${known.table}` : id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
}

export function refuseWarmupState(
  { database, table, status }: CacheWarmup,
  verb: string,
  hint: string,
): never {
  throw new ServiceError(
    'conflict',
    `The warm-up of ${database}.${table} is ${status}, so it cannot be ${verb}.`,
    {
      hint,
    },
  )
}

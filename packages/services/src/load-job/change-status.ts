import { type LoadJob, lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { requireNodes } from '../cluster/require-nodes.ts'
import { findLoad } from './find-load.ts'
import type { JobWithCluster } from './to-summary.ts'

export interface LoadChange {
  action: string
  /** False: it needs no node, and may be decided when one of them was removed from the cluster. */
  takesUp?: false
  details?: Record<string, string | number>
  /** Returns the new values, or throws when the state of the load does not allow it. */
  decide: (job: LoadJob, tx: Transaction) => Promise<Prisma.LoadJobUpdateInput> | Prisma.LoadJobUpdateInput
}

/**
 * One person's decision on a load: authorized, checked against its state under a row lock, audited, announced. A worker
 * does what the state asks for.
 */
export async function changeLoad(
  ctx: ServiceContext,
  id: string,
  change: LoadChange,
): Promise<{ id: string; status: LoadJob['status'] }> {
  const known = await ctx.db.loadJob.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  await authorize(ctx, 'operator', describeObject(id, change, known))
  return ctx.db.$transaction(
    async (tx) => {
      await lockRow(tx, 'load_job', id)
      const job = await findLoad(tx, id)
      if (change.takesUp !== false && (job.status === 'failed' || job.status === 'cancelled'))
        await requireNodes(tx, job.clusterId, loadSpec.parse(job.spec).landing.nodes)
      const { status } = await tx.loadJob.update({ where: { id }, data: await change.decide(job, tx) })
      await recordAudit(tx, ctx, {
        ...describeObject(id, change, job),
        outcome: 'requested',
        details: change.details,
      })
      await notifyChange(tx, 'load-job', id)
      return { id, status }
    },
    // A retry may put a hundred thousand files into new batches.
    { timeout: 30_000, maxWait: 5_000 },
  )
}

function describeObject(id: string, { action }: LoadChange, known: JobWithCluster | null) {
  return {
    action,
    objectType: 'load-job',
    objectId: id,
    objectName: known ? targetOf(known) : id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
}

function targetOf(job: LoadJob): string {
  const { target } = loadSpec.parse(job.spec)
  return `${target.database}.${target.table}`
}

export function refuseLoadState(job: LoadJob, verb: string, hint: string): never {
  throw new ServiceError(
    'conflict',
    `The load into ${targetOf(job)} is ${job.status}, so it cannot be ${verb}.`,
    { hint },
  )
}

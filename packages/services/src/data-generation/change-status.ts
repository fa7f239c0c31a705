import { type DataGeneration, lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findGeneration, type GenerationWithCluster } from './find-generation.ts'

export interface GenerationChange {
  action: string
  /** Returns the new values, or throws when the state of the generation does not allow it. */
  decide: (generation: DataGeneration, tx: Transaction) => Promise<Prisma.DataGenerationUpdateInput>
}

/** One person's decision on a generation: authorized, checked against its state under a row lock, audited, announced. */
export async function changeGeneration(
  ctx: ServiceContext,
  id: string,
  change: GenerationChange,
): Promise<{ id: string; status: DataGeneration['status'] }> {
  const known = await ctx.db.dataGeneration.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  await authorize(ctx, 'operator', describeObject(id, change, known))
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'data_generation', id)
    const generation = await findGeneration(tx, id)
    const { status } = await tx.dataGeneration.update({
      where: { id },
      data: await change.decide(generation, tx),
    })
    await recordAudit(tx, ctx, { ...describeObject(id, change, generation), outcome: 'requested' })
    await notifyChange(tx, 'data-generation', id)
    return { id, status }
  })
}

function describeObject(id: string, { action }: GenerationChange, known: GenerationWithCluster | null) {
  return {
    action,
    objectType: 'data-generation',
    objectId: id,
    objectName: known ? `${known.bucket}/${known.prefix}` : id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
}

export function refuseGenerationState(
  { bucket, prefix, status }: DataGeneration,
  verb: string,
  hint: string,
): never {
  throw new ServiceError(
    'conflict',
    `The generation into ${bucket}/${prefix} is ${status}, so it cannot be ${verb}.`,
    { hint },
  )
}

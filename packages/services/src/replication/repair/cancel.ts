import { lockRow, notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { recordAudit } from '../../base/record-audit.ts'
import { ServiceError } from '../../base/service-error.ts'
import { repairRoles } from './preview.ts'
import { repairRef } from './schema.ts'

/** Asks a repair to stop. Its statement is killed; what the server has done by then stays. */
export async function cancelRepair(ctx: ServiceContext, given: z.input<typeof repairRef>) {
  const { id } = parseInput(repairRef, given)
  const known = await ctx.db.replicaRepair.findUnique({ where: { id }, include: { cluster: true } })
  const attempt = {
    ...{ action: 'replica-repair.cancel', objectType: 'replica-repair', objectId: id },
    objectName: known ? `${known.database}.${known.table}` : id,
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
  await authorize(ctx, known ? repairRoles[known.kind] : 'operator', attempt)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'replica_repair', id)
    const repair = await tx.replicaRepair.findUnique({ where: { id } })
    if (!repair)
      throw new ServiceError('not_found', `There is no repair ${id}.`, {
        hint: 'Choose one from the replicas of the table. The ID may be from another console.',
      })
    if (repair.status !== 'queued' && repair.status !== 'running')
      throw new ServiceError('conflict', `The repair is ${repair.status}, so it cannot be cancelled.`, {
        hint: 'Nothing is running.',
      })
    const { status } = await tx.replicaRepair.update({
      where: { id },
      data: {
        cancelledBy: ctx.actor.name,
        ...(repair.status === 'queued'
          ? { status: 'cancelled', finishedAt: ctx.now() }
          : { status: 'cancelling' }),
      },
    })
    await recordAudit(tx, ctx, { ...attempt, outcome: 'requested' })
    await notifyChange(tx, 'replica-repair', id)
    return { id, status }
  })
}

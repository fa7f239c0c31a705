import { notifyChange, type Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { acknowledgeAlertInput } from './schema.ts'

/**
 * Acknowledges an alert: no more notifications except that it resolved. @throws ServiceError `not_found`, `conflict`
 */
export async function acknowledgeAlert(
  ctx: ServiceContext,
  given: z.input<typeof acknowledgeAlertInput>,
): Promise<{ id: string }> {
  const { id, note } = parseInput(acknowledgeAlertInput, given)
  const known = await ctx.db.alert.findUnique({
    where: { id },
    include: { cluster: { select: { name: true } } },
  })
  const about = {
    action: 'alert.acknowledge',
    objectType: 'alert',
    objectId: id,
    objectName: known?.title ?? id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
  await authorize(ctx, 'operator', about)
  if (!known)
    throw new ServiceError('not_found', `There is no alert ${id}.`, { hint: 'Choose one from the list.' })
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.alert.updateMany({
      where: { id, state: 'firing', acknowledgedAt: null },
      data: { acknowledgedAt: ctx.now(), acknowledgedBy: ctx.actor.name, note: note === '' ? null : note },
    })
    if (count === 0)
      throw new ServiceError('conflict', `The alert “${known.title}” has ended or is already acknowledged.`, {
        hint: 'Refresh the list.',
      })
    await queueAcknowledgement(tx, id, ctx.now())
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details: { note } })
    await notifyChange(tx, 'alert', id)
  })
  return { id }
}

/** Services for people on call stop paging. Other channels need no message about it. */
async function queueAcknowledgement(tx: Transaction, alertId: string, now: Date): Promise<void> {
  const told = await tx.alertDelivery.findMany({
    where: { alertId, event: 'fired', channel: { enabled: true, type: { in: ['pagerduty', 'opsgenie'] } } },
    select: { channelId: true },
  })
  await tx.alertDelivery.createMany({
    data: told.map(({ channelId }) => ({
      ...{ alertId, channelId, event: 'acknowledged' },
      ...{ nextAttemptAt: now, createdAt: now },
    })),
    skipDuplicates: true,
  })
}

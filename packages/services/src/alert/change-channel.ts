import { notifyChange, type Transaction } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'

/** Does something with one channel, as an admin, and writes down what `change` returns as the details of the audit. */
export async function changeChannel(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.alertChannel.findUnique({ where: { id }, select: { name: true } })
  const about = { action, objectType: 'alert-channel', objectId: id, objectName: known?.name ?? id }
  await authorize(ctx, 'admin', about)
  if (!known)
    throw new ServiceError('not_found', `There is no alert channel ${id}.`, { hint: 'Refresh the list.' })
  await ctx.db.$transaction(async (tx) => {
    const details = await change(tx)
    await recordAudit(tx, ctx, {
      ...about,
      outcome: action.endsWith('.test') ? 'requested' : 'succeeded',
      ...(details ? { details } : {}),
    })
    await notifyChange(tx, 'alert', id)
  })
}

import { notifyChange, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import type { StoredSchedule } from './find-schedule.ts'

/** Disables a schedule in whose owner's name nothing may be moved any more, and leaves the due run out. */
export async function stopForOwner(
  tx: Transaction,
  ctx: ServiceContext,
  schedule: StoredSchedule,
  runId: string,
  reason: string,
): Promise<void> {
  await tx.tierScheduleRun.update({
    where: { id: runId },
    data: { status: 'skipped', reason: `The schedule was stopped. ${reason}`, finishedAt: ctx.now() },
  })
  await tx.tierSchedule.update({
    where: { id: schedule.id },
    data: { enabled: false, nextDueAt: null, stoppedReason: reason },
  })
  await recordAudit(tx, ctx, {
    action: 'tier-schedule.stop',
    objectType: 'tier-schedule',
    objectId: schedule.id,
    objectName: schedule.name,
    clusterId: schedule.clusterId,
    clusterName: schedule.cluster.name,
    outcome: 'succeeded',
    error: reason,
  })
  await notifyChange(tx, 'tier-schedule', schedule.id)
}

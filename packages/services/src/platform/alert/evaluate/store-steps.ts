import { notifyChange, type Transaction } from '@frostline/db'
import type { AlertCondition, AlertStep } from '@frostline/domain'

/** Writes the alert transitions of one cluster, with their notifications, in the caller's transaction. */
export async function storeSteps(
  tx: Transaction,
  clusterId: string,
  steps: readonly AlertStep[],
  now: Date,
): Promise<void> {
  for (const step of steps) {
    switch (step.kind) {
      case 'open':
        await tx.alert.create({
          data: {
            clusterId,
            kind: step.condition.kind,
            subject: step.condition.subject,
            openKey: JSON.stringify([clusterId, step.condition.kind, step.condition.subject]),
            pendingSince: now,
            state: step.fires ? 'firing' : 'pending',
            firedAt: step.fires ? now : null,
            ...describe(step.condition, now),
          },
        })
        break
      case 'see':
        await tx.alert.update({
          where: { id: step.id },
          data: {
            ...describe(step.condition, now),
            clearSince: null,
            ...(step.fires ? { state: 'firing', firedAt: now } : {}),
          },
        })
        break
      case 'miss':
        await tx.alert.update({
          where: { id: step.id },
          data: { clearSince: step.clearSinceMs === null ? null : new Date(step.clearSinceMs) },
        })
        break
      case 'resolve':
        await tx.alert.update({
          where: { id: step.id },
          data: { state: 'resolved', resolvedAt: now, openKey: null },
        })
        break
      case 'drop':
        await tx.alert.delete({ where: { id: step.id } })
        break
    }
    const told = step.kind === 'resolve' || ((step.kind === 'open' || step.kind === 'see') && step.fires)
    if (told) await notifyChange(tx, 'alert', step.kind === 'open' ? clusterId : step.id)
  }
}

function describe(condition: AlertCondition, now: Date) {
  return {
    severity: condition.severity,
    title: condition.title,
    text: condition.text,
    nodes: [...condition.nodes],
    evidence: condition.evidence.map(({ node, sql }) => ({ node, sql })),
    database: condition.table?.database ?? null,
    table: condition.table?.table ?? null,
    migrationId: condition.migrationId,
    exitId: condition.exitId,
    customRuleId: condition.customRuleId,
    lastSeenAt: now,
  }
}

import type { Transaction } from '@frostline/db'
import { type AlertRule, type BuiltInAlertKind, builtInAlertKinds, defaultAlertRule } from '@frostline/domain'

/** The rule of every kind: as set by an admin, else the default. */
export async function readAlertRules(tx: Transaction): Promise<Record<BuiltInAlertKind, AlertRule>> {
  const rows = await tx.alertRule.findMany()
  return Object.fromEntries(
    builtInAlertKinds.map((kind) => {
      const row = rows.find((each) => each.kind === kind)
      if (!row) return [kind, defaultAlertRule(kind)]
      const { enabled, threshold, holdSeconds, clearSeconds } = row
      return [kind, { kind, enabled, threshold, holdSeconds, clearSeconds }]
    }),
  ) as Record<BuiltInAlertKind, AlertRule>
}

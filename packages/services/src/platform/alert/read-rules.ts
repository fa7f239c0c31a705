import type { Transaction } from '@frostline/db'
import { type AlertKind, type AlertRule, alertKindNames, defaultAlertRule } from '@frostline/domain'

/** The rule of every kind: as set by an admin, else the default. */
export async function readAlertRules(tx: Transaction): Promise<Record<AlertKind, AlertRule>> {
  const rows = await tx.alertRule.findMany()
  return Object.fromEntries(
    alertKindNames.map((kind) => {
      const row = rows.find((each) => each.kind === kind)
      if (!row) return [kind, defaultAlertRule(kind)]
      const { enabled, threshold, holdSeconds, clearSeconds } = row
      return [kind, { kind, enabled, threshold, holdSeconds, clearSeconds }]
    }),
  ) as Record<AlertKind, AlertRule>
}

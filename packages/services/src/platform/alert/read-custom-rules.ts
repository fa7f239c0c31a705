import type { CustomAlertRule, Transaction } from '@frostline/db'
import { alertSeverities, type CustomRule, ruleMetricNames } from '@frostline/domain'

export type StoredCustomRule = CustomRule & { clusterId: string | null }

/** The custom rules that are about a cluster, or all. */
export async function readCustomRules(tx: Transaction, clusterId?: string): Promise<StoredCustomRule[]> {
  const rows = await tx.customAlertRule.findMany({
    where: clusterId === undefined ? {} : { OR: [{ clusterId: null }, { clusterId }] },
    orderBy: { name: 'asc' },
  })
  return rows.flatMap((row) => toCustomRule(row) ?? [])
}

/** Undefined for a metric that this version does not know. */
export function toCustomRule(row: CustomAlertRule): StoredCustomRule | undefined {
  const metric = ruleMetricNames.find((each) => each === row.metric)
  const severity = alertSeverities.find((each) => each === row.severity)
  return metric && severity ? { ...row, metric, severity } : undefined
}

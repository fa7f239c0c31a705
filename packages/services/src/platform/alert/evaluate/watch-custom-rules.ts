import type { Database } from '@frostline/db'
import { type AlertCondition, judgeCustomRule, type OpenAlert } from '@frostline/domain'
import type { StoredCustomRule } from '../read-custom-rules.ts'
import { measureMetric } from './measure-metric.ts'

/**
 * Judges the custom rules of a cluster by its samples. Open alerts of nodes that have no samples now, and of the whole
 * cluster where it has none, are skipped: they keep their state. Tables without samples were dropped, or are no longer
 * among the largest.
 */
export async function watchCustomRules(
  db: Database,
  cluster: { id: string; name: string; nodes: readonly { name: string }[] },
  rules: readonly StoredCustomRule[],
  open: readonly OpenAlert[],
  now: Date,
): Promise<{ conditions: AlertCondition[]; skippedSubjects: Set<string> }> {
  const conditions: AlertCondition[] = []
  const skippedSubjects = new Set<string>()
  for (const rule of rules) {
    if (!rule.enabled) continue
    const readings = await measureMetric(db, cluster, rule, now)
    conditions.push(...judgeCustomRule(rule, readings))
    const sampled = new Set(readings.map(({ subject }) => `${rule.name}: ${subject}`))
    for (const { customRuleId, subject, nodes } of open) {
      if (customRuleId !== rule.id || sampled.has(subject)) continue
      const isOfCluster = subject === `${rule.name}: ${cluster.name}`
      if (isOfCluster || nodes.some((node) => cluster.nodes.some(({ name }) => name === node)))
        skippedSubjects.add(subject)
    }
  }
  return { conditions, skippedSubjects }
}

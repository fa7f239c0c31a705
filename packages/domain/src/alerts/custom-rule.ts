import { type AlertCondition, makeCondition } from './alert-condition.ts'
import type { AlertRule, AlertSeverity } from './alert-rule.ts'
import { type RuleMetric, ruleMetrics } from './rule-metrics.ts'

/** A rule of an admin over the history. */
export interface CustomRule extends Pick<AlertRule, 'enabled' | 'holdSeconds' | 'clearSeconds'> {
  id: string
  name: string
  metric: RuleMetric
  comparison: 'above' | 'below'
  /** In the unit of the metric. */
  threshold: number
  /** How far back the samples go that one value is made of. */
  windowMinutes: number
  severity: AlertSeverity
}

/** The value of one subject within the window. */
export interface MetricReading {
  /** Such as `n1`, `n1/hot`, `shop.orders`, or the name of the cluster. */
  subject: string
  node: string | null
  table: { database: string; table: string } | null
  /** Null where there was nothing to measure, such as the latency of no requests. */
  value: number | null
}

export function isBeyond(
  { comparison, threshold }: Pick<CustomRule, 'comparison' | 'threshold'>,
  value: number,
): boolean {
  return comparison === 'above' ? value > threshold : value < threshold
}

export function judgeCustomRule(rule: CustomRule, readings: readonly MetricReading[]): AlertCondition[] {
  const { title, unit } = ruleMetrics[rule.metric]
  return readings.flatMap(({ subject, node, table, value }) => {
    if (value === null || !isBeyond(rule, value)) return []
    return [
      makeCondition('custom', {
        subject: `${rule.name}: ${subject}`,
        text: `${title} of ${subject} is ${metricText(value, unit)}, ${rule.comparison} ${metricText(rule.threshold, unit)} (${windowText(rule)}).`,
        nodes: node === null ? [] : [node],
        // The figures come from samples that Frostline keeps.
        evidence: [{ node, sql: '' }],
        table,
        title: `${rule.name}: ${subject}`,
        severity: rule.severity,
        customRuleId: rule.id,
      }),
    ]
  })
}

/** "average of 10 minutes" */
export function windowText({ metric, windowMinutes }: Pick<CustomRule, 'metric' | 'windowMinutes'>): string {
  const words = { average: 'average', last: 'last value', max: 'highest value' }
  return `${words[ruleMetrics[metric].over]} of ${windowMinutes} minutes`
}

/** "93.5 %", "12,000 parts" */
export function metricText(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 3
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`
}

import type { AlertCondition } from './alert-condition.ts'
import type { AlertKind, AlertRule } from './alert-rule.ts'

/**
 * Lifecycle of an alert: pending → firing → resolved.
 *
 * - A new condition creates a pending alert. It fires once the condition has held for holdSeconds.
 * - A pending alert whose condition clears is dropped without a notification.
 * - A firing alert whose condition has been gone for clearSeconds resolves. If the condition returns earlier, it keeps
 *   firing.
 * - While the node of a condition is unreachable, the alert keeps its state and the clear timer restarts.
 *
 * The state is stored at every step, so a new evaluator continues where a dead one stopped.
 */
export interface OpenAlert {
  id: string
  kind: AlertKind
  subject: string
  state: 'pending' | 'firing'
  pendingSinceMs: number
  /** When the condition cleared; null while it holds. */
  clearSinceMs: number | null
  nodes: readonly string[]
  /** The custom rule that it is of. */
  customRuleId: string | null
}

/** What could be evaluated this time. */
export interface AlertCoverage {
  missingNodes: ReadonlySet<string>
  /** Kinds that were not evaluated. */
  skippedKinds: ReadonlySet<AlertKind>
  /** Subjects of custom rules that have no samples now. */
  skippedSubjects?: ReadonlySet<string>
}

type Rule = Pick<AlertRule, 'enabled' | 'holdSeconds' | 'clearSeconds'>

export type AlertStep =
  | { kind: 'open'; condition: AlertCondition; fires: boolean }
  | { kind: 'see'; id: string; condition: AlertCondition; fires: boolean }
  | { kind: 'miss'; id: string; clearSinceMs: number | null }
  | { kind: 'resolve'; id: string }
  | { kind: 'drop'; id: string }

/** @param ruleOf a rule that is off for one that was removed. */
export function stepAlerts(
  open: readonly OpenAlert[],
  conditions: readonly AlertCondition[],
  ruleOf: (of: Pick<OpenAlert, 'kind' | 'customRuleId'>) => Rule,
  sight: AlertCoverage,
  nowMs: number,
): AlertStep[] {
  const steps: AlertStep[] = []
  const known = new Map(open.map((alert) => [keyOf(alert), alert]))
  const seen = new Set<string>()
  for (const condition of conditions) {
    const rule = ruleOf(condition)
    const key = keyOf(condition)
    if (!rule.enabled || seen.has(key)) continue
    seen.add(key)
    const alert = known.get(key)
    const holdMs = rule.holdSeconds * 1000
    if (!alert) steps.push({ kind: 'open', condition, fires: holdMs === 0 })
    else {
      const fires = alert.state === 'pending' && nowMs - alert.pendingSinceMs >= holdMs
      steps.push({ kind: 'see', id: alert.id, condition, fires })
    }
  }
  for (const alert of open)
    if (!seen.has(keyOf(alert))) steps.push(stepUnseen(alert, ruleOf(alert), sight, nowMs))
  return steps
}

function stepUnseen(alert: OpenAlert, rule: Rule, sight: AlertCoverage, nowMs: number): AlertStep {
  if (!rule.enabled) return { kind: alert.state === 'pending' ? 'drop' : 'resolve', id: alert.id }
  const unknown =
    sight.skippedKinds.has(alert.kind) ||
    sight.skippedSubjects?.has(alert.subject) ||
    alert.nodes.some((node) => sight.missingNodes.has(node))
  if (unknown) return { kind: 'miss', id: alert.id, clearSinceMs: null }
  if (alert.state === 'pending') return { kind: 'drop', id: alert.id }
  const clearSinceMs = alert.clearSinceMs ?? nowMs
  return nowMs - clearSinceMs >= rule.clearSeconds * 1000
    ? { kind: 'resolve', id: alert.id }
    : { kind: 'miss', id: alert.id, clearSinceMs }
}

function keyOf({ kind, subject }: { kind: AlertKind; subject: string }): string {
  return `${kind} ${subject}`
}

import type { MoveRule } from './move-rule.ts'
import type { PlacedPart } from './placed-replica.ts'

export type RuleChoice =
  | { kind: 'due'; rule: MoveRule; dueMs: number }
  | { kind: 'later'; rule: MoveRule; dueMs: number }
  /** The part has no TTL information for these rules, and no other is due. */
  | { kind: 'no-information'; rules: readonly [MoveRule, ...MoveRule[]] }

/**
 * Which rule applies to a part, as the server chooses: of the rules that are due the one that became due last, and of
 * equals the last one in the TTL (observed on 26.7: a part whose second rule led back to the hot disk went to the cold
 * one and returned). A rule without TTL information is skipped.
 * @param rules at least one.
 */
export function chooseRule(
  part: Pick<PlacedPart, 'ttls'>,
  rules: readonly [MoveRule, ...MoveRule[]],
  nowMs: number,
): RuleChoice {
  let due: { rule: MoveRule; dueMs: number } | undefined
  let next: { rule: MoveRule; dueMs: number } | undefined
  const uninformed: MoveRule[] = []
  for (const rule of rules) {
    const dueMs = part.ttls.find(({ expression }) => expression === rule.expression)?.dueMs
    if (dueMs === undefined) uninformed.push(rule)
    else if (dueMs <= nowMs) {
      if (!due || dueMs >= due.dueMs) due = { rule, dueMs }
    } else if (!next || dueMs < next.dueMs) next = { rule, dueMs }
  }
  if (due) return { kind: 'due', ...due }
  const [first, ...others] = uninformed
  if (first) return { kind: 'no-information', rules: [first, ...others] }
  if (next) return { kind: 'later', ...next }
  return { kind: 'no-information', rules }
}

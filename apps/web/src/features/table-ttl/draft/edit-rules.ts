import { printTtlAge, readTtlAge, type TtlAge, type TtlRule } from '@frostline/domain'

/** Actions that a row of the editor can have; others are shown as they are. */
export type RowAction = 'volume' | 'disk' | 'delete'

export function actionOfRow(rule: TtlRule): RowAction | null {
  if (rule.action.kind === 'move') return rule.action.to
  return rule.action.kind === 'delete' ? 'delete' : null
}

/** A rule that a row can represent: a column and an age, and a move or a DELETE. */
export function isEditable(rule: TtlRule): boolean {
  return readTtlAge(rule.expression) !== null && actionOfRow(rule) !== null
}

export function replaceRule(rules: readonly TtlRule[], index: number, rule: TtlRule | null): TtlRule[] {
  return rules.flatMap((each, at) => (at === index ? (rule === null ? [] : [rule]) : [each]))
}

export function withAge(rule: TtlRule, change: Partial<TtlAge>): TtlRule {
  const age = readTtlAge(rule.expression)
  return age ? { ...rule, expression: printTtlAge({ ...age, ...change }) } : rule
}

export interface Target {
  to: 'disk' | 'volume'
  name: string
}

/** A new action keeps what it can of the old one; a move gets the last target of its kind, the coldest. */
export function withAction(rule: TtlRule, action: RowAction, targets: readonly Target[]): TtlRule {
  if (action === actionOfRow(rule)) return rule
  if (action === 'delete') return { ...rule, action: { kind: 'delete', where: null } }
  const name = targets.findLast(({ to }) => to === action)?.name ?? ''
  return { ...rule, action: { kind: 'move', to: action, name, ifExists: false } }
}

/** The usual first rule: move after thirty days. */
export function newRule(
  columns: readonly { name: string; type: string }[],
  targets: readonly Target[],
): TtlRule {
  const column = columns[0]?.name ?? ''
  const rule: TtlRule = {
    expression: printTtlAge({ column, wrap: null, amount: 30, unit: 'DAY' }),
    action: { kind: 'delete', where: null },
  }
  return targets.some(({ to }) => to === 'volume') ? withAction(rule, 'volume', targets) : rule
}

import type { Groups } from './read-groups.ts'

/** People in this group get this role. */
export interface RoleRule<Role extends string = string> {
  group: string
  role: Role
}

export type RoleDecision<Role extends string = string> =
  /** `group`: of the rule that applied; null where it is the default role. */
  | { kind: 'role'; role: Role; group: string | null }
  | { kind: 'refused'; reason: 'no-rule' | 'groups-absent' | 'groups-overage' }

/**
 * The first rule whose group a person is in decides, otherwise the default role. Groups that a provider left out are
 * never taken for none: a person must not get a lower or a default role by that.
 */
export function decideRole<Role extends string>(
  rules: readonly RoleRule<Role>[],
  defaultRole: Role | null,
  read: Groups,
): RoleDecision<Role> {
  if (read.kind === 'overage') return { kind: 'refused', reason: 'groups-overage' }
  const groups = new Set(read.kind === 'groups' ? read.groups : [])
  const rule = rules.find(({ group }) => groups.has(group))
  if (rule) return { kind: 'role', role: rule.role, group: rule.group }
  if (defaultRole !== null) return { kind: 'role', role: defaultRole, group: null }
  return { kind: 'refused', reason: read.kind === 'absent' ? 'groups-absent' : 'no-rule' }
}

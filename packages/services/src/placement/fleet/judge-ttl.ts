import {
  type DiskRow,
  type StoragePolicyRow,
  sameStorage,
  type TableTtlStateRow,
  volumeOfDisk,
} from '@frostline/clickhouse'
import { lacksTtlInformation, mergeDue, type NextDue, nothingDue, type TtlRule } from '@frostline/domain'

/** One table on one node. */
interface JudgedTable {
  policyName: string
  policies: readonly StoragePolicyRow[]
  disks: readonly DiskRow[]
  rules: readonly TtlRule[]
  states: readonly TableTtlStateRow[]
}

/** Parts that lack information for a rule, and would be left in place by it. */
export function sumBlindParts({ rules, states }: JudgedTable): { parts: bigint; bytes: bigint } {
  const blind = states.filter(({ expressions, has_delete }) =>
    lacksTtlInformation({ moveInfo: new Set(expressions), deleteInfo: has_delete }, rules),
  )
  return {
    parts: blind.reduce((sum, { parts }) => sum + parts, 0n),
    bytes: blind.reduce((sum, { bytes }) => sum + bytes, 0n),
  }
}

/** By the times in the parts. A part that is at its destination is not due. */
export function findNextDue(table: JudgedTable): NextDue {
  const deletes = table.rules.some(({ action }) => action.kind === 'delete' && action.where === null)
  return table.states.reduce((due, state) => {
    const moves = mergeDue(due, dueMoves(state, table))
    if (!deletes) return moves
    const next = state.next_delete && { kind: 'delete' as const, atMs: state.next_delete.getTime() }
    return mergeDue(moves, { next, lateParts: state.past_deletes })
  }, nothingDue)
}

function dueMoves(state: TableTtlStateRow, table: JudgedTable): NextDue {
  const away = (expression: string) => !isArrived(expression, state.disk_name, table)
  const upcoming = state.upcoming_expressions.flatMap((expression, index) => {
    const at = state.upcoming_first[index]
    return at && away(expression) ? [at.getTime()] : []
  })
  return {
    next: upcoming.length === 0 ? null : { kind: 'move', atMs: Math.min(...upcoming) },
    lateParts: state.past_expressions.reduce(
      (sum, expression, index) => sum + (away(expression) ? (state.past_parts[index] ?? 0n) : 0n),
      0n,
    ),
  }
}

/** True also for information of a rule that the TTL no longer has, and for a destination that does not exist. */
function isArrived(
  expression: string,
  disk: string,
  { policyName, policies, disks, rules }: JudgedTable,
): boolean {
  const rule = rules.find((each) => each.expression === expression && each.action.kind === 'move')
  if (rule?.action.kind !== 'move') return true
  const { to, name } = rule.action
  if (to === 'disk') return name === disk || sameStorage(disk, disks).has(name)
  const exists = policies.some((row) => row.policy_name === policyName && row.volume_name === name)
  return !exists || volumeOfDisk(policyName, disk, policies, disks) === name
}

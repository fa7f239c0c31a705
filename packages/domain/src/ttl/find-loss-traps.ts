import { describeParts } from './find-ttl-traps.ts'
import { holdsPassedDelete, isPlainDelete } from './part-loss.ts'
import type { TtlCheck } from './ttl-check.ts'
import type { JudgedPart } from './ttl-load.ts'
import { addTtlLosses, toTtlLoss } from './ttl-loss.ts'
import type { TtlPart } from './ttl-part.ts'
import type { TtlRule } from './ttl-rule.ts'

export interface LossSubject {
  node: string
  current: readonly TtlRule[]
  next: readonly TtlRule[]
  dropsWholeParts: boolean
  /** How long the server waits between two TTL merges of a partition. */
  mergeEverySeconds: number
  nowMs: number
  gentle: readonly JudgedPart[]
}

/** How and when the TTL removes data in ways that its text does not show. */
export function findLossTraps(subject: LossSubject): TtlCheck[] {
  return [
    ...findOldDeleteTimes(subject),
    ...findMerges(subject),
    ...findMergedAway(subject),
    ...findColumns(subject),
    ...findHiddenRows(subject),
  ]
}

/**
 * A part keeps the times of the DELETE rule under which it was written, even after REMOVE TTL, and the server drops it
 * whole when the last of them has passed, whatever DELETE rule the table has by then (seen on 26.7). Under a
 * conditional rule the server ignores these times, and MATERIALIZE TTL removes them from the parts.
 */
function findOldDeleteTimes({ node, current, next, gentle, nowMs }: LossSubject): TtlCheck[] {
  const rule = plainDelete(next)
  if (!rule) return []
  const hint = `First apply the rule with a condition, the heavy way: \`${rule.expression} DELETE WHERE 1\`. It keeps the same rows and removes the old times from the parts.`
  const passed = gentle.filter(
    ({ part }) => holdsPassedDelete(part, next, nowMs) && part.counted?.deleted !== part.counted?.rows,
  )
  const coming = gentle.filter(({ part }) => part.deleteInfo && !holdsPassedDelete(part, next, nowMs))
  const checks: TtlCheck[] = []
  if (passed.length > 0)
    checks.push({
      id: 'old-delete-times',
      node,
      outcome: 'warning',
      text: `${describeParts(passed, 'has', 'have')} expired times of an earlier DELETE rule. The server drops such a part as a whole, including rows that this TTL would keep.`,
      hint,
    })
  if (coming.length > 0 && plainDelete(current)?.expression !== rule.expression)
    checks.push({
      id: 'old-delete-times',
      node,
      outcome: 'warning',
      text: `${describeParts(coming, 'has', 'have')} times of an earlier DELETE rule. With the gentle way, the server drops such a part as a whole when these times expire, regardless of this TTL.`,
      hint: 'To keep the data longer, use the heavy way before these times expire. It writes the new times into every part.',
    })
  return checks
}

function findMerges({
  node,
  next,
  gentle,
  nowMs,
  mergeEverySeconds,
  dropsWholeParts,
}: LossSubject): TtlCheck[] {
  const losing = gentle.filter(({ effect }) => effect.loss && effect.loss.deleted + effect.loss.folded > 0n)
  if (losing.length === 0) return []
  const soon = losing.filter(({ part }) => isMergedSoon(part, next, nowMs, dropsWholeParts))
  const blind = losing.filter(({ part }) => !holdsRowTimes(part, next))
  const later = losing.length - soon.length - blind.length
  const rows = losing.reduce(
    (sum, { effect }) => sum + (effect.loss?.deleted ?? 0n) + (effect.loss?.folded ?? 0n),
    0n,
  )
  const told = [
    soon.length > 0 &&
      `${describeParts(soon)}: the server starts a merge automatically, within ${hoursText(mergeEverySeconds)} (merge_with_ttl_timeout).`,
    later > 0 &&
      `${later} ${later === 1 ? 'part' : 'parts'}: the part's own times have not expired${dropsWholeParts ? ' for all rows (ttl_only_drop_parts = 1)' : ''}, so only a merge with other parts deletes the rows.`,
    blind.length > 0 &&
      `${describeParts(blind, 'has', 'have')} no TTL information for these rules: the server does not start a merge for them. Only a merge with other parts deletes the rows.`,
  ]
  return [
    {
      id: 'rows-go-by-merge',
      node,
      outcome: 'warning',
      text: `With the gentle way, ${rows} ${rows === 1n ? 'row is' : 'rows are'} deleted when the part is merged. ${told.filter(Boolean).join(' ')}`,
      hint: 'OPTIMIZE TABLE … FINAL merges at once. MATERIALIZE TTL (the heavy way) deletes the rows without a merge.',
    },
  ]
}

function findMergedAway({ node, next, gentle }: LossSubject): TtlCheck[] {
  const blind = gentle.filter(({ part }) => part.deleteInfo === null)
  if (!plainDelete(next) || blind.length === 0) return []
  return [
    {
      id: 'merged-away',
      node,
      outcome: 'warning',
      text: `${describeParts(blind, 'has', 'have')} no times of the DELETE rule. With the gentle way, a merge with a part whose rows are all expired drops such a part as a whole, including rows that the rule keeps.`,
      hint: 'Use the heavy way, which writes the times into every part, or add a condition to the rule: `DELETE WHERE 1` deletes the same rows individually.',
    },
  ]
}

function findColumns({ node, gentle }: LossSubject): TtlCheck[] {
  const { columns } = addTtlLosses(gentle.map(({ effect }) => toTtlLoss(effect.loss)))
  if (columns.length === 0) return []
  const list = columns.map(({ column, values }) => `${values} of ${column}`).join(', ')
  return [
    {
      id: 'column-ttls',
      node,
      outcome: 'warning',
      text: `Values are past the TTL of their column: ${list}. MATERIALIZE TTL applies all TTLs of the table, so the heavy way replaces them with the default immediately.`,
      hint: 'The next merge of the part does the same, with or without this TTL. To keep the values, remove the TTL of the column first.',
    },
  ]
}

function findHiddenRows({ node, next, gentle }: LossSubject): TtlCheck[] {
  if (next.every(({ action }) => action.kind !== 'group-by')) return []
  const hidden = gentle.filter(({ part }) => part.hasHiddenRows)
  if (hidden.length === 0) return []
  return [
    {
      id: 'folds-hidden-rows',
      node,
      outcome: 'warning',
      text: `${describeParts(hidden, 'has', 'have')} rows deleted by a lightweight DELETE. GROUP BY would include them in its results again.`,
      hint: 'Remove them first: ALTER TABLE … APPLY DELETED MASK.',
    },
  ]
}

function plainDelete(rules: readonly TtlRule[]): TtlRule | undefined {
  return rules.find(({ action }) => isPlainDelete(action))
}

/** The times in the part have passed: the server merges it by itself, alone if need be. */
function isMergedSoon(
  part: TtlPart,
  rules: readonly TtlRule[],
  nowMs: number,
  dropsWholeParts: boolean,
): boolean {
  return rules.some(({ expression, action }) => {
    if (isPlainDelete(action)) {
      const due = dropsWholeParts ? part.deleteInfo?.lastMs : part.deleteInfo?.firstMs
      return due !== undefined && due <= nowMs
    }
    const due = part.rowInfo.get(expression)
    return !dropsWholeParts && due !== undefined && due <= nowMs
  })
}

function holdsRowTimes(part: TtlPart, rules: readonly TtlRule[]): boolean {
  return rules.some(({ expression, action }) =>
    isPlainDelete(action)
      ? part.deleteInfo !== null
      : (action.kind === 'delete' || action.kind === 'group-by') && part.rowInfo.has(expression),
  )
}

function hoursText(seconds: number): string {
  return seconds < 3_600 ? `${seconds} s` : `${Math.round(seconds / 360) / 10} h`
}

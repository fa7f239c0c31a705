import { everyName, matchesName, type NamePattern } from '../access/name-pattern.ts'
import { type RunKind, type RunKindFacts, runKinds } from '../run/run-kinds.ts'
import type { TimeWindow } from '../time-window/time-window.ts'
import { isWindowOpen, nextWindowOpening } from '../time-window/window-changes.ts'

export const approvalRuleLimits = { approvals: { min: 1, max: 5 }, rules: 200 } as const

/** Which runs wait for people, and for how many. A run waits for every rule that applies to it. */
export interface ApprovalRule {
  id: string
  name: string
  /** None: all kinds. */
  kinds: readonly RunKind[]
  /** Null: all clusters. */
  clusterId: string | null
  database: NamePattern
  table: NamePattern
  /** Null: runs of any size. */
  minBytes: bigint | null
  /** The rule applies only outside of these hours. Null: at any time. */
  hours: TimeWindow | null
  /** How many people must approve. */
  approvals: number
  /** Whose members may approve. Null: everybody with the role that the kind needs. */
  teamId: string | null
}

/** Bytes that a run reads, moves or deletes. `none`: its kind has no size. */
export type RunSize = bigint | 'unknown' | 'none'

export interface ApprovableRun {
  kind: RunKind
  clusterId: string
  /** Null: the whole cluster. */
  of: { database: string; table: string } | null
  size: RunSize
}

export interface GivenApproval {
  personId: string
  /** Of the person, now. */
  teamIds: readonly string[]
  /** The size that the person has seen. Null: not known, or none. */
  bytes: bigint | null
}

export interface ApprovalVerdict {
  rule: ApprovalRule
  /** Ids of the people whose approval counts for this rule. */
  approvedBy: string[]
  /** How many more people must approve. */
  missing: number
  /** When the rule ceases to apply (Unix milliseconds). Null: it does not. */
  untilMs: number | null
}

export function hasRunSize(kind: RunKind): boolean {
  const { sized }: RunKindFacts = runKinds[kind]
  return sized === true
}

/**
 * Whether the rule holds the run now. A run of a whole cluster is held by rules for all its tables only. A size that is not known
 * counts as large.
 */
export function ruleApplies(rule: ApprovalRule, run: ApprovableRun, nowMs: number): boolean {
  if (rule.kinds.length > 0 && !rule.kinds.includes(run.kind)) return false
  if (rule.clusterId !== null && rule.clusterId !== run.clusterId) return false
  const matchesTable = run.of
    ? matchesName(rule.database, run.of.database) && matchesName(rule.table, run.of.table)
    : rule.database === everyName && rule.table === everyName
  if (!matchesTable) return false
  if (rule.minBytes !== null && (run.size === 'none' || (run.size !== 'unknown' && run.size < rule.minBytes)))
    return false
  return rule.hours === null || !isWindowOpen(rule.hours, nowMs)
}

/**
 * Every rule that holds the run now, with the approvals that count for it. An approval does not count once the run is larger than
 * the person has seen. The run may begin when nothing is missing.
 */
export function judgeApprovals(
  rules: readonly ApprovalRule[],
  run: ApprovableRun,
  given: readonly GivenApproval[],
  nowMs: number,
): ApprovalVerdict[] {
  const valid = given.filter(
    ({ bytes }) => typeof run.size !== 'bigint' || (bytes !== null && run.size <= bytes),
  )
  return rules
    .filter((rule) => ruleApplies(rule, run, nowMs))
    .map((rule) => {
      const { teamId } = rule
      const counting = valid.filter(({ teamIds }) => teamId === null || teamIds.includes(teamId))
      const approvedBy = [...new Set(counting.map(({ personId }) => personId))]
      return {
        ...{ rule, approvedBy, missing: Math.max(0, rule.approvals - approvedBy.length) },
        untilMs: rule.hours === null ? null : nextWindowOpening(rule.hours, nowMs),
      }
    })
}

/** Why a run waits, as a sentence. Null: nothing is missing. */
export function describeMissingApprovals(verdicts: readonly ApprovalVerdict[]): string | null {
  const open = verdicts.filter(({ missing }) => missing > 0)
  if (open.length === 0) return null
  const people = Math.max(...open.map(({ missing }) => missing))
  const names = open.map(({ rule }) => `“${rule.name}”`).join(', ')
  return `The approval of ${people} ${people === 1 ? 'person' : 'people'} is missing (${open.length === 1 ? 'rule' : 'rules'} ${names}).`
}

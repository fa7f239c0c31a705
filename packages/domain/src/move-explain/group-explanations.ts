import { compareText } from '../text/compare-text.ts'
import type { PartExplanation } from './explain-part.ts'
import type { MoveRule } from './move-rule.ts'
import type { PlacedReplica } from './placed-replica.ts'
import { type PlacementReason, placementReasons } from './placement-reason.ts'

/** Parts of one partition on one replica with the same reason and the same rule. */
export interface PlacementFinding {
  replica: PlacedReplica
  partitionId: string
  partition: string
  reason: PlacementReason
  rule: MoveRule | null
  /** At least one; the earliest due first. */
  members: readonly [PartExplanation, ...PartExplanation[]]
  rows: bigint
  bytes: bigint
  /** When the first and the last part is or was due; null if unknown. */
  firstDueMs: number | null
  lastDueMs: number | null
  /** When the first part would be due, for parts without TTL information. */
  estimatedDueMs: number | null
}

export interface ReasonTotals {
  reason: PlacementReason
  parts: number
  rows: bigint
  bytes: bigint
  /** Counted per replica: a partition on two replicas counts twice. */
  partitions: number
  nodes: string[]
  firstDueMs: number | null
}

/** Blocked, then working, then settled; the longest overdue first, then by partition and node. */
export function groupExplanations(
  replicas: readonly { replica: PlacedReplica; explanations: readonly PartExplanation[] }[],
): PlacementFinding[] {
  const findings: PlacementFinding[] = []
  for (const { replica, explanations } of replicas) {
    const groups = new Map<string, PartExplanation[]>()
    for (const explanation of explanations) {
      const key = `${explanation.reason} ${explanation.rule ? replica.rules.indexOf(explanation.rule) : ''} ${explanation.part.partitionId}`
      const group = groups.get(key)
      if (group) group.push(explanation)
      else groups.set(key, [explanation])
    }
    for (const group of groups.values()) findings.push(toFinding(replica, group))
  }
  return findings.sort(
    (a, b) =>
      rankOf(a.reason) - rankOf(b.reason) ||
      (a.firstDueMs ?? Number.POSITIVE_INFINITY) - (b.firstDueMs ?? Number.POSITIVE_INFINITY) ||
      compareText(a.partitionId, b.partitionId) ||
      compareText(a.replica.node, b.replica.node) ||
      compareText(a.reason, b.reason),
  )
}

/** In the order of `findings`: the worst reason first. */
export function sumByReason(findings: readonly PlacementFinding[]): ReasonTotals[] {
  const totals = new Map<PlacementReason, ReasonTotals>()
  for (const finding of findings) {
    const { reason, firstDueMs } = finding
    const sum = totals.get(reason) ?? {
      reason,
      parts: 0,
      rows: 0n,
      bytes: 0n,
      partitions: 0,
      nodes: [],
      firstDueMs: null,
    }
    totals.set(reason, sum)
    sum.parts += finding.members.length
    sum.rows += finding.rows
    sum.bytes += finding.bytes
    sum.partitions += 1
    if (!sum.nodes.includes(finding.replica.node)) sum.nodes.push(finding.replica.node)
    if (firstDueMs !== null) sum.firstDueMs = Math.min(sum.firstDueMs ?? firstDueMs, firstDueMs)
  }
  return [...totals.values()].sort((a, b) => rankOf(a.reason) - rankOf(b.reason) || b.parts - a.parts)
}

function toFinding(replica: PlacedReplica, group: PartExplanation[]): PlacementFinding {
  const orderOf = ({ dueMs, estimate }: PartExplanation) =>
    dueMs ?? estimate?.dueMs ?? Number.MAX_SAFE_INTEGER
  group.sort((a, b) => orderOf(a) - orderOf(b))
  const [first, ...others] = group
  if (!first) throw new Error('A group has a member')
  return {
    replica,
    partitionId: first.part.partitionId,
    partition: first.part.partition,
    reason: first.reason,
    rule: first.rule,
    members: [first, ...others],
    rows: group.reduce((sum, { part }) => sum + part.rows, 0n),
    bytes: group.reduce((sum, { part }) => sum + part.bytesOnDisk, 0n),
    firstDueMs: first.dueMs,
    lastDueMs: group.at(-1)?.dueMs ?? null,
    estimatedDueMs: first.estimate?.dueMs ?? null,
  }
}

const ranks = { blocked: 0, working: 1, settled: 2 } as const

function rankOf(reason: PlacementReason): number {
  return ranks[placementReasons[reason].state]
}

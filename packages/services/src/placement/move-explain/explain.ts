import {
  copyableSql,
  materializeTtlInPartitionStatement,
  optimizePartitionStatement,
  type Statement,
  startMovesStatement,
} from '@frostline/clickhouse'
import {
  describeExplanation,
  findVolumeOfDisk,
  groupExplanations,
  isLate,
  isOverdue,
  type MoveRule,
  type PlacementFinding,
  type PlacementFix,
  placementReasons,
  proposeFixes,
  sumByReason,
} from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { PlacementOfNode } from './observe-placement.ts'
import { readPlacement } from './read-placement.ts'
import {
  type ExplainMovesInput,
  explainMovesInput,
  type MoveExplanation,
  type PlacementFixView,
} from './schema.ts'

/**
 * Why every part of a table is where it is, on every node: totals by reason, and a page of findings (parts of one
 * partition on one node with one reason), each with its evidence and fixes.
 * @throws ServiceError `not_found`, `unreachable`, `invalid`.
 */
export async function explainMoves(ctx: ServiceContext, given: ExplainMovesInput): Promise<MoveExplanation> {
  const input = await authorizeInput(ctx, 'viewer', explainMovesInput, given)
  const { nodes, coverage, envelope } = await readPlacement(ctx, input)
  const findings = groupExplanations(nodes)
  const late = nodes.map(({ replica, explanations }) => ({
    replica,
    explanations: explanations.filter((explanation) => isLate(explanation, replica.nowMs)),
  }))
  const matching = (input.late ? groupExplanations(late) : findings).filter(
    ({ reason, replica, partitionId }) =>
      (input.reason === undefined || reason === input.reason) &&
      (input.node === undefined || replica.node === input.node) &&
      (input.partitionId === undefined || partitionId === input.partitionId),
  )
  const at = { database: input.database, table: input.table }
  return {
    ...envelope,
    data: {
      coverage,
      rules: mergeRules(nodes),
      total: sumParts(nodes.flatMap(({ replica }) => replica.parts)),
      late: sumLate(late),
      overdue: sumLate(
        nodes.map(({ replica, explanations }) => ({
          explanations: explanations.filter((explanation) => isOverdue(explanation, replica.nowMs)),
        })),
      ),
      reasons: sumByReason(findings).map(({ firstDueMs, ...totals }) => ({
        ...totals,
        ...factsOf(totals.reason),
        firstDueAt: toDate(firstDueMs),
      })),
      matching: matching.length,
      findings: matching
        .slice(input.offset, input.offset + input.limit)
        .map((finding) => toView(finding, at)),
    },
  }
}

function toView(
  finding: PlacementFinding,
  at: { database: string; table: string },
): MoveExplanation['data']['findings'][number] {
  const { replica, members, reason } = finding
  const volumes = new Set(
    members.map(({ part }) => findVolumeOfDisk(replica.policy, part.disk)?.name ?? `disk ${part.disk}`),
  )
  return {
    node: replica.node,
    partitionId: finding.partitionId,
    partition: finding.partition,
    reason,
    state: placementReasons[reason].state,
    parts: members.length,
    rows: finding.rows,
    bytes: finding.bytes,
    volumes: [...volumes].sort(),
    rule: finding.rule,
    firstDueAt: toDate(finding.firstDueMs),
    lastDueAt: toDate(finding.lastDueMs),
    estimatedDueAt: toDate(finding.estimatedDueMs),
    ...describeExplanation(members[0], replica),
    evidence: [...placementReasons[reason].evidence],
    fixes: proposeFixes(finding).map((fix) => renderFix(fix, at, finding.partitionId)),
  }
}

function mergeRules(nodes: readonly PlacementOfNode[]): MoveExplanation['data']['rules'] {
  const merged = new Map<string, MoveRule & { nodes: string[] }>()
  for (const { replica } of nodes)
    for (const rule of replica.rules) {
      const key = JSON.stringify([rule.expression, rule.destination.kind, rule.destination.name])
      const present = merged.get(key) ?? { ...rule, nodes: [] }
      merged.set(key, present)
      present.nodes.push(replica.node)
    }
  return [...merged.values()]
}

function sumParts(parts: readonly { rows: bigint; bytesOnDisk: bigint }[]) {
  return {
    parts: parts.length,
    rows: parts.reduce((sum, part) => sum + part.rows, 0n),
    bytes: parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n),
  }
}

function sumLate(nodes: readonly Pick<PlacementOfNode, 'explanations'>[]): { parts: number; bytes: bigint } {
  const { parts, bytes } = sumParts(nodes.flatMap(({ explanations }) => explanations.map(({ part }) => part)))
  return { parts, bytes }
}

function factsOf(reason: PlacementFinding['reason']) {
  const { state, title, meaning } = placementReasons[reason]
  return { state, title, meaning }
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

/** A fix with all that one click needs: the statement to paste, or a link. */
function renderFix(
  fix: PlacementFix,
  at: { database: string; table: string },
  partitionId: string,
): PlacementFixView {
  switch (fix.kind) {
    case 'plan-move':
      return { ...fix, partitionId }
    case 'start-moves':
      return { kind: fix.kind, statement: print(startMovesStatement(at)) }
    case 'materialize-ttl':
      return { kind: fix.kind, statement: print(materializeTtlInPartitionStatement(at, partitionId)) }
    case 'optimize-partition':
      return { kind: fix.kind, statement: print(optimizePartitionStatement(at, partitionId)) }
    default:
      return fix
  }
}

function print({ sql, params }: Statement): string {
  return copyableSql(sql, params)
}

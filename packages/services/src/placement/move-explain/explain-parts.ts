import { describeExplanation, isLate, placementReasons } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readPlacement } from './read-placement.ts'
import { type ExplainedParts, type ExplainPartsInput, explainPartsInput } from './schema.ts'

/**
 * Single parts with their reasons; a page of matches, by partition, node and name.
 * @throws ServiceError `not_found`, `unreachable`, `invalid`.
 */
export async function explainParts(ctx: ServiceContext, given: ExplainPartsInput): Promise<ExplainedParts> {
  const input = await authorizeInput(ctx, 'viewer', explainPartsInput, given)
  const { nodes, coverage, envelope } = await readPlacement(ctx, input)
  const matching = nodes
    .filter(({ replica }) => input.node === undefined || replica.node === input.node)
    .flatMap(({ replica, explanations }) => explanations.map((explanation) => ({ replica, explanation })))
    .filter(
      ({ replica, explanation: { part, reason, dueMs } }) =>
        (!input.late || isLate({ reason, dueMs }, replica.nowMs)) &&
        (input.reason === undefined || reason === input.reason) &&
        (input.partitionId === undefined || part.partitionId === input.partitionId) &&
        part.name.includes(input.search),
    )
    .sort(
      (a, b) =>
        compareValues(a.explanation.part.partitionId, b.explanation.part.partitionId) ||
        compareValues(a.replica.node, b.replica.node) ||
        compareValues(a.explanation.part.name, b.explanation.part.name),
    )
  return {
    ...envelope,
    data: {
      coverage,
      total: matching.length,
      parts: matching.slice(input.offset, input.offset + input.limit).map(({ replica, explanation }) => {
        const { part, reason, rule, dueMs, estimate } = explanation
        const { state, title, evidence } = placementReasons[reason]
        return {
          node: replica.node,
          name: part.name,
          partitionId: part.partitionId,
          partition: part.partition,
          disk: part.disk,
          rows: part.rows,
          bytes: part.bytesOnDisk,
          reason,
          state,
          title,
          rule,
          dueAt: dueMs === null ? null : new Date(dueMs),
          estimatedDueAt: estimate && new Date(estimate.dueMs),
          ...describeExplanation(explanation, replica),
          evidence: [...evidence],
        }
      }),
    },
  }
}

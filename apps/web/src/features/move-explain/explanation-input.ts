import { placementReasonNames } from '@frostline/domain'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { flagParam, optionalChoiceParam, textParam, type UrlState } from '@/navigation/url-params.ts'

/** State of the explanation in the address. */
export const explanationParams = {
  reason: optionalChoiceParam(placementReasonNames),
  node: textParam(),
  partition: textParam(),
  late: flagParam(),
  finding: textParam(),
}

type ExplanationState = UrlState<typeof explanationParams>

/** The input of `moveExplain.get` without its offset. */
export function toExplanationInput(at: ClusterTable, { reason, node, partition, late }: ExplanationState) {
  return {
    ...at,
    ...(reason ? { reason } : {}),
    ...(node ? { node } : {}),
    ...(partition ? { partitionId: partition } : {}),
    ...{ late, limit: 200 },
  }
}
